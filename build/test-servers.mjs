/** `npm run test:servers -- start | stop`: the test servers that test:changed keeps between calls, in this checkout. */
import { runMain, setUp } from './setup.mjs';
import { SetupError } from './setup/command.mjs';
import { say } from './setup/step.mjs';
import { stopKeeper, takeWarmServers } from './test/warm-servers.mjs';

await runMain(async () => {
  const [verb, ...rest] = process.argv.slice(2);
  if (rest.length > 0 || !['start', 'stop'].includes(verb))
    throw new SetupError('Usage: npm run test:servers -- start | stop');
  if (verb === 'stop') {
    say((await stopKeeper()) ? 'The test servers are stopped.' : 'No test servers are kept here.');
    return;
  }
  await setUp({ purpose: 'test' });
  const servers = await takeWarmServers();
  await servers.stop();
  say('Test servers are kept for an hour after their last use.');
});
