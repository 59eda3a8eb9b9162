import { mkdtempSync, rmSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import type { RowDataPacket } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Vendor } from '../../app/contract/connections/connection';
import { shapes } from '../fixtures/shapes';
import { runSluice } from '../integration/harness/command';
import { MatrixServer, serverNames } from './matrix-server';

const SCHEMA = 'shape';
const COPY = 'shape_copy';
/** Servers that keep a table's definition in a .frm file of the oldest form, and lack what came with MySQL 5.6 and 5.7. */
const OLD: readonly string[] = ['mysql-5.5'];

/** Schemas at a server's limits, each dumped, loaded beside the original and compared by another client. */
describe.each(serverNames)('%s', (name) => {
  let server: MatrixServer;
  let folder = '';
  beforeAll(async () => {
    server = await MatrixServer.start(name);
    folder = mkdtempSync(join(tmpdir(), 'sluice-shapes-'));
  });
  afterAll(async () => {
    await server.end();
    rmSync(folder, { recursive: true, force: true });
  });

  const sluice = (...words: readonly string[]) => runSluice([...words, '--json'], server.secret);

  const vendor: Vendor = name.startsWith('mariadb') ? 'mariadb' : 'mysql';
  const isOld = OLD.includes(name);
  const known = shapes.filter(({ statements }) => statements({ vendor, isOld }).length > 0);

  it.each(known)('carries a schema with $what', async ({ what, statements, warns = false }) => {
    await server.run([
      `DROP DATABASE IF EXISTS ${SCHEMA}`,
      `DROP DATABASE IF EXISTS ${COPY}`,
      `CREATE DATABASE ${SCHEMA}`,
      `USE ${SCHEMA}`,
      ...statements({ vendor, isOld }),
    ]);
    const dump = join(folder, what.replace(/\W+/g, '-'));
    const dumped = await sluice('dump', '--source', server.dsn, '--out', dump, '--schemas', SCHEMA);
    expect(dumped.exitCode, dumped.output).toBe(warns ? 3 : 0);
    const target = ['--target', server.dsn, '--dump', dump, '--schema-map', `${SCHEMA}=${COPY}`];
    const loaded = await sluice('load', ...target, '--checksum');
    expect(loaded.exitCode, loaded.output).toBe(0);
    expect(await tablesOf(COPY)).toEqual(await tablesOf(SCHEMA));
  });

  /** Definition and the server's own checksum of each table. */
  async function tablesOf(schema: string): Promise<Readonly<Record<string, readonly unknown[]>>> {
    return await server.use(async (connection) => {
      const [tables] = await connection.query<RowDataPacket[]>(
        "SELECT TABLE_NAME AS name FROM information_schema.TABLES WHERE TABLE_SCHEMA = ? AND TABLE_TYPE = 'BASE TABLE'",
        [schema],
      );
      const read: Record<string, readonly unknown[]> = {};
      for (const { name: table } of tables as { name: string }[]) {
        const quoted = `\`${schema}\`.\`${table}\``;
        const [[created]] = await connection.query<RowDataPacket[]>(`SHOW CREATE TABLE ${quoted}`);
        const [[sum]] = await connection.query<RowDataPacket[]>(`CHECKSUM TABLE ${quoted}`);
        read[table] = [created?.['Create Table'], sum?.Checksum];
      }
      return read;
    });
  }
});
