import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { electronRuntime } from '../runtime.mjs';
import { NOTICES } from '../bundles.mjs';
import { SetupError } from '../setup/command.mjs';
import { inRoot } from '../setup/places.mjs';
import { builderConfig, WINDOW_PROGRAM } from './config.mjs';
import { electronBuilder } from './tools.mjs';

const stage = inRoot('dist', 'package', 'app');
const output = inRoot('dist', 'package');
export const unpackedFolder = inRoot('dist', 'package', 'linux-unpacked');

/** Parts of dist/ that run: the saboteur, the tools of the tests and the compiled caches are left out. */
const PARTS = [
  'main.cjs',
  'preload.cjs',
  'cli.cjs',
  'cli-program.cjs',
  'THIRD-PARTY-NOTICES.txt',
  'renderer',
  'native/sluice.node',
  'native/zstd_napi.node',
  'native/napi8_shim.node',
];

/** Gathers what is packed: the bundles hold all their dependencies, so that nothing of node_modules comes along. */
export function stageApp() {
  rmSync(output, { recursive: true, force: true });
  mkdirSync(stage, { recursive: true });
  for (const part of PARTS)
    cpSync(inRoot('dist', ...part.split('/')), `${stage}/${part}`, {
      recursive: true,
      filter: (file) => !file.endsWith('.map'),
    });
  const { name, productName, version, description, license } = JSON.parse(
    readFileSync(inRoot('package.json'), 'utf8'),
  );
  const author = 'The authors of Sluice';
  const about = { name, productName, version, description, license, author, main: 'main.cjs' };
  // By it a desktop finds the window's entry, and so its icon.
  const desktopName = `${WINDOW_PROGRAM}.desktop`;
  writeFileSync(`${stage}/package.json`, `${JSON.stringify({ ...about, desktopName }, null, 2)}\n`);
}

/** Packs what was staged around the Electron of set-up. @returns what it was packed with */
export async function pack() {
  const { version } = await build(['dir']);
  return `with Electron ${version}, in ${unpackedFolder}`;
}

/** Codes of Node's for a host that can't be reached. */
const UNREACHABLE = ['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT'];

/** Makes an AppImage and a deb of what was staged, with tools that electron-builder fetches. @returns where they are */
export async function packInstallers() {
  try {
    await build(['AppImage', 'deb']);
    return output;
  } catch (error) {
    // A hook that electron-builder leaves on the process's end would let it end as a success.
    process.once('exit', () => {
      process.exitCode = 1;
    });
    if (!UNREACHABLE.includes(error?.code)) throw error;
    throw new SetupError(
      `The tools for AppImage and deb can't be fetched from their release host (${error.message}). ` +
        `The unpacked app needs none of them: npm run package.`,
    );
  }
}

async function build(targets) {
  const builder = electronBuilder();
  const runtime = electronRuntime();
  await builder.build({
    projectDir: inRoot(),
    targets: builder.Platform.LINUX.createTarget(targets),
    config: builderConfig({
      stage,
      output,
      noticesFile: NOTICES,
      runtime,
      electronDist: dirname(runtime.path),
    }),
    publish: 'never',
  });
  return runtime;
}
