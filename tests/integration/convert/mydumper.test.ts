import { readFileSync } from 'fs';
import { join } from 'path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schemaFingerprint } from '../../fixtures/fingerprint';
import { sakilaStatements } from '../../fixtures/sakila';
import { loadByMyloader } from '../../servers/dump-programs';
import { loadDump, newRegistry, withFolder } from '../harness/runs';
import { dropSchemas, withPlain } from '../harness/servers';
import { convertDump, dumpSchemas } from './harness';

const COPY = 'mydumper_converted';
const SAKILA = { location: '', textEngine: 'InnoDB' } as const;

/** Debian's myloader can sign in to MariaDB only with what comes with it. */
describe('a dump as a folder of mydumper', () => {
  const registry = newRegistry();
  beforeAll(async () => {
    await dropSchemas('mariadb', 'sakila');
    await withPlain('mariadb', async (connection) => {
      for (const statement of sakilaStatements(SAKILA)) await connection.query(statement);
    });
  });
  afterAll(() => dropSchemas('mariadb', 'sakila', COPY));

  /** Without the spaces that semicolons at line ends get. */
  async function fingerprint(schema: string) {
    return await withPlain('mariadb', async (connection) => {
      const { tables, objects } = await schemaFingerprint(connection, schema);
      const plain = Object.entries(objects).map(([name, text]) => [name, text.replace(/; +\n/g, ';\n')]);
      return { tables, objects: Object.fromEntries(plain) as Readonly<Record<string, string>> };
    });
  }

  it.each([{ kind: 'none' } as const, { kind: 'gzip', level: 6 } as const])(
    'is loaded by myloader, packed as $kind',
    async (compression) => {
      await withFolder(async (folder) => {
        const [dump, out] = [join(folder, 'dump'), join(folder, 'mydumper')];
        await dumpSchemas(registry, 'mariadb', dump, ['sakila']);
        await convertDump(dump, out, { format: 'mydumper', compression });
        // Newer versions of myloader know tables by it.
        const metadata = readFileSync(join(out, 'metadata'), 'utf8');
        expect(metadata).toContain('\n[`sakila`.`actor`]\nreal_table_name=actor\nrows = 100\n');
        expect(metadata).toContain('\n[`sakila`.`staff_list`]\nreal_table_name=staff_list\nis_view = 1\n');
        const before = await fingerprint('sakila');
        await dropSchemas('mariadb', 'sakila');
        await loadByMyloader('mariadb', out);
        expect(await fingerprint('sakila')).toEqual(before);
      });
    },
  );

  it('is loaded by Sluice', async () => {
    await withFolder(async (folder) => {
      const [dump, out] = [join(folder, 'dump'), join(folder, 'mydumper')];
      await dumpSchemas(registry, 'mariadb', dump, ['sakila']);
      await convertDump(dump, out, { format: 'mydumper' });
      await dropSchemas('mariadb', COPY);
      const loaded = await loadDump(registry, {
        vendor: 'mariadb',
        folder: out,
        schemaMap: { sakila: COPY },
      });
      expect(loaded.errors).toEqual([]);
      expect(await fingerprint(COPY)).toEqual(await fingerprint('sakila'));
    });
  });
});
