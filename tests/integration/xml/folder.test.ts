import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'fs';
import { join } from 'path';
import { gzipSync } from 'zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { InputChoices } from '../../../app/contract/commands/input';
import { SluiceError } from '../../../app/contract/failure';
import { openEngine } from '../../../app/engine/open';
import { openDump } from '../../../app/format/formats';
import { schemaFingerprint } from '../../fixtures/fingerprint';
import { dumpByClient, queryAsXml } from '../../servers/dump-programs';
import { testVendors } from '../../servers/test-server';
import { ENGINE_FILE, loadDump, newRegistry, withFolder } from '../harness/runs';
import { connectToFresh, dropSchemas, withPlain } from '../harness/servers';

const SOURCE = 'xml_parts';
const COPY = 'xml_parts_copy';

describe.each(testVendors)('several files of XML, %s', (vendor) => {
  const registry = newRegistry();
  const engine = openEngine(ENGINE_FILE);
  beforeAll(async () => {
    const connection = await connectToFresh(vendor, SOURCE);
    for (const statement of [
      'CREATE TABLE orders (id INT PRIMARY KEY, placed TIMESTAMP NULL, note VARCHAR(40), KEY note (note))',
      "INSERT INTO orders VALUES (1, '2026-01-02 03:04:05', 'one'), (2, NULL, '<two>')",
      'CREATE TABLE items (item INT AUTO_INCREMENT PRIMARY KEY, parent INT, bytes VARBINARY(9))',
      "INSERT INTO items VALUES (1, 1, x'00ff'), (2, 2, NULL), (3, 2, '')",
      'CREATE TRIGGER counted BEFORE INSERT ON items FOR EACH ROW SET NEW.parent = COALESCE(NEW.parent, 0)',
      'CREATE PROCEDURE nothing() SELECT 1',
    ])
      await connection.query(statement);
    await connection.end();
  });
  beforeEach(() => dropSchemas(vendor, COPY));
  afterAll(() => dropSchemas(vendor, SOURCE, COPY));

  /** A folder with a file for each table, and one for the routines. */
  async function withParts(work: (folder: string) => Promise<void>): Promise<void> {
    await withFolder(async (parent) => {
      const folder = join(parent, 'parts');
      mkdirSync(folder);
      const dumped = async (file: string, words: readonly string[]) => {
        const path = join(folder, file);
        await dumpByClient(vendor, path, ['--xml', '--hex-blob', ...words]);
        return path;
      };
      await dumped('orders.xml', [SOURCE, 'orders']);
      const items = await dumped('items', [SOURCE, 'items']);
      writeFileSync(`${items}.xml.gz`, gzipSync(readFileSync(items)));
      rmSync(items);
      await dumped('routines.xml', [
        ...['--routines', '--skip-triggers', '--no-data', '--no-create-info', SOURCE],
      ]);
      await work(folder);
    });
  }

  async function opened(path: string, input: InputChoices = {}): Promise<string> {
    try {
      const { problems, schemas } = await openDump(path, engine, input);
      const [problem] = problems;
      if (problem !== undefined) return `${problem.code}: ${problem.message}`;
      return schemas.map(({ name, tables }) => `${name}: ${tables.map((table) => table.name).join()}`).join();
    } catch (error) {
      if (!(error instanceof SluiceError)) throw error;
      return `${error.failure.code}: ${error.failure.message}`;
    }
  }

  async function loaded(path: string, schema = SOURCE) {
    const { errors, state } = await loadDump(registry, {
      ...{ vendor, folder: path, threads: 2 },
      schemaMap: { [schema]: COPY },
    });
    expect(errors.map(({ message }) => message)).toEqual([]);
    expect(state).toBe('done');
    return await withPlain(vendor, (connection) => schemaFingerprint(connection, COPY));
  }

  const source = () => withPlain(vendor, (connection) => schemaFingerprint(connection, SOURCE));

  it('in a folder are one dump: tables, triggers and routines', async () => {
    await withParts(async (folder) => {
      const { form, files, remarks } = await openDump(folder, engine);
      expect({ form, files }).toEqual({ form: 'xml', files: 3 });
      expect(new Set(remarks).size).toBe(remarks.length);
      expect(await loaded(folder)).toEqual(await source());
    });
  });

  it('are those that a pattern or a list names', async () => {
    await withParts(async (folder) => {
      writeFileSync(join(folder, 'notes.txt'), 'nothing');
      const found = await loaded(join(folder, '{orders.xml,items.xml.gz}'));
      expect(found.tables).toEqual((await source()).tables);
      expect(await opened(join(folder, 'o*.xml'))).toBe(`${SOURCE}: orders`);
    });
  });

  it('of queries are tables that are called as the files, in a schema that is called as the folder', async () => {
    await withFolder(async (parent) => {
      const folder = join(parent, 'exports');
      mkdirSync(folder);
      for (const table of ['orders', 'items'])
        writeFileSync(
          join(folder, `${table}.xml`),
          await queryAsXml(vendor, `SELECT 1 AS one, 'x' AS word FROM ${SOURCE}.${table}`),
        );
      const { tables } = await loaded(folder, 'exports');
      expect(Object.entries(tables).map(([name, { rows }]) => [name, rows])).toEqual([
        ['items', '3'],
        ['orders', '2'],
      ]);
      const input = { table: { schema: null, name: 'one' } };
      expect(await opened(folder, input)).toMatch(/^usage: A name of the table is for one file/);
      const file = join(folder, 'items.xml');
      expect(await opened(file)).toBe('items: items');
      writeFileSync(join(folder, 'dump.xml'), '');
      await dumpByClient(vendor, join(folder, 'dump.xml'), ['--xml', SOURCE, 'orders']);
      expect(await opened(folder)).toMatch(/^dump-unsupported: items\.xml is the result .* dump\.xml a dump/);
    });
  });

  it('are refused with one table twice, a cut file, a file of another kind, or a link out of the folder', async () => {
    await withParts(async (folder) => {
      const [orders, more] = [join(folder, 'orders.xml'), join(folder, 'more.xml')];
      const whole = readFileSync(orders);
      writeFileSync(more, whole);
      expect(await opened(folder)).toMatch(
        /^dump-unsupported: orders\.xml and more\.xml hold the same table/,
      );
      writeFileSync(more, whole.subarray(0, whole.length - 20));
      expect(await opened(folder)).toMatch(/^dump-incomplete: more\.xml is cut/);
      rmSync(more);
      writeFileSync(join(folder, 'readme.txt'), 'nothing');
      expect(await opened(folder)).toMatch(/^dump-unsupported: readme\.txt is no file of XML/);
      rmSync(join(folder, 'readme.txt'));
      symlinkSync('/etc/passwd', join(folder, 'z.xml'));
      expect(await opened(folder)).toMatch(/^dump-unsupported: .*z\.xml is a link to a file outside/);
    });
  });
});
