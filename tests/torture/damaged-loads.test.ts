import { readdir, readFile, writeFile } from 'fs/promises';
import { join } from 'path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schemaFingerprint, type SchemaFingerprint } from '../fixtures/fingerprint';
import { dumpSchema, loadDump, newRegistry, withFolder } from '../integration/harness/runs';
import { connectToFresh, dropSchemas, withPlain } from '../integration/harness/servers';
import { testVendors } from '../servers/test-server';
import { firstSeed, replay, roundsOf } from './rounds';

const SCHEMA = 'damaged_loads';
const ROUNDS = roundsOf({ slice: 10, full: 2_000 });
const SEED = firstSeed(20261124);

describe.each(testVendors)('a small dump for %s with one byte that is another, or with a cut', (vendor) => {
  const registry = newRegistry();
  let before: SchemaFingerprint;

  beforeAll(async () => {
    const connection = await connectToFresh(vendor, SCHEMA);
    try {
      await connection.query('CREATE TABLE t (id INT PRIMARY KEY, v VARCHAR(20), w BLOB, KEY (v))');
      await connection.query("INSERT INTO t VALUES (1, 'one', NULL), (2, 'zwei', x'00ff'), (3, NULL, '')");
      await connection.query('CREATE TABLE u (id INT AUTO_INCREMENT PRIMARY KEY)');
      await connection.query('INSERT INTO u VALUES (7), (8)');
      await connection.query('CREATE VIEW v AS SELECT id FROM t');
      await connection.query('CREATE TRIGGER g BEFORE INSERT ON t FOR EACH ROW SET NEW.v = UPPER(NEW.v)');
    } finally {
      await connection.end();
    }
    before = await now();
  });

  afterAll(() => dropSchemas(vendor, SCHEMA));

  const now = () => withPlain(vendor, (connection) => schemaFingerprint(connection, SCHEMA));

  it('is loaded as it was, or refused and loaded when it is mended', async () => {
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      expect((await dumpSchema(registry, { vendor, schema: SCHEMA, folder })).errors).toEqual([]);
      const files = (await readdir(folder)).sort();
      const property = fc.asyncProperty(fc.nat(), fc.nat(), fc.boolean(), async (file, place, isCut) => {
        const name = files[file % files.length] ?? '';
        const bytes = await readFile(join(folder, name));
        if (bytes.length === 0) return;
        await dropSchemas(vendor, SCHEMA);
        await writeFile(
          join(folder, name),
          isCut ? bytes.subarray(0, place % bytes.length) : flipped(bytes, place),
        );
        const { state, errors } = await loadDump(registry, { vendor, folder });
        await writeFile(join(folder, name), bytes);
        const where = `${name} at ${place % bytes.length}`;
        if (state !== 'done') {
          expect(errors, where).not.toEqual([]);
          for (const { message } of errors) expect(message, where).not.toBe('');
          expect((await loadDump(registry, { vendor, folder, resume: true })).errors, where).toEqual([]);
        }
        expect(await now(), where).toEqual(before);
      });
      await fc.assert(property, {
        seed: SEED,
        numRuns: ROUNDS,
        endOnFailure: true,
        ...(await replay(property, SEED)),
      });
    });
  });
});

function flipped(bytes: Buffer, place: number): Buffer {
  const changed = Buffer.from(bytes);
  const at = place % bytes.length;
  changed[at] = (changed[at] ?? 0) ^ (1 << (place % 8));
  return changed;
}
