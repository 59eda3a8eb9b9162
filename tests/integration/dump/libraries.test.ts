import { join } from 'path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { selecting } from '../../../app/contract/runs/options';
import { readDump } from '../../../app/format/read/reader';
import { migrateSchema } from '../harness/migrations';
import { rollBackLoad, dumpSchema, loadDump, newRegistry, withFolder } from '../harness/runs';
import { dropSchemas, withPlain } from '../harness/servers';

const SCHEMA = 'libraries_src';
const COPY = 'libraries_copy';

/** The component that would run it need not be there: definitions are kept without it (measured on MySQL 9.7). */
const MAKE = [
  `CREATE TABLE t (id INT PRIMARY KEY)`,
  `INSERT INTO t VALUES (1)`,
  "CREATE LIBRARY `li``b` COMMENT 'it''s; one' LANGUAGE JAVASCRIPT AS $$ export function f(n) { return n; } // \n;;\nDELIMITER $$",
  `CREATE LIBRARY dollars LANGUAGE JAVASCRIPT AS 'export function g() { return "$$"; }'`,
  `CREATE LIBRARY web LANGUAGE WASM AS 'AGFzbQEAAAA='`,
  'CREATE FUNCTION uses(n INT) RETURNS INT DETERMINISTIC LANGUAGE JAVASCRIPT USING (`li``b` AS l, dollars) AS $$ return l.f(n) $$',
];
const LIBRARIES = ['dollars', 'li`b', 'web'];

describe('libraries, mysql', () => {
  const registry = newRegistry();

  beforeAll(() =>
    withPlain('mysql', async (connection) => {
      await connection.query(`DROP DATABASE IF EXISTS ${SCHEMA}`);
      await connection.query(`CREATE DATABASE ${SCHEMA}`);
      await connection.query(`USE ${SCHEMA}`);
      for (const statement of MAKE) await connection.query(statement);
    }),
  );
  afterAll(() => dropSchemas('mysql', SCHEMA, COPY));

  /** The definitions of a schema's libraries and of the routine, which names where it imports from. */
  async function definitionsIn(schema: string): Promise<readonly string[]> {
    return await withPlain('mysql', async (connection) => {
      const texts: string[] = [];
      const [rows] = await connection.query(
        `SELECT LIBRARY_NAME AS name FROM information_schema.LIBRARIES WHERE LIBRARY_SCHEMA = '${schema}' ORDER BY name`,
      );
      const shown = [
        ...(rows as { name: string }[]).map(
          ({ name }) => `LIBRARY ${schema}.\`${name.replace(/`/g, '``')}\``,
        ),
        `FUNCTION ${schema}.uses`,
      ];
      for (const object of shown) {
        const [[row]] = (await connection.query(`SHOW CREATE ${object}`)) as unknown as [
          Record<string, string>[],
        ];
        texts.push(row?.['Create Library'] ?? row?.['Create Function'] ?? '');
      }
      return texts;
    });
  }

  it('are loaded into another schema unchanged, and the routine imports them', async () => {
    const made = await definitionsIn(SCHEMA);
    expect(made).toHaveLength(LIBRARIES.length + 1);
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      const dumped = await dumpSchema(registry, { vendor: 'mysql', schema: SCHEMA, folder });
      expect(dumped).toMatchObject({ state: 'done', errors: [], warnings: [] });
      expect((await readDump(folder)).schemas[0]?.document.libraries).toEqual(LIBRARIES);
      const wish = { vendor: 'mysql', folder, schemaMap: { [SCHEMA]: COPY } } as const;
      // On a target that has the source no more, an import from there would be refused.
      expect(await loadDump(registry, wish)).toMatchObject({ state: 'done', errors: [], warnings: [] });
      const wanted = made.map((text) => text.replace(/`libraries_src`\./g, '`libraries_copy`.'));
      expect(await definitionsIn(COPY)).toEqual(wanted);
      const again = await loadDump(registry, { ...wish, onExisting: 'drop' });
      expect(again).toMatchObject({ state: 'done', errors: [] });
      expect(await definitionsIn(COPY)).toEqual(wanted);
    });
  });

  it('are rolled back with the load', async () => {
    await dropSchemas('mysql', COPY);
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      await dumpSchema(registry, { vendor: 'mysql', schema: SCHEMA, folder });
      const wish = { vendor: 'mysql', folder, schemaMap: { [SCHEMA]: COPY } } as const;
      await withPlain('mysql', async (connection) => {
        await connection.query(`CREATE DATABASE ${COPY}`);
        await connection.query(`CREATE LIBRARY ${COPY}.own LANGUAGE JAVASCRIPT AS $$ let mine $$`);
        await connection.query(`CREATE FUNCTION ${COPY}.uses() RETURNS INT RETURN 1`);
        expect(await loadDump(registry, wish)).toMatchObject({ ok: false });
        await rollBackLoad(registry, wish);
        const [rows] = await connection.query(
          `SELECT LIBRARY_NAME AS name FROM information_schema.LIBRARIES WHERE LIBRARY_SCHEMA = '${COPY}'`,
        );
        expect(rows).toEqual([{ name: 'own' }]);
      });
    });
  });

  it('are migrated as they are', async () => {
    await dropSchemas('mysql', COPY);
    const moved = await migrateSchema(registry, { from: 'mysql', to: 'mysql', schema: SCHEMA, copy: COPY });
    expect(moved).toMatchObject({ state: 'done', errors: [], warnings: [] });
    expect(await definitionsIn(COPY)).toEqual(
      (await definitionsIn(SCHEMA)).map((text) => text.replace(/`libraries_src`\./g, '`libraries_copy`.')),
    );
  });

  it('are there before the routines of any schema that import them, whichever comes first', async () => {
    const [importing, having] = [`${SCHEMA}_a`, `${SCHEMA}_b`];
    await withPlain('mysql', async (connection) => {
      for (const schema of [importing, having]) {
        await connection.query(`DROP DATABASE IF EXISTS ${schema}`);
        await connection.query(`CREATE DATABASE ${schema}`);
      }
      await connection.query(
        `CREATE LIBRARY ${having}.lib LANGUAGE JAVASCRIPT AS $$ export function f(n) { return n; } $$`,
      );
      await connection.query(
        `CREATE FUNCTION ${importing}.uses(n INT) RETURNS INT DETERMINISTIC LANGUAGE JAVASCRIPT USING (${having}.lib AS l) AS $$ return l.f(n) $$`,
      );
    });
    const shown = () =>
      withPlain('mysql', async (connection) => {
        const [rows] = await connection.query(`SHOW CREATE FUNCTION ${importing}.uses`);
        return rows;
      });
    const made = await shown();
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      const selection = selecting([importing, having].map((schema) => ({ kind: 'schema', schema })));
      const dumped = await dumpSchema(registry, { vendor: 'mysql', schema: importing, folder, selection });
      expect(dumped).toMatchObject({ state: 'done', errors: [], warnings: [] });
      await dropSchemas('mysql', importing, having);
      const wish = { vendor: 'mysql', folder } as const;
      expect(await loadDump(registry, wish)).toMatchObject({ state: 'done', errors: [], warnings: [] });
      expect(await shown()).toEqual(made);
      // An existing library is replaced, although somebody imports it.
      const again = await loadDump(registry, { ...wish, onExisting: 'drop' });
      expect(again).toMatchObject({ state: 'done', errors: [] });
      expect(await shown()).toEqual(made);
    });
    await dropSchemas('mysql', importing, having);
  });
});
