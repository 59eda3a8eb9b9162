import { spawn, type ChildProcess } from 'child_process';
import { once } from 'events';
import { dirname, join } from 'path';
import { createInterface } from 'readline';
import { fileURLToPath } from 'url';
import { build } from 'vite';
import type { Vendor } from '../../../app/contract/connections/connection';
import type { Instance } from '../../../app/sandbox/instance';
import type { Lifetime } from '../../../app/sandbox/state-file';

/** A process of its own that has started a server, to be ended in whatever way a test wants. */
export interface Starter {
  readonly child: ChildProcess;
  readonly server: Instance;
}

let program: Promise<string> | null = null;

export async function startElsewhere(vendor: Vendor, folder: string, lifetime: Lifetime): Promise<Starter> {
  program ??= bundleStarter();
  const argv = [await program, vendor, folder, lifetime];
  const child = spawn(process.execPath, argv, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return { child, server: JSON.parse(line) as Instance };
}

export async function end(starter: Starter, signal: 'SIGINT' | 'SIGTERM' | 'SIGKILL'): Promise<void> {
  starter.child.kill(signal);
  await once(starter.child, 'exit');
}

/** Builds the program of starter.ts. */
export async function bundleStarter(): Promise<string> {
  const here = dirname(fileURLToPath(import.meta.url));
  const folder = join(here, '..', '..', '..', 'dist', 'tools');
  await build({
    configFile: false,
    logLevel: 'error',
    root: here,
    build: {
      ssr: join(here, 'starter.ts'),
      outDir: folder,
      emptyOutDir: false,
      rolldownOptions: { output: { format: 'cjs', entryFileNames: 'starter.cjs' } },
    },
    ssr: { noExternal: true },
  });
  return join(folder, 'starter.cjs');
}
