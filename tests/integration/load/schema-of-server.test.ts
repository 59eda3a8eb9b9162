import { writeFileSync } from 'fs';
import { join } from 'path';
import { afterAll, describe, expect, it } from 'vitest';
import { testVendors } from '../../servers/test-server';
import { loadDump, newRegistry, withFolder } from '../harness/runs';
import { withPlain } from '../harness/servers';

describe.each(testVendors)('a schema of the server itself, %s', (vendor) => {
  const registry = newRegistry();
  afterAll(() =>
    withPlain(vendor, (connection) => connection.query('DROP TABLE IF EXISTS mysql.sluice_probe')),
  );

  it.each([
    ['named by the file', 'mysql.sluice_probe.csv', {}],
    ['named by --schema-map, in any case', 'shop.sluice_probe.csv', { shop: 'MySQL' }],
    ['named by JSON Lines', 'mysql.sluice_probe.jsonl', {}],
  ] as const)('is never filled: %s', async (_how, file, schemaMap) => {
    await withFolder(async (folder) => {
      const dump = join(folder, file);
      writeFileSync(dump, file.endsWith('.csv') ? 'id,v\n1,a\n' : '{"id":1}\n');
      const result = await loadDump(registry, { vendor, folder: dump, schemaMap, onExisting: 'drop' });
      expect(result.errors).toMatchObject([
        {
          code: 'target-protected',
          message: expect.stringMatching(/belongs to the server itself/) as string,
        },
      ]);
      await withPlain(vendor, async (connection) => {
        const [rows] = await connection.query("SHOW TABLES IN mysql LIKE 'sluice_%'");
        expect(rows).toEqual([]);
      });
    });
  });
});
