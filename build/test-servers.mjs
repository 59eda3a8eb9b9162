/** `npm run test:servers -- start | stop`: the test servers that test:changed keeps between calls, in this checkout. */
import { runMain, setUp } from './setup.mjs';
import { readArguments } from './setup/arguments.mjs';
import { SetupError } from './setup/command.mjs';
import { say } from './setup/step.mjs';
import { stopKeeper, takeWarmServers } from './test/warm-servers.mjs';

const USAGE = 'Usage: npm run test:servers -- start | stop';

await runMain(async () => {
  const [verb, ...rest] = readArguments(USAGE, {}, { words: true }).positionals;
  if (rest.length > 0 || !['start', 'stop'].includes(verb)) throw new SetupError(USAGE);
  if (verb === 'stop') {
    say((await stopKeeper()) ? 'The test servers are stopped.' : 'No test servers are kept here.');
    return;
  }
  await setUp({ purpose: 'test' });
  const servers = await takeWarmServers();
  await servers.stop();
  say('Test servers are kept for an hour after their last use.');
});
