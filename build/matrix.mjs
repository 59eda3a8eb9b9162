/**
 * `npm run test:matrix [-- SERVER…]`: the tests of tests/matrix against a server of each version, such as `mysql-5.5`;
 * those that are named, or all. Servers that are missing are unpacked first.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { SetupError } from './setup/command.mjs';
import { inRoot } from './setup/places.mjs';
import { matrixServers, unpackServer } from './setup/servers.mjs';
import { step } from './setup/step.mjs';
import { runMain, setUp } from './setup.mjs';

await runMain(async () => {
  const names = process.argv.slice(2);
  const unknown = names.find((name) => !matrixServers.includes(name));
  if (unknown !== undefined)
    throw new SetupError(`There is no recipe for ${unknown}. Known: ${matrixServers.join(', ')}.`);
  await setUp({ purpose: 'test' });
  const wanted = names.length === 0 ? matrixServers : names;
  for (const name of wanted) await step(name, () => unpackServer(name));
  const vitest = spawn(
    process.execPath,
    [inRoot('node_modules/vitest/vitest.mjs'), 'run', '--project', 'matrix'],
    {
      cwd: inRoot(),
      env: { ...process.env, SLUICE_MATRIX: wanted.join(',') },
      stdio: 'inherit',
    },
  );
  const [code] = await once(vitest, 'exit');
  process.exitCode = code ?? 1;
});
