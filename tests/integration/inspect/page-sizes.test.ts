import { promises as fs } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { createConnection, type Connection } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Vendor } from '../../../app/contract/connections/connection';
import { readTablespace } from '../../../app/inspect/file/file';
import { startInstance, type Instance } from '../../../app/sandbox/instance';
import { locateServer } from '../../../app/sandbox/locate';
import { askInnochecksum, createSubject, newReader, ROWS, whileExported } from './subject';

const CASES: readonly (readonly [Vendor, number])[] = [
  ['mariadb', 4],
  ['mariadb', 8],
  ['mariadb', 32],
  ['mariadb', 64],
  ['mysql', 4],
  ['mysql', 8],
  ['mysql', 32],
  ['mysql', 64],
];

/** The page size is chosen when a server's data folder is made: each one needs a server of its own. */
describe.each(CASES)('%s with pages of %i KiB', (vendor, kib) => {
  let folder = '';
  let server: Instance | null = null;
  let connection: Connection;

  beforeAll(async () => {
    folder = await fs.mkdtemp(join(tmpdir(), 'sluice-pages-'));
    const found = locateServer(vendor);
    if (found === null) throw new Error(`There is no ${vendor} server`);
    const program = { ...found, options: [...found.options, `--innodb-page-size=${kib}k`] };
    server = await startInstance({
      program,
      folder: join(folder, 'server'),
      lifetime: 'temporary',
      bufferPoolBytes: 128 << 20,
      options: [],
    });
    const { socketPath, user, password } = server;
    connection = await createConnection({ socketPath, user, password });
    await connection.query('CREATE DATABASE pages');
    await connection.query('USE pages');
  });

  afterAll(async () => {
    await connection.end();
    await server?.stop();
    await fs.rm(folder, { recursive: true, force: true });
  });

  it('is read to the last record', async () => {
    await createSubject(connection, 't');
    await whileExported(connection, 't', async () => {
      const path = join(server?.dataFolder ?? '', 'pages', 't.ibd');
      const report = await readTablespace(newReader(), path);
      expect(report.format).toMatchObject({ pageSize: kib * 1024, filePageSize: kib * 1024 });
      expect(report.states).toMatchObject({ damaged: 0, wrongNumber: 0, unverified: 0 });
      expect(report.indexes.map(({ records }) => records)).toEqual([ROWS, ROWS]);
      expect(report.indexes.map(({ orderUnknown }) => orderUnknown)).toEqual([null, null]);
      if (vendor === 'mysql') return;
      expect(report.indexes.map(({ indexId, pages, leafPages }) => ({ indexId, pages, leafPages }))).toEqual(
        askInnochecksum(path).map(({ indexId, pages, leafPages }) => ({ indexId, pages, leafPages })),
      );
    });
  });
});
