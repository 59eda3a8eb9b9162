import { mkdtemp, rm } from 'fs/promises';
import { tmpdir } from 'os';
import { join } from 'path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { LoadOptions } from '../../app/contract/runs/options';
import type { RunResult } from '../../app/contract/runs/result';
import { testServer, testVendors } from '../servers/test-server';
import { runSluice } from './harness/command';
import { compareWithDump, dumpSchema, loadDump, newRegistry } from './harness/runs';
import { connectToFresh, dropSchemas, withPlain } from './harness/servers';

const SCHEMA = 'compared_extent';
const COPY = 'compared_extent_copy';

const STATEMENTS = [
  `ALTER DATABASE ${SCHEMA} DEFAULT CHARACTER SET latin1 COLLATE latin1_german1_ci`,
  'CREATE TABLE parent (id INT PRIMARY KEY)',
  'CREATE TABLE child (id INT AUTO_INCREMENT PRIMARY KEY, p INT, v VARCHAR(20), CONSTRAINT of_parent FOREIGN KEY (p) REFERENCES parent (id))',
  'CREATE TABLE empty_one (id INT AUTO_INCREMENT PRIMARY KEY)',
  'INSERT INTO parent VALUES (1), (2)',
  "INSERT INTO child (id, p, v) VALUES (1, 1, 'one'), (2, 2, 'two'), (50, NULL, 'gone')",
  'DELETE FROM child WHERE id = 50',
];

describe.each(testVendors)('the extent of a comparison with a dump: %s', (vendor) => {
  const registry = newRegistry();
  let parent: string;
  const folder = () => join(parent, 'dump');

  beforeAll(async () => {
    parent = await mkdtemp(join(tmpdir(), 'sluice-compare-extent-'));
    const connection = await connectToFresh(vendor, SCHEMA);
    for (const statement of STATEMENTS) await connection.query(statement);
    await connection.end();
    expect((await dumpSchema(registry, { vendor, schema: SCHEMA, folder: folder() })).errors).toEqual([]);
  });

  beforeEach(async () => {
    await dropSchemas(vendor, COPY);
    const loaded = await loadDump(registry, { vendor, folder: folder(), schemaMap: { [SCHEMA]: COPY } });
    expect(loaded.errors).toEqual([]);
  });

  afterAll(async () => {
    await rm(parent, { recursive: true, force: true });
    await dropSchemas(vendor, SCHEMA, COPY);
  });

  async function change(...statements: readonly string[]): Promise<void> {
    await withPlain(vendor, async (connection) => {
      await connection.query(`USE ${COPY}`);
      for (const statement of statements) await connection.query(statement);
    });
  }

  const compare = (verify: LoadOptions['verify'] = 'rows') =>
    compareWithDump(registry, { vendor, folder: folder(), schemaMap: { [SCHEMA]: COPY }, verify });

  const saidOf = ({ checks }: Pick<RunResult, 'checks'>) =>
    checks.map(({ kind, state }) => `${kind} ${state}`);
  const ofTable = ({ verdicts }: RunResult, name: string) =>
    saidOf(verdicts.find(({ table }) => table === name) ?? { checks: [] });

  it('is said of a faithful copy, by rows and by checksum', async () => {
    const counted = await compare();
    expect(counted).toMatchObject({ state: 'done', errors: [], warnings: [] });
    expect(saidOf(counted)).toEqual(['schema ok', 'extra ok', 'checksum not-checked']);
    expect(ofTable(counted, 'child')).toEqual(['rows ok', 'definition ok', 'counter ok', 'foreign-keys ok']);
    expect(ofTable(counted, 'parent')).toEqual(['rows ok', 'definition ok']);
    const summed = await compare('checksum');
    expect(summed).toMatchObject({ state: 'done', errors: [], warnings: [] });
    expect(saidOf(summed)).toEqual(['schema ok', 'extra ok']);
    expect(ofTable(summed, 'child')).toEqual([
      ...['rows ok', 'definition ok', 'counter ok', 'checksum ok', 'foreign-keys ok'],
    ]);
  });

  it('names the objects of the schema that the dump does not hold', async () => {
    await change(
      'CREATE TABLE mine (id INT)',
      'CREATE VIEW my_view AS SELECT 1 AS one',
      'CREATE FUNCTION my_function() RETURNS INT DETERMINISTIC RETURN 1',
      'CREATE PROCEDURE my_procedure() SELECT 2',
      'CREATE EVENT my_event ON SCHEDULE EVERY 1 DAY DISABLE DO DELETE FROM mine',
      'CREATE TRIGGER my_trigger BEFORE INSERT ON child FOR EACH ROW SET NEW.v = NEW.v',
    );
    const result = await compare();
    expect(result).toMatchObject({ state: 'done-with-warnings', errors: [] });
    expect(result.warnings).toMatchObject([{ code: 'extra-objects' }]);
    expect(saidOf(result)).toContain('extra not-checked');
    const said = `${result.warnings[0]?.message ?? ''} ${result.checks.find(({ kind }) => kind === 'extra')?.detail ?? ''}`;
    for (const name of [
      'table mine',
      'view my_view',
      'function my_function',
      'procedure my_procedure',
      'event my_event',
    ])
      expect(said.split(name)).toHaveLength(3);
    expect(said).toContain('trigger my_trigger');
    expect(said).not.toContain('table child');
  });

  it('misses another default character set of the schema', async () => {
    await change(`ALTER DATABASE ${COPY} DEFAULT CHARACTER SET latin1 COLLATE latin1_swedish_ci`);
    const result = await compare();
    expect(result.errors).toMatchObject([{ code: 'definition-differs', table: COPY }]);
    expect(result.errors[0]?.message).toContain('latin1_german1_ci');
    expect(saidOf(result)).toContain('schema failed');
  });

  it('misses a lower and a higher AUTO_INCREMENT counter', async () => {
    await change('ALTER TABLE child AUTO_INCREMENT = 3', 'ALTER TABLE empty_one AUTO_INCREMENT = 700');
    const result = await compare();
    expect(result.errors).toMatchObject([
      { code: 'definition-differs', table: `${COPY}.child` },
      { code: 'definition-differs', table: `${COPY}.empty_one` },
    ]);
    expect(result.errors[0]?.message).toMatch(/\b3\b.*\b51\b/);
    expect(result.errors[1]?.message).toMatch(/\b700\b.*\b1\b/);
    expect(ofTable(result, 'child')).toContain('counter failed');
  });

  it('takes the next number after the dump’s own rows for theirs', async () => {
    await change('ALTER TABLE child AUTO_INCREMENT = 51');
    await withPlain(vendor, (connection) => connection.query(`INSERT INTO ${COPY}.empty_one VALUES (90)`));
    const result = await compare();
    // The rows differ, and the counter is theirs.
    expect(result.errors).toMatchObject([{ code: 'rows-differ', table: `${COPY}.empty_one` }]);
  });

  it('finds rows without a parent, and that the dump has none of them', async () => {
    await change('SET SESSION foreign_key_checks = 0', 'UPDATE child SET p = 77 WHERE id = 1');
    const result = await compare();
    expect(result.state).toBe('failed');
    expect(ofTable(result, 'child')).toContain('foreign-keys failed');
    expect(result.errors).toMatchObject([{ code: 'rows-differ', table: `${COPY}.child` }]);
    const summed = await compare('checksum');
    expect(summed.errors).toMatchObject([{ code: 'rows-differ', table: `${COPY}.child` }]);
    expect(ofTable(summed, 'child')).toContain('foreign-keys not-checked');
  });

  it('shows the lines in which a definition differs', async () => {
    await change('ALTER TABLE child MODIFY v VARCHAR(21)');
    const { errors } = await compare();
    expect(errors).toMatchObject([{ code: 'definition-differs', table: `${COPY}.child` }]);
    expect(errors[0]?.message).toMatch(/varchar\(20\).*varchar\(21\)/);
  });

  it('is printed on the command line', async () => {
    await change('CREATE TABLE mine (id INT)', 'ALTER TABLE child AUTO_INCREMENT = 3');
    const { host, port, user, password } = testServer(vendor);
    const target = `mysql://${user}@${host}:${port}`;
    const words = ['verify', '--dump', folder(), '--target', target, '--schema-map', `${SCHEMA}=${COPY}`];
    const { exitCode, output } = await runSluice(words, { SLUICE_PASSWORD: password });
    expect(exitCode, output).toBe(1);
    expect(output).toContain(
      `  table ${COPY}.child: rows the same, definition the same, AUTO_INCREMENT NOT the same, foreign keys hold\n`,
    );
    expect(output).toMatch(new RegExp(`  schema defaults the same: ${COPY}: `));
    expect(output).toMatch(/ {2}other objects there: .*table mine/);
    expect(output).toMatch(/ {2}checksum not compared: .*--checksum/);
  });
});

describe('rows at the source without a parent', () => {
  it.each(testVendors)('are the dump’s in a comparison: %s', async (vendor) => {
    const registry = newRegistry();
    const parent = await mkdtemp(join(tmpdir(), 'sluice-compare-orphans-'));
    try {
      const connection = await connectToFresh(vendor, SCHEMA);
      await connection.query('SET SESSION foreign_key_checks = 0');
      for (const statement of [...STATEMENTS, 'UPDATE child SET p = 77 WHERE id = 1'])
        await connection.query(statement);
      await connection.end();
      const folder = join(parent, 'dump');
      expect((await dumpSchema(registry, { vendor, schema: SCHEMA, folder })).errors).toEqual([]);
      const result = await compareWithDump(registry, { vendor, folder });
      expect(result).toMatchObject({ state: 'done-with-warnings', errors: [] });
      expect(result.warnings).toMatchObject([{ code: 'orphaned-rows', table: `${SCHEMA}.child` }]);
    } finally {
      await rm(parent, { recursive: true, force: true });
      await dropSchemas(vendor, SCHEMA);
    }
  });
});
