import { spawn } from 'child_process';
import { promises as fs } from 'fs';
import { join } from 'path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillShop } from '../../app/sandbox/shop/fill-shop';
import type { HistoryEntry } from '../../app/contract/runs/history';
import { testServer } from '../servers/test-server';
import { runSluice, startSluice } from './harness/command';
import { withFolder } from './harness/runs';
import { dropSchemas, withPlain } from './harness/servers';

const { host, port, user, password } = testServer('mysql');
const SOURCE = `mysql://${user}@${host}:${port}`;

/** Every command of a test shares one history, apart from that of other tests. */
const environmentOf = (parent: string) => ({
  SLUICE_PASSWORD: password,
  XDG_STATE_HOME: join(parent, 'state'),
});

const dumpInto = (folder: string) => [
  'dump',
  '--source',
  SOURCE,
  '--schemas',
  'shop',
  '--out',
  folder,
  '--json',
];

async function history(parent: string, ...more: readonly string[]): Promise<readonly HistoryEntry[]> {
  const { output } = await startSluice(['history', '--json', ...more], environmentOf(parent)).ended;
  return output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as HistoryEntry);
}

describe('the history of the command line’s runs', () => {
  beforeAll(() => withPlain('mysql', (connection) => fillShop(connection, 'mysql', () => undefined, 0.05)));
  afterAll(() => dropSchemas('mysql', 'shop'));

  it('holds what ran, how it ended, and the whole result', async () => {
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      const dumped = await runSluice(dumpInto(folder), environmentOf(parent));
      expect(dumped.exitCode).toBe(0);
      const refused = await runSluice(dumpInto(folder), environmentOf(parent));
      expect(refused.exitCode).toBe(5);
      const verified = await runSluice(['verify', '--dump', folder, '--json'], environmentOf(parent));
      expect(verified.exitCode).toBe(0);

      const [verification, failure, dump, ...others] = await history(parent);
      expect(others).toEqual([]);
      expect(verification).toMatchObject({ kind: 'verify', state: 'done', server: null, repeatable: true });
      expect(failure).toMatchObject({
        kind: 'dump',
        state: 'failed',
        problem: refused.result.errors[0]?.message,
        series: dump?.series,
      });
      const { rows, bytes, storedBytes, tables, seconds } = dumped.result;
      expect(dump).toMatchObject({
        kind: 'dump',
        state: 'done',
        by: 'command',
        folder,
        repeatable: false,
        figures: { rows, bytes, storedBytes, tables, seconds, warnings: 0 },
      });
      expect(await history(parent, '--search', 'FAILED dump')).toEqual([failure]);
      const shown = await runSluice(['history', 'show', dump?.runId ?? '', '--json'], environmentOf(parent));
      expect(shown.result).toEqual(dumped.result);
      const page = await runSluice(['history', 'show', dump?.runId ?? '', '--html'], environmentOf(parent));
      expect(page.output).toContain('<th scope="row">shop.orders</th>');
      expect(page.output).toContain(dumped.result.consistency);
    });
  });

  it('says that a run was interrupted when its process was killed', async () => {
    await withFolder(async (parent) => {
      // The dump waits for this lock: it can't end before it is killed.
      await withPlain('mysql', async (connection) => {
        await connection.query('LOCK TABLES shop.orders WRITE');
        const command = startSluice(dumpInto(join(parent, 'dump')), environmentOf(parent));
        await command.printed(/"stage":"lock"/);
        expect(await history(parent)).toMatchObject([{ kind: 'dump', state: 'running' }]);
        command.process.kill('SIGKILL');
        await new Promise((resolve) => command.process.once('close', resolve));
        await connection.query('UNLOCK TABLES');
      });
      expect(await history(parent)).toMatchObject([{ kind: 'dump', state: 'interrupted', figures: null }]);
    });
  });

  it('never holds a password', async () => {
    await withFolder(async (parent) => {
      await runSluice(dumpInto(join(parent, 'dump')), environmentOf(parent));
      expect(password).not.toBe('');
      expect(await filesWith(join(parent, 'state'), password)).toEqual([]);
      expect(await filesWith(join(parent, 'state'), 'shop')).not.toEqual([]);
    });
  });

  it('does not stop a run when it can’t be written', async () => {
    await withFolder(async (parent) => {
      await fs.writeFile(join(parent, 'state'), 'a file where the folder should be');
      const { exitCode, result, output } = await runSluice(
        dumpInto(join(parent, 'dump')),
        environmentOf(parent),
      );
      expect(exitCode).toBe(0);
      expect(result.state).toBe('done');
      expect(output).not.toContain('undefined');
    });
  });
});

function filesWith(folder: string, text: string): Promise<readonly string[]> {
  return new Promise((resolve) => {
    const grep = spawn('grep', ['-rlaF', '-e', text, folder]);
    let names = '';
    grep.stdout.on('data', (chunk: Buffer) => (names += chunk.toString()));
    grep.once('close', () => resolve(names.split('\n').filter((name) => name !== '')));
  });
}
