import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const run = promisify(execFile);
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
/** `npm run sluice -- --help` is the product's own help. */
const files = new Set(
  Object.values(scripts).map((command) => command.split(' ').find((word) => /\.mjs$/.test(word))),
);
files.delete('build/sluice.mjs');

it.each([...files])('%s prints its usage and does nothing else', async (file) => {
  const { stdout, stderr } = await run(process.execPath, [file, '--help']);
  expect(stdout).toMatch(/^Usage: npm /);
  expect(stderr).toBe('');
});

it('refuses an option that a script does not know', async () => {
  const failed = await run(process.execPath, ['build/bench.mjs', '--no-such-option']).catch((error) => error);
  expect(failed).toMatchObject({ code: 1, stdout: '' });
  expect(failed.stderr).toMatch(/--no-such-option.*\nUsage: npm /s);
});
