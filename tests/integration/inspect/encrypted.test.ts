import { promises as fs } from 'fs';
import { tmpdir } from 'os';
import { basename, join } from 'path';
import { createConnection, type Connection } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Inspection } from '../../../app/contract/pages/inspection';
import type { EngineFileReport } from '../../../app/engine/tablespace';
import { readTablespace } from '../../../app/inspect/file/file';
import { startInstance, type Instance } from '../../../app/sandbox/instance';
import { locateServer, type ServerProgram } from '../../../app/sandbox/locate';
import { runSluice } from '../harness/command';
import { createSubject, newReader, ROWS, whileExported } from './subject';

const SCHEMA = 'secret';
const KEYRING = 'component_keyring_file';

/**
 * Tables that a live MySQL encrypts. Its keyring is a component, named by a manifest beside the program and configured
 * by a file beside the component: so the server is started through links in a folder of its own, and nothing is written
 * where it was unpacked. MariaDB's key plugins are in none of the packages that set-up unpacks: its encrypted pages are
 * made by code (`tests/native/innodb/report_test.cc`, `checksum_test.cc`).
 */
describe('an encrypted file of a live MySQL', () => {
  let folder = '';
  let server: Instance;
  let connection: Connection;

  beforeAll(async () => {
    folder = await fs.mkdtemp(join(tmpdir(), 'sluice-keyring-'));
    server = await startInstance({
      program: await withKeyring(folder),
      folder: join(folder, 'server'),
      lifetime: 'temporary',
      bufferPoolBytes: 128 << 20,
      options: [],
    });
    const { socketPath, user, password } = server;
    connection = await createConnection({ socketPath, user, password });
    await connection.query(`CREATE DATABASE ${SCHEMA}`);
    await connection.query(`USE ${SCHEMA}`);
  });

  afterAll(async () => {
    await connection.end();
    await server.stop();
    await fs.rm(folder, { recursive: true, force: true });
  });

  const fileOf = (table: string) => join(server.dataFolder, SCHEMA, `${table}.ibd`);

  async function inspect(...arguments_: readonly string[]): Promise<Inspection> {
    const run = await runSluice(['inspect', '--json', ...arguments_], { SLUICE_PASSWORD: server.password });
    expect([run.exitCode, run.output]).toEqual([0, expect.any(String)]);
    return JSON.parse(run.output) as Inspection;
  }

  const inspectTable = (table: string, tier: string) =>
    inspect(
      '--target',
      `mysql://${server.user}@127.0.0.1:${server.port}`,
      '--tables',
      `${SCHEMA}.${table}`,
      '--tier',
      tier,
    );

  it.each([
    ["ENCRYPTION='Y'", 15],
    ["ENCRYPTION='Y' COMPRESSION='zlib'", 16],
    ["ENCRYPTION='Y' ROW_FORMAT=COMPRESSED KEY_BLOCK_SIZE=8", 15],
  ])('is told from a damaged one, %s', async (options, type) => {
    await createSubject(connection, 't', { options });
    await whileExported(connection, 't', async () => {
      const report = await readTablespace(newReader(), fileOf('t'));
      expect(report.format).toMatchObject({ origin: 'mysql', encrypted: true });
      expect(report.states).toMatchObject({ damaged: 0, wrongNumber: 0, unverified: report.encryptedPages });
      expect(report.readAgain).toBe(0);
      expect(pagesOf(report, type)).toBeGreaterThan(200);
      expect(report.indexes).toEqual([]);
      const { encryptedPages: pages } = report;
      expect(report.indexesUnknown).toEqual({ key: 'pagesEncrypted', parameters: { pages } });
      // The headers are readable all the same.
      expect(report.oldestLsn).toBeGreaterThan(0);
      expect(report.newestLsn).toBeGreaterThan(report.oldestLsn);
    });
  });

  it('is one with a spatial index too', async () => {
    await connection.query(
      'CREATE TABLE places (id INT PRIMARY KEY, at POINT NOT NULL SRID 0, SPATIAL KEY s (at)) ENCRYPTION="Y"',
    );
    await connection.query('INSERT INTO places VALUES (1, POINT(1, 1))');
    await whileExported(connection, 'places', async () => {
      const report = await readTablespace(newReader(), fileOf('places'));
      expect(report.states).toMatchObject({ damaged: 0, wrongNumber: 0 });
      expect(pagesOf(report, 17)).toBe(1);
    });
  });

  it('is plain again when its encryption is rolled back', async () => {
    await createSubject(connection, 'mixed', { options: "ENCRYPTION='Y'" });
    await connection.query("ALTER TABLE mixed ENCRYPTION='N'");
    await whileExported(connection, 'mixed', async () => {
      const report = await readTablespace(newReader(), fileOf('mixed'));
      expect(report.states).toMatchObject({ damaged: 0, wrongNumber: 0, unverified: 0 });
      expect(report.indexes.map(({ records }) => records)).toEqual([ROWS, ROWS]);
    });
  });

  it('is named as encrypted by the command line, alone and on its server', async () => {
    await createSubject(connection, 't', { options: "ENCRYPTION='Y'" });
    const onServer = await inspectTable('t', 'file');
    const alone = await inspect('--ibd', fileOf('t'));
    for (const { indexes, tables } of [onServer, alone]) {
      const [file] = tables[0]?.files ?? [];
      expect(file).toMatchObject({
        checksumFailures: 0,
        mendedPages: 0,
        unverifiedPages: file?.encryptedPages,
      });
      expect(file?.encryptedPages).toBeGreaterThan(200);
      expect(indexes).toEqual([]);
      expect(tables[0]?.notes[0]).toBe(`${hidden(file)}.`);
      expect(tables[0]?.notes.join()).not.toMatch(/damaged/);
    }
  });

  it('gives way to the server’s memory, where the pages are readable', async () => {
    await createSubject(connection, 't', { options: "ENCRYPTION='Y'" });
    const { indexes, tables } = await inspectTable('t', 'auto');
    expect(tables[0]?.tier).toBe('buffer-pool');
    expect(tables[0]?.notes[0]).toMatch(/^Not from the file: \d+ pages are encrypted/);
    expect(indexes.map(({ name }) => name)).toEqual(['PRIMARY', 'k_1']);
    expect(indexes[0]?.leafPages).toBeGreaterThan(200);
  });
});

function hidden(file: { readonly encryptedPages: number } | undefined): string {
  return `${file?.encryptedPages} pages are encrypted: only headers can be read`;
}

function pagesOf({ types }: EngineFileReport, type: number): number {
  return types.find((found) => found.type === type && found.kind === 'encrypted')?.pages ?? 0;
}

/** The program as links in `folder`, with its keyring in a file there. */
async function withKeyring(folder: string): Promise<ServerProgram> {
  const found = locateServer('mysql');
  if (found === null) throw new Error('There is no mysql server');
  const program = found.command[found.command.length - 1] ?? '';
  const plugins = found.options.find((option) => option.startsWith('--plugin-dir='))?.split('=')[1] ?? '';
  const link = join(folder, basename(program));
  await fs.symlink(program, link);
  await fs.writeFile(`${link}.my`, JSON.stringify({ components: `file://${KEYRING}` }));
  const own = join(folder, 'plugin');
  await fs.mkdir(own);
  await fs.symlink(join(plugins, `${KEYRING}.so`), join(own, `${KEYRING}.so`));
  await fs.writeFile(
    join(own, `${KEYRING}.cnf`),
    JSON.stringify({ path: join(folder, 'keys'), read_only: false }),
  );
  return {
    ...found,
    command: [...found.command.slice(0, -1), link],
    options: [...found.options, `--plugin-dir=${own}`],
  };
}
