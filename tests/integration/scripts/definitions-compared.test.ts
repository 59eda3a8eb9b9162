import { mkdtemp, rm } from 'fs/promises';
import { tmpdir } from 'os';
import { join } from 'path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Check } from '../../../app/contract/runs/result';
import { dumpByClient, dumpByMydumper } from '../../servers/dump-programs';
import { testVendors } from '../../servers/test-server';
import { compareWithDump, loadDump, newRegistry } from '../harness/runs';
import { connectToFresh, dropSchemas, withPlain } from '../harness/servers';

const SCHEMA = 'written_source';
const COPY = 'written_copy';

const OBJECTS = [
  `CREATE TABLE some (
     id INT UNSIGNED PRIMARY KEY AUTO_INCREMENT, v VARCHAR(20) CHARACTER SET latin1 DEFAULT 'it''s' COMMENT 'a \\\\ b',
     d DECIMAL(5,2) AS (CHAR_LENGTH(v) * 2) STORED, at TIMESTAMP(3) DEFAULT CURRENT_TIMESTAMP(3), UNIQUE KEY odd (v DESC, id)
   ) COMMENT 'x;y'`,
  'CREATE TABLE plain (id INT PRIMARY KEY, s INT, CHECK (id > 0)) PARTITION BY HASH (id) PARTITIONS 3',
  'CREATE TABLE child (id INT PRIMARY KEY, s INT UNSIGNED, FOREIGN KEY (s) REFERENCES some (id) ON DELETE CASCADE)',
  "INSERT INTO some (v) VALUES ('one')",
  'CREATE VIEW seen AS SELECT id, CONCAT(v, "é") AS w FROM some WHERE id BETWEEN 1 AND 3 WITH CASCADED CHECK OPTION',
  'CREATE FUNCTION one(a INT, b VARCHAR(3)) RETURNS INT DETERMINISTIC COMMENT "c" RETURN a',
  'CREATE PROCEDURE two(OUT x INT) BEGIN SET x = 2; /* ; */ END',
  "CREATE EVENT later ON SCHEDULE EVERY 1 DAY STARTS '2030-01-01 00:00:00' DISABLE DO DELETE FROM some WHERE id < 0",
  'CREATE TRIGGER early BEFORE INSERT ON some FOR EACH ROW SET NEW.v = CONCAT(NEW.v, "1")',
  'CREATE TRIGGER late BEFORE INSERT ON some FOR EACH ROW SET NEW.v = CONCAT(NEW.v, "2")',
];

const TOOLS = {
  client: (vendor, path) =>
    dumpByClient(vendor, path, ['--databases', SCHEMA, '--routines', '--events', '--triggers']),
  mydumper: (vendor, path) =>
    dumpByMydumper(vendor, path, [`--database=${SCHEMA}`, '--routines', '--events', '--triggers']),
} as const satisfies Record<string, (vendor: (typeof testVendors)[number], path: string) => Promise<void>>;

const dumps = testVendors.flatMap((vendor) =>
  (['client', 'mydumper'] as const)
    // mydumper 0.10 writes a setting without a value about objects of MySQL 9.7.
    .filter((tool) => tool === 'client' || vendor === 'mariadb')
    .map((tool) => [tool, vendor] as const),
);

describe.each(dumps)('definitions that %s has written of %s', (tool, vendor) => {
  const registry = newRegistry();
  // mydumper takes a sequence for a table.
  const own = vendor === 'mariadb' && tool === 'client' ? ['CREATE SEQUENCE counts START WITH 5'] : [];
  // mariadb-dump writes a sequence, and mydumper whatever has a body, in words of their own.
  const ofBodies = ['event', 'function', 'procedure', 'trigger'];
  const sameKinds = tool === 'client' ? ['view', ...ofBodies] : ['view'];
  const others = tool === 'client' ? own.map(() => 'sequence') : ofBodies;
  const schemaMap = { [SCHEMA]: COPY };
  let parent: string;
  const folder = () => join(parent, tool === 'client' ? 'dump.sql' : 'dump');
  const load = async () => {
    await dropSchemas(vendor, COPY);
    return await loadDump(registry, { vendor, folder: folder(), schemaMap });
  };
  const compare = () => compareWithDump(registry, { vendor, folder: folder(), schemaMap });
  const change = (...statements: readonly string[]) =>
    withPlain(vendor, async (connection) => {
      await connection.query(`USE ${COPY}`);
      for (const statement of statements) await connection.query(statement);
    });
  const definitionsOf = (items: readonly { readonly checks: readonly Check[] }[] = []) =>
    items.flatMap(({ checks }) => checks.filter(({ kind }) => kind === 'definition' || kind === 'object'));

  beforeAll(async () => {
    parent = await mkdtemp(join(tmpdir(), 'sluice-written-'));
    const connection = await connectToFresh(vendor, SCHEMA);
    for (const statement of [...OBJECTS, ...own]) await connection.query(statement);
    await connection.end();
    await TOOLS[tool](vendor, folder());
  });
  beforeEach(async () => {
    expect((await load()).errors).toEqual([]);
  });
  afterAll(async () => {
    await rm(parent, { recursive: true, force: true });
    await dropSchemas(vendor, SCHEMA, COPY);
  });

  it('are compared by a load, those of tables and of other objects', async () => {
    const { verdicts, checks, errors } = await load();
    expect(errors).toEqual([]);
    expect(definitionsOf(verdicts)).toHaveLength(3);
    for (const check of definitionsOf(verdicts)) expect(check).toMatchObject({ state: 'ok' });
    const [same, other] = definitionsOf([{ checks }]);
    expect(same).toMatchObject({
      state: 'ok',
      detail: expect.stringMatching(/say the same as the other tool’s statements/) as string,
    });
    expect(other === undefined ? [] : [other]).toMatchObject(
      others.length === 0
        ? []
        : [{ state: 'not-checked', detail: expect.stringMatching(/^In other words/) as string }],
    );
  });

  it('are compared by a verification', async () => {
    const { verdicts, objects = [], errors } = await compare();
    expect(errors).toEqual([]);
    expect(definitionsOf(verdicts)).toHaveLength(3);
    for (const check of definitionsOf(verdicts)) expect(check).toMatchObject({ state: 'ok' });
    const stateOf = new Map(
      objects.map((object) => [object.kind, definitionsOf([object]).map(({ state }) => state)]),
    );
    expect(Object.fromEntries(stateOf)).toEqual({
      ...Object.fromEntries(sameKinds.map((kind) => [kind, ['ok']])),
      ...Object.fromEntries(others.map((kind) => [kind, ['not-checked']])),
    });
  });

  it('show an index that is gone, and a view that says something else, as not compared', async () => {
    await change(
      'ALTER TABLE some DROP INDEX odd',
      'CREATE OR REPLACE VIEW seen AS SELECT id, v AS w FROM some WHERE id = 1',
    );
    const { verdicts, objects = [], errors } = await compare();
    expect(errors).toEqual([]);
    const some = verdicts.filter(({ table }) => table === 'some');
    // A folder of mydumper 0.10 does not tell the server: what it says is held against either vendor.
    const detail = tool === 'client' ? /another tool has written: .*`odd`/ : /other vendor/;
    expect(definitionsOf(some)).toMatchObject([
      { state: 'not-checked', detail: expect.stringMatching(detail) as string },
    ]);
    expect(definitionsOf(objects.filter(({ name }) => name === 'seen'))).toMatchObject([
      { state: 'not-checked' },
    ]);
  });

  it('show an object that is missing', async () => {
    await change('DROP FUNCTION one', 'DROP TRIGGER late', 'DROP VIEW seen');
    const { errors, state } = await compare();
    expect(state).toBe('failed');
    expect(errors.map(({ table }) => table).sort()).toEqual(
      ['late', 'one', 'seen'].map((name) => `${COPY}.${name}`),
    );
  });
});
