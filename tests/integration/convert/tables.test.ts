import { existsSync, readdirSync, readFileSync } from 'fs';
import { join } from 'path';
import { createReadStream } from 'fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decompress } from 'zstd-napi';
import type { Connection, RowDataPacket } from 'mysql2/promise';
import { tableFingerprint } from '../../fixtures/fingerprint';
import { sakilaStatements } from '../../fixtures/sakila';
import { identifier } from '../../fixtures/type-matrix/table';
import { createTypeMatrix, TYPE_MATRIX_SCHEMA } from '../../fixtures/type-matrix';
import { testVendors } from '../../servers/test-server';
import { loadDump, newRegistry, withFolder } from '../harness/runs';
import { dropSchemas, withPlain } from '../harness/servers';
import { CSV_DEFAULTS } from '../../../app/convert/request';
import { convertDump, dumpSchemas } from './harness';

const COPY = 'converted_rows';
const SAKILA = { location: '', textEngine: 'InnoDB' } as const;
const SCHEMAS = ['sakila', TYPE_MATRIX_SCHEMA];
const BYTES = /^(?:.*binary|.*blob|bit|.*geom.*|point|.*linestring|.*polygon|multipoint|vector)$/;

interface Column {
  readonly name: string;
  readonly type: string;
}

async function columnsOf(connection: Connection, schema: string, table: string): Promise<readonly Column[]> {
  const [rows] = await connection.query<RowDataPacket[]>(
    `SELECT COLUMN_NAME AS name, DATA_TYPE AS type FROM information_schema.COLUMNS
      WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ? AND COALESCE(GENERATION_EXPRESSION, '') = '' ORDER BY ORDINAL_POSITION`,
    [schema, table],
  );
  return rows.map(({ name, type }) => ({ name: String(name), type: String(type) }));
}

describe.each(testVendors)('the rows of a dump of %s', (vendor) => {
  const registry = newRegistry();
  beforeAll(async () => {
    await dropSchemas(vendor, 'sakila');
    await withPlain(vendor, async (connection) => {
      await createTypeMatrix(connection, vendor);
      for (const statement of sakilaStatements(SAKILA)) await connection.query(statement);
    });
  });
  afterAll(() => dropSchemas(vendor, ...SCHEMAS, COPY));

  it('are read back from CSV by the server, with the definitions beside them', async () => {
    await withFolder(async (folder) => {
      const [dump, out] = [join(folder, 'dump'), join(folder, 'csv')];
      await dumpSchemas(registry, vendor, dump, SCHEMAS);
      const report = await convertDump(dump, out, {
        format: 'csv',
        csv: { ...CSV_DEFAULTS, nullWord: 'NULL' },
      });
      const files = readdirSync(out).filter((name) => name.endsWith('.csv'));
      expect(files.length).toBe(report.tables);
      // Those that UTF-8 or a client of CSV can't hold are said by name; a table with past rows is no plain table.
      const told = report.notices.join(' ');
      await dropSchemas(vendor, COPY);
      await withPlain(vendor, async (connection) => {
        await connection.query(`CREATE DATABASE ${COPY}`);
        await connection.query('SET NAMES utf8mb4');
        await connection.query(
          "SET time_zone = '+00:00', foreign_key_checks = 0, sql_mode = 'NO_AUTO_VALUE_ON_ZERO,ALLOW_INVALID_DATES'",
        );
        await connection.query('SET GLOBAL local_infile = 1');
        let compared = 0;
        for (const file of files) {
          const stem = file.replace(/\.csv$/, '');
          const [schema = '', ...rest] = stem.split('.');
          const table = decodeURIComponent(rest.join('.'));
          if (told.includes(`${schema}.${table}.`) || table.includes('versioned')) continue;
          await connection.query(`USE ${COPY}`);
          await connection.query(readFileSync(join(out, `${stem}.sql`), 'utf8').replace(/;\n$/, ''));
          await loadCsv(connection, join(out, file), schema, table);
          const copy = await tableFingerprint(connection, COPY, table);
          const source = await tableFingerprint(connection, schema, table);
          expect([table, copy.rows, copy.digest]).toEqual([table, source.rows, source.digest]);
          await connection.query(`DROP TABLE ${identifier(COPY)}.${identifier(table)}`);
          compared += 1;
        }
        expect(compared).toBeGreaterThan(40);
      });
    });
  });

  async function loadCsv(connection: Connection, file: string, schema: string, table: string): Promise<void> {
    const columns = await columnsOf(connection, schema, table);
    const named = columns.map(({ name }) => name);
    const header = `${named.map((name) => (/["\r\n,]/.test(name) ? `"${name.replace(/"/g, '""')}"` : name)).join(',')}\r\n`;
    expect(readFileSync(file, 'utf8').slice(0, header.length)).toBe(header);
    const byName = new Map(columns.map(({ name, type }) => [name, type]));
    const isBytes = (name: string) => BYTES.test(byName.get(name) ?? '');
    const list = named.map((name, at) => (isBytes(name) ? `@v${at}` : identifier(name)));
    const sets = named.flatMap((name, at) => (isBytes(name) ? [`${identifier(name)} = UNHEX(@v${at})`] : []));
    await connection.query({
      sql: `LOAD DATA LOCAL INFILE 'rows.csv' INTO TABLE ${COPY}.${identifier(table)} CHARACTER SET utf8mb4
        FIELDS TERMINATED BY ',' OPTIONALLY ENCLOSED BY '"' ESCAPED BY '' LINES TERMINATED BY '\\r\\n'
        IGNORE 1 LINES (${list.join(', ')}) ${sets.length > 0 ? `SET ${sets.join(', ')}` : ''}`,
      infileStreamFactory: () => createReadStream(file),
    } as never);
  }

  it('are the values of JSON Lines', async () => {
    await withFolder(async (folder) => {
      const [dump, out] = [join(folder, 'dump'), join(folder, 'jsonl')];
      await dumpSchemas(registry, vendor, dump, ['sakila']);
      await convertDump(dump, out, { format: 'jsonl', compression: { kind: 'zstd', level: 1 } });
      expect(existsSync(join(out, 'sakila.film.sql'))).toBe(true);
      await withPlain(vendor, async (connection) => {
        await connection.query("SET time_zone = '+00:00'");
        for (const table of ['film', 'address', 'staff', 'payment', 'rental']) {
          const columns = await columnsOf(connection, 'sakila', table);
          const [rows] = await connection.query<RowDataPacket[][]>({
            sql: `SELECT ${columns
              .map(({ name, type }) => (BYTES.test(type) ? `HEX(\`${name}\`)` : `CONCAT(\`${name}\`)`))
              .join(', ')} FROM sakila.\`${table}\` ORDER BY 1 + \`${columns[0]?.name ?? ''}\``,
            rowsAsArray: true,
          });
          const text = Buffer.from(
            decompress(readFileSync(join(out, `sakila.${table}.jsonl.zst`))),
          ).toString();
          const lines = text.trimEnd().split('\n');
          expect(lines.length).toBe(rows.length);
          for (const [at, line] of lines.entries()) {
            const found = JSON.parse(line) as Readonly<Record<string, unknown>>;
            expect(Object.keys(found)).toEqual(columns.map(({ name }) => name));
            for (const [column, { name, type }] of columns.entries()) {
              const value = rows[at]?.[column] as unknown as string | null;
              if (value === null) expect(found[name]).toBeNull();
              else if (BYTES.test(type))
                expect(found[name]).toBe(Buffer.from(value, 'hex').toString('base64'));
              else if (typeof found[name] === 'number') expect(found[name]).toBe(Number(value));
              else expect(found[name]).toBe(value);
            }
          }
        }
      });
    });
  });

  it('are loaded from CSV by Sluice itself, packed too, under the definitions beside them', async () => {
    await withFolder(async (folder) => {
      const [dump, out] = [join(folder, 'dump'), join(folder, 'csv')];
      await dumpSchemas(registry, vendor, dump, ['sakila']);
      await convertDump(dump, out, { format: 'csv', compression: { kind: 'gzip', level: 1 } });
      await dropSchemas(vendor, COPY);
      const loaded = await loadDump(registry, {
        vendor,
        folder: out,
        threads: 3,
        schemaMap: { sakila: COPY },
      });
      expect(loaded.errors.map(({ message }) => message)).toEqual([]);
      await withPlain(vendor, async (connection) => {
        const [tables] = await connection.query<RowDataPacket[]>(
          `SELECT TABLE_NAME AS name FROM information_schema.TABLES WHERE TABLE_SCHEMA = 'sakila' AND TABLE_TYPE = 'BASE TABLE'`,
        );
        expect(tables.length).toBeGreaterThan(10);
        for (const { name } of tables) {
          const copy = await tableFingerprint(connection, COPY, String(name));
          expect(copy).toEqual(await tableFingerprint(connection, 'sakila', String(name)));
        }
      });
    });
  });

  it('have the same bytes whatever the threads and the chunks', async () => {
    await withFolder(async (folder) => {
      const [one, other] = [join(folder, 'one'), join(folder, 'other')];
      await dumpSchemas(registry, vendor, one, SCHEMAS);
      await dumpSchemas(registry, vendor, other, SCHEMAS, { bytesPerChunk: 128 << 10 });
      for (const format of ['csv', 'jsonl'] as const) {
        const [a, b] = [join(folder, `a-${format}`), join(folder, `b-${format}`)];
        await convertDump(one, a, { format, threads: 1 });
        await convertDump(other, b, { format, threads: 4 });
        expect(readdirSync(b)).toEqual(readdirSync(a));
        for (const name of readdirSync(a))
          expect([name, readFileSync(join(b, name)).equals(readFileSync(join(a, name)))]).toEqual([
            name,
            true,
          ]);
      }
    });
  });
});
