import { mkdtempSync, rmSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { root } from '../../../build/setup/places.mjs';
import { Lane } from '../../../build/test/lane.mjs';

const folder = mkdtempSync(join(tmpdir(), 'sluice-lasting-'));
const log = `of-lasting-${process.pid}`;
const lane = new Lane(log, { showsWindows: false, project: folder });

/** Body of a file's only test; its name says in which process it ran. */
const FILES: Readonly<Record<string, string>> = {
  nothing: '',
  timer: 'setInterval(() => undefined, 1000);',
  socket: "(await import('net')).createServer().listen(0);",
  program: "(await import('child_process')).spawn('sleep', ['600'], { stdio: 'ignore' }).unref();",
  variable: "process.env.LEFT = 'behind';",
  listener: "process.on('SIGTERM', () => undefined);",
  failure: 'expect(1).toBe(2);',
  closed: "const server = (await import('net')).createServer().listen(0); server.close();",
  replacement: "vi.mock('./nothing.test.mjs', () => ({}));",
};
const CONFIG = `
  const test = { name: 'integration', globals: true, fileParallelism: false, include: ['*.test.mjs'] };
  export default { test: { projects: [{ test }] } };
`;

beforeAll(() => {
  writeFileSync(join(folder, 'vitest.config.mjs'), CONFIG);
  for (const [name, body] of Object.entries(FILES))
    writeFileSync(join(folder, `${name}.test.mjs`), `it(String(process.pid), async () => { ${body} });`);
});
afterAll(async () => {
  await lane.end();
  rmSync(folder, { recursive: true, force: true });
  rmSync(join(root, 'dist', 'test-results', `lane-${log}.log`), { force: true });
});

/** The process in which a file was run. */
async function workerOf(name: string): Promise<number> {
  const { tests } = await lane.runFiles('integration', [`${name}.test.mjs`], {});
  expect(tests).toHaveLength(1);
  expect(tests[0]?.state).toBe(name === 'failure' ? 'failed' : 'passed');
  return Number(tests[0]?.name.split(' › ').at(-1));
}

it.each(['nothing', 'closed'])(
  'runs the next file in the same worker after one that leaves %s',
  async (name) => {
    const first = await workerOf(name);
    expect(await workerOf('nothing')).toBe(first);
  },
);

it.each(['timer', 'socket', 'program', 'variable', 'listener', 'failure'])(
  'runs the next file in another worker after one that leaves a %s',
  async (name) => {
    const first = await workerOf(name);
    expect(await workerOf('nothing')).not.toBe(first);
  },
);

it('gives a file that replaces a module a worker of its own', async () => {
  const before = await workerOf('nothing');
  const first = await workerOf('replacement');
  expect(first).not.toBe(before);
  expect(await workerOf('nothing')).not.toBe(first);
});
