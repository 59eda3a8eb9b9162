import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { electronRuntime } from '../runtime.mjs';
import { NOTICES } from '../bundles.mjs';
import { inRoot } from '../setup/places.mjs';
import { builderConfig } from './config.mjs';
import { electronBuilder } from './tools.mjs';

const stage = inRoot('dist', 'package', 'app');
const output = inRoot('dist', 'package');
export const unpackedFolder = inRoot('dist', 'package', 'linux-unpacked');

/** Of dist/, what runs: the saboteur, the tools of the tests and the compiled caches stay here. */
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
  writeFileSync(`${stage}/package.json`, `${JSON.stringify(about, null, 2)}\n`);
}

/** Packs what was staged around the Electron of set-up. @returns what it was packed with */
export async function pack(targets) {
  const { Platform, build } = electronBuilder();
  const runtime = electronRuntime();
  await build({
    projectDir: inRoot(),
    targets: Platform.LINUX.createTarget(targets),
    config: builderConfig({
      stage,
      output,
      noticesFile: NOTICES,
      runtime,
      electronDist: dirname(runtime.path),
    }),
    publish: 'never',
  });
  return `with Electron ${runtime.version}, in ${unpackedFolder}`;
}
