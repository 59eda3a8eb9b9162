import { join } from 'path';
import type { RowDataPacket } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadByClient } from '../../servers/dump-programs';
import { runSluice } from '../harness/command';
import { loadDump, newRegistry, withFolder } from '../harness/runs';
import { dropSchemas, runStatements, withPlain } from '../harness/servers';
import { dumpSchemas } from './harness';

const SCHEMA = 'written_defaults';
const COPY = 'written_defaults_copy';
const STATEMENTS = [
  `CREATE DATABASE ${SCHEMA} CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_520_ci`,
  `USE ${SCHEMA}`,
  `CREATE TABLE computed (
    id INT PRIMARY KEY,
    word VARCHAR(36) DEFAULT (uuid()),
    three INT DEFAULT (1 + 2),
    nested INT NOT NULL DEFAULT (((1 + 2) * 3) - -4),
    doc JSON DEFAULT (json_object()),
    pair JSON DEFAULT (json_array(1, 'its')),
    day DATE DEFAULT (curdate() + interval 1 day),
    note VARCHAR(20) DEFAULT (concat('a', 'b')),
    total INT GENERATED ALWAYS AS (three + nested) STORED,
    CHECK (three + nested > 0)
  )`,
  "INSERT INTO computed (id, word, day) VALUES (1, 'x', '2024-01-02')",
];

describe('a script of MySQL for MariaDB, with defaults that are expressions', () => {
  const registry = newRegistry();
  beforeAll(async () => {
    await dropSchemas('mysql', SCHEMA);
    await runStatements('mysql', STATEMENTS);
  });
  afterAll(async () => {
    await dropSchemas('mysql', SCHEMA);
    await dropSchemas('mariadb', SCHEMA, COPY);
  });

  const printed = (schema: string) =>
    withPlain('mariadb', async (connection) => {
      const [[row]] = await connection.query<RowDataPacket[]>(`SHOW CREATE TABLE ${schema}.computed`);
      return row?.['Create Table'] as unknown;
    });

  it.each([
    ['for the version', ['--for', 'mariadb:10.11']],
    ['as it is', []],
  ])('is loaded as its client loads it, written %s', async (_what, words) => {
    await withFolder(async (folder) => {
      await dropSchemas('mariadb', SCHEMA, COPY);
      const dump = join(folder, 'dump');
      const script = join(folder, 'a.sql');
      await dumpSchemas(registry, 'mysql', dump, [SCHEMA]);
      const written = await runSluice(['convert', dump, script, '--format', 'sql', ...words], {});
      expect([0, 3], written.output).toContain(written.exitCode);
      expect(await loadByClient('mariadb', script)).toBe('');
      const result = await loadDump(registry, {
        ...{ vendor: 'mariadb', folder: script, schemaMap: { [SCHEMA]: COPY }, verify: 'checksum' },
      });
      expect(result.errors.map(({ message }) => message)).toEqual([]);
      expect(await printed(COPY)).toBe(await printed(SCHEMA));
    });
  });
});
