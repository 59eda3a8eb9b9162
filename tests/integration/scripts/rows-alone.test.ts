import { writeFileSync } from 'fs';
import { join } from 'path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LOAD_DEFAULTS } from '../../../app/contract/runs/options';
import type { LoadResult } from '../../../app/contract/runs/result';
import { schemaFingerprint } from '../../fixtures/fingerprint';
import { TYPE_MATRIX_SCHEMA } from '../../fixtures/type-matrix';
import { dumpByClient } from '../../servers/dump-programs';
import { testVendors } from '../../servers/test-server';
import { copyTables, makeClientSchemas } from '../harness/client-schemas';
import { compareWithDump, loadDump, newRegistry, withFolder } from '../harness/runs';
import { startAt, targetWords } from '../harness/server-command';
import { dropSchemas, withPlain } from '../harness/servers';

/** Tables whose checksums were not compared, or not found equal. */
function notSummed({ verdicts }: Pick<LoadResult, 'verdicts'>): readonly string[] {
  const others = verdicts.filter(({ checks }) =>
    checks.some(({ kind, state }) => kind === 'checksum' && state !== 'ok'),
  );
  return others.map(({ table }) => table);
}

const COPY = 'rows_alone_copy';
/** The tool itself rounds FLOAT, and leaves out the history of versioned tables. */
const LOST = ['key_float', 'floats', 'versioned', 'versioned_period'];

describe.each(testVendors)('a script of rows alone, of %s, into tables that are there', (vendor) => {
  const registry = newRegistry();
  const selection = { ...LOAD_DEFAULTS.selection, content: 'data' as const };
  beforeAll(() => makeClientSchemas(vendor));
  beforeEach(() => dropSchemas(vendor, COPY));
  afterAll(() => dropSchemas(vendor, 'sakila', TYPE_MATRIX_SCHEMA, COPY));

  async function fill(script: string, schema: string): Promise<LoadResult> {
    return await loadDump(registry, {
      ...{ vendor, folder: script, threads: 3, selection, verify: 'checksum' },
      schemaMap: { [schema]: COPY },
    });
  }

  const makeTables = (folder: string, schema: string) =>
    copyTables(registry, { vendor, folder, schema, copy: COPY });

  async function tablesOf(schema: string) {
    const { tables } = await withPlain(vendor, (connection) => schemaFingerprint(connection, schema));
    return Object.entries(tables).filter(([name]) => !LOST.includes(name));
  }

  it.each([
    ['as it is', []],
    ['with columns and bytes as hexadecimal digits', ['--complete-insert', '--hex-blob']],
  ])('is loaded %s, all types, and compared by checksum', async (_how, words) => {
    await withFolder(async (folder) => {
      await makeTables(folder, TYPE_MATRIX_SCHEMA);
      const script = join(folder, 'rows.sql');
      const without = LOST.map((table) => `--ignore-table=${TYPE_MATRIX_SCHEMA}.${table}`);
      await dumpByClient(vendor, script, [
        ...['--no-create-info', '--skip-triggers', ...words, ...without, TYPE_MATRIX_SCHEMA],
      ]);
      const loaded = await fill(script, TYPE_MATRIX_SCHEMA);
      expect(loaded.errors.map(({ message }) => message)).toEqual([]);
      expect(await tablesOf(COPY)).toEqual(await tablesOf(TYPE_MATRIX_SCHEMA));
      const compared = await compareWithDump(registry, {
        ...{ vendor, folder: script, verify: 'checksum' },
        schemaMap: { [TYPE_MATRIX_SCHEMA]: COPY },
      });
      expect(compared.errors).toEqual([]);
      // Numbers of JSON are printed anew, and values of generated columns, which mariadb-dump writes, are not stored.
      const odd = [vendor === 'mysql' ? 'json_scalars' : 'generated_columns'];
      expect([notSummed(loaded), notSummed(compared)]).toEqual([odd, odd]);
    });
  });

  it('says which times are taken in the zone of the target, and refuses texts of an unknown character set', async () => {
    await withFolder(async (folder) => {
      await makeTables(folder, 'sakila');
      const script = join(folder, 'rows.sql');
      writeFileSync(
        script,
        "USE sakila;\nINSERT INTO language VALUES (1, 'English', '2026-01-02 03:04:05');\n",
      );
      const target = [...targetWords(vendor), '--schema-map', `sakila=${COPY}`];
      const { output } = await startAt({ vendor }, ['load', ...target, '--dump', script, '--dry-run']).ended;
      expect(output).toMatch(
        /TIMESTAMP values, such as those of sakila\.language: they are taken in that of/,
      );
      writeFileSync(
        script,
        Buffer.from(
          "USE sakila;\nINSERT INTO language (language_id, name) VALUES (1, 'Fran\xe7ais');\n",
          'latin1',
        ),
      );
      const refused = await fill(script, 'sakila');
      expect(refused.errors[0]?.message).toMatch(/texts that are not UTF-8, and the script names no/);
    });
  });

  it('names a column that a table does not have, and leaves the rows of a table as they are', async () => {
    await withFolder(async (folder) => {
      await makeTables(folder, 'sakila');
      const script = join(folder, 'rows.sql');
      const load = async (text: string) => {
        writeFileSync(script, `USE sakila;\n${text}`);
        return (await fill(script, 'sakila')).errors[0];
      };
      const unknown = await load("INSERT INTO language (language_id, nom) VALUES (1, 'français');\n");
      expect(unknown?.message).toMatch(/has no column “nom”/);
      const short = await load("INSERT INTO language VALUES (1, 'English');\n");
      expect(short?.message).toMatch(/has 2 values/);
    });
  });
});
