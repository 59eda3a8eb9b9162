/** A project of Vitest that is no part of `npm test`, run in this terminal. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { inRoot } from '../setup/places.mjs';
import { virtualDisplay } from './virtual-display.mjs';

/** Runs all files of a project; this process ends with its exit code. `showsWindows`: it needs a display. */
export async function runProject(name, { env = {}, showsWindows = false } = {}) {
  const vitest = [process.execPath, inRoot('node_modules/vitest/vitest.mjs'), 'run', '--project', name];
  const [program, ...words] = [...(showsWindows ? virtualDisplay() : []), ...vitest];
  const tests = spawn(program, words, {
    cwd: inRoot(),
    env: { ...process.env, ...env },
    stdio: 'inherit',
  });
  const [code] = await once(tests, 'exit');
  process.exitCode = code ?? 1;
}
