import { spawn } from 'child_process';
import { writeFileSync } from 'fs';
import { join } from 'path';
import { build } from 'vite';

/** Bundles TypeScript text into a program that Node runs: a part of Sluice as another instance has it. */
export async function bundleProgram(folder: string, text: string): Promise<string> {
  const entry = join(folder, 'program.ts');
  writeFileSync(entry, text);
  await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      ssr: entry,
      outDir: join(folder, 'out'),
      rolldownOptions: { output: { entryFileNames: 'program.mjs' } },
    },
    ssr: { noExternal: true },
  });
  return join(folder, 'out', 'program.mjs');
}

/** @returns its exit code; null where a signal ended it. */
export function runProgram(args: readonly string[]): Promise<number | null> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  return new Promise((resolve) => child.once('exit', resolve));
}
