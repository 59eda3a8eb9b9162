import { mkdtempSync, rmSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runSluice } from '../integration/harness/command';
import { MatrixServer, serverNames, skipMissingServers } from './matrix-server';

skipMissingServers();

/**
 * The most bytes that a name may have: 64 characters of three, for no server takes those of four in names; these have
 * short names of files, and most others of three bytes would make one that is too long.
 */
const LONGEST = 'ạ'.repeat(64);
/** Its file has the names of schema and table in its path, too: longer ones MySQL 5.5 can't create everywhere. */
const PARTITION = LONGEST.slice(0, 32);
const ROWS = 2000;

const quoted = (name: string) => `\`${name}\``;

/** A schema whose tables have several chunks, one of them by partitions. */
function statements(schema: string, table: string): readonly string[] {
  const rows = Array.from({ length: ROWS }, (_, at) => `(${at}, REPEAT('x', 500))`).join(', ');
  return [
    `CREATE DATABASE ${quoted(schema)}`,
    `USE ${quoted(schema)}`,
    `CREATE TABLE ${quoted(table)} (${quoted(table)} INT NOT NULL PRIMARY KEY, b TEXT) ENGINE=InnoDB`,
    `INSERT INTO ${quoted(table)} VALUES ${rows}`,
    `CREATE TABLE parted (a INT NOT NULL PRIMARY KEY, b TEXT) ENGINE=InnoDB PARTITION BY RANGE (a)
       (PARTITION ${quoted(PARTITION)} VALUES LESS THAN (1000), PARTITION late VALUES LESS THAN MAXVALUE)`,
    `INSERT INTO parted VALUES ${rows}`,
  ];
}

/** The journal of a load has a key of these names, and old servers' keys are short. */
describe.each(serverNames)('%s', (name) => {
  let server: MatrixServer;
  let folder = '';
  beforeAll(async () => {
    server = await MatrixServer.start(name);
    folder = mkdtempSync(join(tmpdir(), 'sluice-long-names-'));
  });
  afterAll(async () => {
    await server.end();
    rmSync(folder, { recursive: true, force: true });
  });

  const sluice = (...words: readonly string[]) => runSluice([...words, '--json'], server.secret);

  it('loads tables whose names have 64 characters of three bytes', async () => {
    const dump = join(folder, 'dump');
    await server.run(statements(LONGEST, LONGEST));
    const words = ['--source', server.dsn, '--out', dump, '--chunk-bytes', '128KiB', '--threads', '2'];
    const dumped = await sluice('dump', ...words, '--exclude-schemas', 'mysql,sys');
    expect(dumped.exitCode, dumped.output).toBe(0);
    await server.run([`DROP DATABASE ${quoted(LONGEST)}`]);
    const target = ['--target', server.dsn, '--dump', dump];
    const loaded = await sluice('load', ...target, '--checksum');
    expect(loaded.exitCode, loaded.output).toBe(0);
    expect(loaded.result.rows).toBe(2 * ROWS);
    await server.run([`DROP DATABASE ${quoted(LONGEST)}`]);
  });
});
