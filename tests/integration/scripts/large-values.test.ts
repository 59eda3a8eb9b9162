import { execFile } from 'child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { promisify } from 'util';
import type { Connection } from 'mysql2/promise';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dumpByClient } from '../../servers/dump-programs';
import { testVendors } from '../../servers/test-server';
import { withGlobals } from '../harness/globals';
import { startAt, targetWords } from '../harness/server-command';
import { connectPlain, connectToFresh, dropSchemas } from '../harness/servers';

const run = promisify(execFile);

const SCHEMA = 'large_script';
const COPY = 'large_script_copy';
const MIB = 1 << 20;
/** A statement of a value's bytes in hexadecimal digits has more than twice as many. */
const PACKET = 256 * MIB;
const VALUE = 45 * MIB;
const MEMORY_LIMIT = 64 * MIB;
/** All that is not the engine's: Node.js, its compiled code, and the libraries. */
const BASE = 192 * MIB;

/** Keeps what the kernel says last of a command's memory. */
const WATCHED = `"$@" & pid=$!
  while grep VmHWM /proc/$pid/status > "$FACTS/now" 2>/dev/null; do mv "$FACTS/now" "$FACTS/memory"; sleep 0.05; done
  wait $pid`;

describe.each(testVendors)('large values in a script of the client of %s', (vendor) => {
  let home = '';
  let root: Connection;

  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'sluice-large-'));
    root = await connectPlain(vendor);
    await withLargePackets(async () => {
      const connection = await connectToFresh(vendor, SCHEMA);
      await connection.query('CREATE TABLE t (id INT PRIMARY KEY, bytes LONGBLOB, words LONGTEXT)');
      // All bytes, so that some need escapes, and no period of the engine's buffers.
      const all = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)).toString('hex');
      const words = `CONCAT('it''s a "text" \\\\ ä', CHAR(10), CHAR(9), '%')`;
      await connection.query(
        `INSERT INTO t VALUES (1, REPEAT(X'${all}61', ${Math.ceil(VALUE / 257)}), 'short')`,
      );
      await connection.query(`INSERT INTO t VALUES (2, 'short', REPEAT(${words}, ${Math.ceil(VALUE / 23)}))`);
      await connection.query('INSERT INTO t VALUES (3, NULL, NULL)');
      await connection.end();
    });
  });
  beforeEach(() => dropSchemas(vendor, COPY));
  afterAll(async () => {
    await root.end();
    await dropSchemas(vendor, SCHEMA, COPY);
    rmSync(home, { recursive: true, force: true });
  });

  /** Sessions that begin meanwhile may send and make such values. */
  const withLargePackets = (work: () => Promise<void>) =>
    withGlobals(root, { max_allowed_packet: PACKET }, work);

  async function digests(schema: string): Promise<unknown> {
    const [rows] = await root.query(
      `SELECT id, LENGTH(bytes), SHA2(bytes, 256), LENGTH(words), SHA2(words, 256) FROM ${schema}.t ORDER BY id`,
    );
    return rows;
  }

  it.each([
    ['as hexadecimal digits, packed', ['--hex-blob'], true],
    ['as texts', [], false],
  ])('are loaded within the memory limit: %s', async (how, words, isPacked) => {
    const script = join(home, 'backup.sql');
    const facts = join(home, 'facts');
    mkdirSync(facts, { recursive: true });
    await withLargePackets(async () => {
      await dumpByClient(vendor, script, ['--max-allowed-packet=1G', ...words, SCHEMA]);
      if (isPacked) await run('gzip', ['-1', '--force', script]);
      const running = startAt(
        { vendor, home, through: ['sh', '-c', WATCHED, 'sh'], more: { FACTS: facts } },
        [
          ...['load', ...targetWords(vendor), '--schema-map', `${SCHEMA}=${COPY}`],
          ...['--dump', isPacked ? `${script}.gz` : script],
          ...['--threads', '4', '--memory-limit', `${MEMORY_LIMIT / MIB}MiB`],
        ],
      );
      const { exitCode, output } = await running.ended;
      expect(exitCode, output).toBe(0);
    });
    expect(await digests(COPY), how).toEqual(await digests(SCHEMA));
    const [, peak = ''] = /VmHWM:\s*(\d+) kB/.exec(readFileSync(join(facts, 'memory'), 'utf8')) ?? [];
    expect(Number(peak) * 1024).toBeLessThan(MEMORY_LIMIT + BASE);
  });
});
