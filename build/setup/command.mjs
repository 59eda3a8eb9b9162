import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { root } from './places.mjs';

/** Remedy for a failed step; printed without a stack. */
export class SetupError extends Error {}

/**
 * Runs a program quietly and gives its standard output; on failure the error carries the end of what it said.
 * `timeoutMs` ends it; `loud` shows its output as it comes instead of keeping it.
 */
export function run(program, argv, { cwd = root, env = process.env, timeoutMs = 0, loud = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, argv, {
      cwd,
      env,
      timeout: timeoutMs,
      stdio: loud ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    let said = '';
    child.stdout?.on('data', (bytes) => {
      output += bytes;
      said = tail(said + bytes);
    });
    child.stderr?.on('data', (bytes) => (said = tail(said + bytes)));
    child.on('error', (error) => reject(new SetupError(`${program} cannot be run: ${error.message}`)));
    child.on('close', (code, signal) => {
      if (code === 0) return resolve(output);
      const ended = signal ? `was ended by ${signal}` : `ended with ${code}`;
      reject(new SetupError(`${program} ${argv.slice(0, 3).join(' ')} … ${ended}\n${said}`.trimEnd()));
    });
  });
}

const tail = (text) => text.slice(-4000);

/** The full path of a program on the PATH (and where servers and admin tools hide from plain users), or null. */
export function which(name) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin', '/sbin'];
  const names = process.platform === 'win32' ? [`${name}.exe`, `${name}.cmd`] : [name];
  for (const folder of folders.filter(Boolean)) {
    for (const candidate of names.map((file) => join(folder, file))) {
      try {
        accessSync(candidate, constants.X_OK);
        return candidate;
      } catch {
        continue;
      }
    }
  }
  return null;
}
