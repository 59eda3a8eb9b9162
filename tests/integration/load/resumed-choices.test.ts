import { readFile, writeFile } from 'fs/promises';
import { join } from 'path';
import type { Connection, RowDataPacket } from 'mysql2/promise';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testVendors } from '../../servers/test-server';
import { compareWithDump, dumpSchema, loadDump, newRegistry, startLoad, withFolder } from '../harness/runs';
import { connectPlain, connectToFresh, dropSchemas } from '../harness/servers';
import { unseal } from '../harness/unseal';

const SCHEMA = 'resumed_choices';
const COPY = 'resumed_choices_copy';
const MAP = { schemaMap: { [SCHEMA]: COPY } };
const [BOSS, GUEST] = ['resumed_boss', 'resumed_guest'];

const OBJECTS = [
  `CREATE TABLE log (line VARCHAR(80), KEY (line))`,
  "INSERT INTO log VALUES ('one'), ('one')",
  `CREATE DEFINER = '${BOSS}'@'%' PROCEDURE bill() SELECT 1`,
  `CREATE DEFINER = '${BOSS}'@'%' VIEW lines_of_log AS SELECT line FROM log`,
];

describe.each(testVendors)('the choices of a load that is resumed, %s', (vendor) => {
  const registry = newRegistry();
  let root: Connection;

  beforeAll(async () => {
    root = await connectPlain(vendor);
    for (const user of [BOSS, GUEST]) await root.query(`CREATE USER IF NOT EXISTS '${user}'@'%'`);
    const fresh = await connectToFresh(vendor, SCHEMA);
    for (const statement of OBJECTS) await fresh.query(statement);
    await fresh.end();
  });

  beforeEach(async () => {
    await dropSchemas(vendor, COPY);
  });

  afterAll(async () => {
    await dropSchemas(vendor, SCHEMA, COPY);
    for (const user of [BOSS, GUEST]) await root.query(`DROP USER IF EXISTS '${user}'@'%'`);
    await root.end();
  });

  const definers = async () => {
    const [rows] = await root.query<RowDataPacket[]>(
      `SELECT DEFINER AS definer FROM information_schema.ROUTINES WHERE ROUTINE_SCHEMA = '${COPY}'
       UNION ALL SELECT DEFINER FROM information_schema.VIEWS WHERE TABLE_SCHEMA = '${COPY}'`,
    );
    return rows.map(({ definer }) => definer as unknown);
  };

  it('are kept, whether they are named again or not, and no others are taken', async () => {
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      // A grant on the view fails when the view is there, and only until it is mended: no view has the privilege FILE.
      await root.query(`GRANT SELECT ON ${SCHEMA}.log TO '${GUEST}'@'%'`);
      const users = [`${GUEST}@%`];
      const dumped = await dumpSchema(registry, {
        ...{ vendor, schema: SCHEMA, folder },
        selection: {
          ...{ include: [{ kind: 'schema', schema: SCHEMA }], exclude: [], where: [], partitions: [] },
          ...{ content: 'everything', users, excludeUsers: [] },
        },
      });
      expect(dumped.errors).toEqual([]);
      await root.query(`DROP USER '${GUEST}'@'%'`);
      const file = join(folder, '@.users.sql');
      const script = await readFile(file, 'utf8');
      const ofView = `GRANT FILE ON \`${SCHEMA}\`.\`lines_of_log\``;
      await writeFile(file, script.replace(/GRANT SELECT ON \S+/, ofView));
      await unseal(folder);

      const choices = {
        definers: { kind: 'replace', user: 'resumed_choice', host: 'h' },
        missingPrimaryKey: 'add-invisible',
      } as const;
      const wish = { vendor, folder, ...MAP, users };
      const broken = await loadDump(registry, { ...wish, ...choices });
      expect(broken).toMatchObject({ state: 'incomplete', errors: [{ code: 'statement-failed' }] });
      await writeFile(file, script);
      await unseal(folder);
      await root.query(`DROP PROCEDURE ${COPY}.bill`);

      const resume = { vendor, folder, ...MAP, resume: true };
      const others = await loadDump(registry, { ...resume, definers: { kind: 'strip' } });
      expect(others.errors).toMatchObject([
        { code: 'usage', message: 'It was begun with --definers resumed_choice@h.' },
      ]);
      const keyless = await loadDump(registry, { ...resume, missingPrimaryKey: 'allow' });
      expect(keyless.errors).toMatchObject([
        { code: 'usage', message: 'It was begun with --missing-primary-key add-invisible.' },
      ]);

      const runId = startLoad(registry, resume);
      expect((await registry.finished(runId)).errors).toEqual([]);
      const { log } = registry.view(runId);
      const [scope = ''] = log.map(({ text }) => text).filter((text) => text.startsWith('Includes: '));
      expect(scope).not.toContain('accounts.');
      expect(scope).toContain('Excludes: nothing.');
      expect(await definers()).toEqual(['resumed_choice@h', 'resumed_choice@h']);
      const [[row]] = await root.query<RowDataPacket[]>(`SHOW CREATE TABLE ${COPY}.log`);
      expect(row?.['Create Table']).toContain('`my_row_id`');
      const comparison = { vendor, folder, ...MAP, verify: 'checksum', ...choices } as const;
      expect((await compareWithDump(registry, comparison)).errors).toEqual([]);
    });
  });
});
