/**
 * `npm run test:matrix [-- SERVER…]`: the tests of tests/matrix against a server of each version, such as `mysql-5.5`;
 * those that are named, or all. Servers that are missing are unpacked first.
 */
import { readArguments } from './setup/arguments.mjs';
import { SetupError } from './setup/command.mjs';
import { matrixServers } from './setup/servers.mjs';
import { step } from './setup/step.mjs';
import { runMain, setUp } from './setup.mjs';
import { unpackWhole } from './test/matrix-tier.mjs';
import { runProject } from './test/vitest-project.mjs';

const USAGE = `Usage: npm run test:matrix [-- SERVER…]
Servers: ${matrixServers.join(', ')}`;

await runMain(async () => {
  const names = readArguments(USAGE, {}, { words: true }).positionals;
  const unknown = names.find((name) => !matrixServers.includes(name));
  if (unknown !== undefined) throw new SetupError(`There is no recipe for ${unknown}.\n${USAGE}`);
  await setUp({ purpose: 'test' });
  const wanted = names.length === 0 ? matrixServers : names;
  for (const name of wanted) await step(name, () => unpackWhole(name));
  await runProject('matrix', { env: { SLUICE_MATRIX: wanted.join(',') } });
});
