import { mkdirSync, readFileSync, truncateSync, writeFileSync } from 'fs';
import { join } from 'path';
import { gzipSync } from 'zlib';
import { describe, expect, it } from 'vitest';
import { openEngine } from '../../../app/engine/open';
import { glimpse } from '../../../app/load/summary';
import { ENGINE_FILE, withFolder } from '../harness/runs';
import { writeZip } from '../harness/zip';

const HEAD = `-- MySQL dump 10.13  Distrib 8.0.44, for Linux (x86_64)
--
-- Host: localhost    Database: shop
-- ------------------------------------------------------
-- Server version\t8.0.44

`;
const LARGE_BYTES = 8e9;
const MEMBER_BYTES = 64 << 20;
/** Bytes that a first look may read, however large the dump is. */
const MOST_BYTES = 1 << 20;

/** Bytes that this process has read so far, of whatever kind (proc(5), /proc/pid/io). */
function bytesRead(): number {
  return Number(/^rchar: (\d+)/m.exec(readFileSync('/proc/self/io', 'latin1'))?.[1]);
}

describe('a first look at a dump', () => {
  const engine = openEngine(ENGINE_FILE);

  async function lookAt(folder: string): Promise<{ sentence: string | null; bytes: number }> {
    const before = bytesRead();
    const sentence = await glimpse({ folder, engine });
    return { sentence, bytes: bytesRead() - before };
  }

  it('says what a script of 8 GB is by its first bytes', async () => {
    await withFolder(async (folder) => {
      const path = join(folder, 'nightly.sql');
      writeFileSync(path, HEAD);
      truncateSync(path, LARGE_BYTES);
      const { sentence, bytes } = await lookAt(path);
      expect(sentence).toBe('SQL script of mysqldump 8.0.44, from MySQL 8.0.44: 8.00 GB in 1 file.');
      expect(bytes).toBeLessThan(MOST_BYTES);
    });
  });

  it('unpacks no more than the first bytes of one that is packed', async () => {
    await withFolder(async (folder) => {
      const path = join(folder, 'nightly.sql.gz');
      const member = gzipSync(Buffer.alloc(MEMBER_BYTES, ' '));
      writeFileSync(path, Buffer.concat([gzipSync(HEAD), ...new Array<Buffer>(40).fill(member)]));
      const { sentence, bytes } = await lookAt(path);
      expect(sentence).toMatch(
        /^SQL script of mysqldump 8\.0\.44, from MySQL 8\.0\.44: .* in 1 file \(gzip\)\.$/,
      );
      expect(bytes).toBeLessThan(MOST_BYTES);
    });
  });

  it.each([
    ['mysqldump', 'XML of mysqldump --xml, from a server that it does not name'],
    ['resultset', 'Files of values (mysql --xml)'],
  ])('says what XML of 8 GB is by its first bytes, %s', async (root, what) => {
    await withFolder(async (folder) => {
      const path = join(folder, 'nightly.xml');
      writeFileSync(path, `<?xml version="1.0"?>\n<${root} xmlns:xsi="x">\n`);
      truncateSync(path, LARGE_BYTES);
      const { sentence, bytes } = await lookAt(path);
      expect(sentence).toBe(`${what}: 8.00 GB in 1 file.`);
      expect(bytes).toBeLessThan(MOST_BYTES);
    });
  });

  it('says it of a zip, and of a folder of scripts', async () => {
    await withFolder(async (folder) => {
      const zip = join(folder, 'nightly.zip');
      writeZip(zip, [{ name: 'nightly.sql', bytes: Buffer.from(HEAD) }]);
      expect((await lookAt(zip)).sentence).toMatch(
        /^SQL script of mysqldump 8\.0\.44, .* in 1 file \(zip\)\.$/,
      );
      const scripts = join(folder, 'scripts');
      mkdirSync(scripts);
      for (const name of ['a.sql', 'b.sql']) writeFileSync(join(scripts, name), HEAD);
      expect((await lookAt(scripts)).sentence).toMatch(/^SQL script of mysqldump 8\.0\.44, .* in 2 files\.$/);
    });
  });

  it('says it of files of values', async () => {
    await withFolder(async (folder) => {
      const path = join(folder, 'orders.csv');
      writeFileSync(path, 'id,name\n1,a\n');
      truncateSync(path, LARGE_BYTES);
      const { sentence, bytes } = await lookAt(path);
      expect(sentence).toBe('Files of values (CSV): 8.00 GB in 1 file.');
      expect(bytes).toBeLessThan(MOST_BYTES);
    });
  });

  it('says nothing of a dump that is read as fast', async () => {
    await withFolder(async (folder) => {
      writeFileSync(join(folder, '@.json'), '{}');
      expect((await lookAt(folder)).sentence).toBeNull();
    });
  });
});
