import { mkdtempSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import type { Command } from 'commander';
import { connect } from '../../catalog/connect/connect';
import { endpointOf, type Endpoint } from '../../catalog/connect/endpoint';
import { DUMP_DEFAULTS, LOAD_DEFAULTS, selecting } from '../../contract/runs/options';
import { PracticeServers } from '../../sandbox/practice';
import { practiceProfile } from '../../sandbox/practice-profile';
import { openContext } from '../context';
import { exitCodeOf, type ExitCode } from '../exit';
import { onInterrupt } from '../interrupt';
import { removeFolder } from '../../sandbox/folders';
import { follow } from '../run';
import { demoHelp } from '../../text/cli/help/practice/demo';
import { demoText } from '../../text/cli/practice';

export const DEMO_COPY = 'shop_copy';

export function addDemoCommand(program: Command, finish: (code: ExitCode) => void): void {
  program
    .command('demo')
    .description(demoHelp.commands.demo)
    .option('--json', demoHelp.options.json, false)
    .action(async ({ json }: { readonly json: boolean }) => finish(await runDemo(json)));
}

/** Everything it makes is gone afterwards: the folder, the copy and, where it was started for this, the server. */
async function runDemo(json: boolean): Promise<ExitCode> {
  const practice = new PracticeServers();
  const say = (text: string) => process.stderr.write(`\n${text}\n`);
  say(demoText.start);
  let interrupted = false;
  // Between two runs too: the server that was started for this is stopped before the process ends.
  const stopListening = onInterrupt(() => {
    interrupted = true;
  });
  const server = await practice.start('mysql', 'bound');
  const folder = mkdtempSync(join(tmpdir(), 'sluice-demo-'));
  try {
    const profile = practiceProfile('mysql');
    const endpoint = endpointOf(profile, server.password);
    await dropCopy(endpoint);
    const shop = { endpoint, name: profile.name, folder: join(folder, 'shop') };
    return await moveShop({ json, say, ...shop, interrupted: () => interrupted });
  } finally {
    await removeFolder(folder);
    await practice.stopOwn();
    stopListening();
  }
}

interface Demo {
  readonly json: boolean;
  readonly say: (text: string) => void;
  readonly endpoint: Endpoint;
  readonly name: string;
  readonly folder: string;
  readonly interrupted: () => boolean;
}

const CANCELLED: ExitCode = 130;

async function moveShop({ json, say, endpoint, name, folder, interrupted }: Demo): Promise<ExitCode> {
  if (interrupted()) return CANCELLED;
  const { registry, console } = openContext(json);
  say(demoText.dump(folder));
  const selection = selecting([{ kind: 'schema', schema: 'shop' }]);
  const dumped = await follow(
    registry,
    registry.startDump(name, { endpoint, folder, options: { ...DUMP_DEFAULTS, selection } }),
    console,
  );
  if (!dumped.ok) return exitCodeOf(dumped);
  if (interrupted()) return CANCELLED;
  say(demoText.verify);
  const verified = await follow(registry, registry.startVerify({ folder, threads: 2 }), console);
  if (!verified.ok) return exitCodeOf(verified);
  if (interrupted()) return CANCELLED;
  say(demoText.load(DEMO_COPY));
  const loaded = await follow(
    registry,
    registry.startLoad(name, {
      endpoint,
      profile: null,
      folder,
      options: { ...LOAD_DEFAULTS, schemaMap: { shop: DEMO_COPY } },
    }),
    console,
  );
  await dropCopy(endpoint);
  if (loaded.ok) say(demoText.equal);
  return exitCodeOf(loaded);
}

async function dropCopy(endpoint: Endpoint): Promise<void> {
  const session = await connect(endpoint);
  await session.run(`DROP DATABASE IF EXISTS \`${DEMO_COPY}\``);
  await session.close();
}
