import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testServer, testVendors } from '../../servers/test-server';
import { runSluice } from '../harness/command';
import { connectToFresh, dropSchemas, withPlain } from '../harness/servers';

const SCHEMA = 'migrate_command';
const COPY = 'migrate_command_copy';

describe.each(testVendors)('sluice migrate, %s', (vendor) => {
  const { host, port, user, password } = testServer(vendor);
  const dsn = `mysql://${user}@${host}:${port}`;

  const command = async (...more: readonly string[]) =>
    await runSluice(['migrate', '--source', dsn, '--target', dsn, '--schemas', SCHEMA, ...more], {
      SLUICE_PASSWORD: password,
    });

  const copies = async () =>
    await withPlain(vendor, async (connection) => {
      const [rows] = await connection.query({
        sql: 'SHOW DATABASES LIKE ?',
        values: [COPY],
        rowsAsArray: true,
      });
      return rows;
    });

  beforeAll(async () => {
    const connection = await connectToFresh(vendor, SCHEMA);
    await connection.query('CREATE TABLE t (id INT PRIMARY KEY, c VARCHAR(20))');
    await connection.query("INSERT INTO t VALUES (1, 'a'), (2, NULL)");
    await connection.end();
    await dropSchemas(vendor, COPY);
  });

  afterAll(async () => {
    await dropSchemas(vendor, SCHEMA, COPY);
  });

  it('plans with its blockers, and touches nothing', async () => {
    const free = await command('--dry-run', '--json', '--schema-map', `${SCHEMA}=${COPY}`);
    expect(free).toMatchObject({ exitCode: 0, result: { type: 'result', ok: true, errors: [] } });
    const [first = ''] = free.output.split('\n');
    expect(JSON.parse(first)).toMatchObject({
      type: 'plan',
      tables: [{ from: `${SCHEMA}.t`, to: `${COPY}.t`, shared: true }],
    });
    expect(await copies()).toEqual([]);
    const clash = await command('--dry-run', '--json');
    expect(clash).toMatchObject({
      exitCode: 5,
      result: { ok: false, errors: [{ code: 'migration-refused' }] },
    });
    expect((await command('--dry-run')).output).toContain('This migration would be refused.');
  });

  it('says that rows are excluded where only definitions are taken', async () => {
    const plan = await command('--dry-run', '--ddl-only', '--schema-map', `${SCHEMA}=${COPY}`);
    expect(plan.output).toMatch(/^Includes: .*Excludes: .*all rows/m);
  });

  it('moves, verifies and says so', async () => {
    const moved = await command('--json', '--threads', '2', '--schema-map', `${SCHEMA}=${COPY}`);
    expect(moved).toMatchObject({
      exitCode: 0,
      result: { type: 'result', kind: 'migrate', ok: true, tables: 1, rows: 2, errors: [] },
    });
    expect(moved.result.verdicts[0]?.checks.map(({ kind, state }) => [kind, state])).toEqual([
      ['rows', 'ok'],
      ['definition', 'ok'],
      ['checksum', 'ok'],
    ]);
    const again = await command('--json', '--schema-map', `${SCHEMA}=${COPY}`);
    expect(again).toMatchObject({ exitCode: 5, result: { errors: [{ code: 'target-exists' }] } });
    await dropSchemas(vendor, COPY);
  });

  it('offers nothing that it can’t do', async () => {
    const resumed = await command('--resume', '--json');
    expect(resumed).toMatchObject({ exitCode: 5, result: { errors: [{ code: 'target-exists' }] } });
    expect((await command('--resume', '--roll-back')).exitCode).toBe(2);
    expect((await command('--fix', 'everything', '--json')).result.errors).toMatchObject([{ code: 'usage' }]);
    const rolledBack = await command('--roll-back', '--json');
    expect(rolledBack).toMatchObject({ exitCode: 5, result: { errors: [{ code: 'nothing-to-resume' }] } });
  });

  it('the journal of a killed migration is rolled back with everything that it records', async () => {
    await withPlain(vendor, async (connection) => {
      await connection.query(`CREATE DATABASE ${COPY}`);
      await connection.query(`CREATE TABLE ${COPY}.t (id INT PRIMARY KEY)`);
      await connection.query(
        `CREATE TABLE ${COPY}.sluice_load_journal (kind VARCHAR(16) NOT NULL, name VARBINARY(1024) NOT NULL, detail LONGTEXT NOT NULL,
         row_count BIGINT UNSIGNED, byte_count BIGINT UNSIGNED, xxh64 CHAR(16), PRIMARY KEY (kind, name))`,
      );
      const header = {
        ...{
          version: 5,
          loadName: 'sluice-dead',
          dump: 'migration',
          options: {},
          targets: [{ source: SCHEMA, target: COPY }],
        },
        migration: { schemaMap: { [SCHEMA]: COPY } },
      };
      const made = [
        { kind: 'schema', schema: COPY, name: '' },
        { kind: 'table', schema: COPY, name: 't', temporary: 'sluice-dead-2' },
      ];
      const insert = `INSERT INTO ${COPY}.sluice_load_journal (kind, name, detail, row_count) VALUES (?, ?, ?, ?)`;
      await connection.query(insert, ['load', '', JSON.stringify(header), null]);
      for (const [at, object] of made.entries())
        await connection.query(insert, ['made', String(at + 1).padStart(12, '0'), JSON.stringify(object), 1]);
    });
    const refused = await command('--json', '--schema-map', `${SCHEMA}=${COPY}`);
    expect(refused.result.errors).toMatchObject([{ code: 'load-unfinished' }]);
    expect((await command('--roll-back', '--json')).exitCode).toBe(0);
    expect(await copies()).toEqual([]);
  });
});

describe('sluice migrate --dry-run, mariadb to mysql', () => {
  const dsnOf = (vendor: (typeof testVendors)[number]) => {
    const { host, port, user } = testServer(vendor);
    return `mysql://${user}@${host}:${port}`;
  };

  beforeAll(async () => {
    const connection = await connectToFresh('mariadb', SCHEMA);
    await connection.query('CREATE TABLE t (id INT PRIMARY KEY, u UUID)');
    await connection.end();
  });

  afterAll(async () => {
    await dropSchemas('mariadb', SCHEMA);
  });

  it('names the rule that removes a blocker, in --json too', async () => {
    const args = ['--source', dsnOf('mariadb'), '--target', dsnOf('mysql'), '--schemas', SCHEMA];
    const { output, result } = await runSluice(['migrate', ...args, '--dry-run', '--json'], {
      SLUICE_SOURCE_PASSWORD: testServer('mariadb').password,
      SLUICE_TARGET_PASSWORD: testServer('mysql').password,
    });
    const [plan = ''] = output.split('\n');
    expect(JSON.parse(plan)).toMatchObject({
      findings: expect.arrayContaining([
        expect.objectContaining({ kind: 'switchable', severity: 'blocks', switchOn: 'types' }),
      ]) as unknown,
    });
    expect(result.errors).toContainEqual(
      expect.objectContaining({ code: 'migration-refused', hint: 'Begin again with --fix types.' }),
    );
  });
});
