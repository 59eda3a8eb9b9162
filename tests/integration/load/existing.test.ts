import { join } from 'path';
import type { Connection } from 'mysql2/promise';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { schemaFingerprint } from '../../fixtures/fingerprint';
import { testServer, testVendors } from '../../servers/test-server';
import { startSluice } from '../harness/command';
import { rollBackLoad, dumpSchema, loadDump, newRegistry, withFolder } from '../harness/runs';
import { connectToFresh, dropSchemas } from '../harness/servers';
import { expectWhole, saboteurCommand } from './crash-schema';

const SOURCE = 'load_existing';
const COPY = 'load_existing_copy';

/** Two tables that refer to each other: neither can be emptied or dropped first with checks on. */
const CREATIONS = [
  'CREATE TABLE hen (id INT PRIMARY KEY, egg INT, v VARCHAR(20), KEY v (v), CONSTRAINT laid FOREIGN KEY (egg) REFERENCES egg (id))',
  'CREATE TABLE egg (id INT PRIMARY KEY, hen INT, CONSTRAINT hatched FOREIGN KEY (hen) REFERENCES hen (id))',
];

describe.each(testVendors)('tables that are there already, %s', (vendor) => {
  const registry = newRegistry();
  let connection: Connection;

  beforeEach(async () => {
    await dropSchemas(vendor, COPY);
    connection = await connectToFresh(vendor, SOURCE);
    await connection.query('SET SESSION foreign_key_checks = 0');
    for (const statement of [
      ...CREATIONS,
      'INSERT INTO hen VALUES (1, 2, NULL), (2, 1, REPEAT("a", 20))',
      'INSERT INTO egg VALUES (1, 1), (2, 2)',
      'CREATE TRIGGER told BEFORE INSERT ON hen FOR EACH ROW SET NEW.v = NEW.v',
      `CREATE DATABASE ${COPY}`,
      `USE ${COPY}`,
      ...CREATIONS,
      "INSERT INTO hen VALUES (1, 9, 'mine'), (7, NULL, 'mine')",
      'INSERT INTO egg VALUES (9, 7)',
      "CREATE TRIGGER told BEFORE INSERT ON hen FOR EACH ROW SET NEW.v = 'spoilt'",
    ])
      await connection.query(statement);
    return async () => await connection.end();
  });

  afterAll(() => dropSchemas(vendor, SOURCE, COPY));

  it.each(['drop', 'truncate'] as const)(
    '%s: the dump’s rows take the place of those there, and no trigger of theirs fires',
    async (onExisting) => {
      await withFolder(async (parent) => {
        const folder = join(parent, 'dump');
        expect((await dumpSchema(registry, { vendor, schema: SOURCE, folder })).errors).toEqual([]);
        const schemaMap = { [SOURCE]: COPY };
        const result = await loadDump(registry, { vendor, folder, schemaMap, onExisting, indexes: 'defer' });
        expect(result).toMatchObject({ ok: true, errors: [] });
        if (onExisting === 'drop') {
          await expectWhole(connection, SOURCE, COPY);
          return;
        }
        const [copy, source] = [
          await schemaFingerprint(connection, COPY),
          await schemaFingerprint(connection, SOURCE),
        ];
        expect(copy.tables).toEqual(source.tables);
        // The table stays, and its trigger with it.
        expect(copy.objects['trigger told']).toContain("SET NEW.v = 'spoilt'");
      });
    },
  );

  it('drop, rolled back: tables that refer to each other do so again', async () => {
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      expect((await dumpSchema(registry, { vendor, schema: SOURCE, folder })).errors).toEqual([]);
      const before = await schemaFingerprint(connection, COPY);
      const { host, port, user, password } = testServer(vendor);
      const crashed = await startSluice(
        [
          ...['load', '--target', `mysql://${user}@${host}:${port}`, '--dump', folder],
          ...['--schema-map', `${SOURCE}=${COPY}`, '--on-existing', 'drop', '--json'],
        ],
        { SLUICE_PASSWORD: password, SLUICE_CRASH: 'after-commit:1' },
        [],
        await saboteurCommand(join(parent, 'saboteur')),
      ).ended;
      expect(crashed.exitCode, crashed.output).toBeNull();
      const wish = { vendor, folder, schemaMap: { [SOURCE]: COPY }, onExisting: 'drop' as const };
      expect((await rollBackLoad(registry, wish)).errors).toEqual([]);
      expect(await schemaFingerprint(connection, COPY)).toEqual(before);
    });
  });
});
