import { execFileSync } from 'child_process';
import { dirname, join } from 'path';
import type { Connection } from 'mysql2/promise';
import type { Vendor } from '../../../app/contract/connections/connection';
import { Cancellation } from '../../../app/engine/cancellation';
import { openEngine } from '../../../app/engine/open';
import type { FileReader } from '../../../app/inspect/file/file';
import { locateServer } from '../../../app/sandbox/locate';
import { testServer } from '../../servers/test-server';
import { ENGINE_FILE } from '../harness/runs';

/** Subject of this folder's tests: a table with a secondary index, filled in an order that leaves traces. */

export const ROWS = 20_000;
const ROWS_PER_STATEMENT = 1000;

const engine = openEngine(ENGINE_FILE);

export function newReader(): FileReader {
  return { engine, threads: 2, cancellation: new Cancellation() };
}

/** `shuffled` inserts ranges of keys in mixed order, so that pages split and lie apart. */
export async function createSubject(
  connection: Connection,
  table: string,
  { options = '', shuffled = true, rows = ROWS } = {},
): Promise<void> {
  await connection.query(`DROP TABLE IF EXISTS ${table}`);
  await connection.query(
    `CREATE TABLE ${table} (id INT PRIMARY KEY, k INT NOT NULL, pad VARCHAR(180) NOT NULL, KEY k_1 (k)) ${options}`,
  );
  const starts = Array.from({ length: rows / ROWS_PER_STATEMENT }, (_, at) => at * ROWS_PER_STATEMENT);
  // A step that shares no factor with the number of ranges visits each of them once.
  const order = shuffled ? starts.map((_, at) => starts[(at * 7) % starts.length] ?? 0) : starts;
  for (const start of order) {
    await insertRows(connection, table, { start, count: ROWS_PER_STATEMENT });
  }
}

async function insertRows(
  connection: Connection,
  table: string,
  { start, count }: { readonly start: number; readonly count: number },
): Promise<void> {
  const rows = Array.from({ length: count }, (_, at) => rowOf(start + at));
  await connection.query(`INSERT INTO ${table} VALUES ?`, [rows]);
}

/** Rows of about two pages. */
const ROWS_PER_TURN = 200;

/** Loads the table's rows on several connections at once, each a range of keys of its own, as loaders with lanes do. */
export async function loadOnLanes(
  lanes: readonly Connection[],
  table: string,
  rowsPerLane: number,
): Promise<void> {
  for (let from = 0; from < rowsPerLane; from += ROWS_PER_TURN) {
    await Promise.all(
      lanes.map((lane, at) =>
        insertRows(lane, table, { start: at * rowsPerLane + from, count: ROWS_PER_TURN }),
      ),
    );
  }
}

function rowOf(id: number): readonly [number, number, string] {
  return [id, Math.imul(id, 0x9e3779b1), 'x'.repeat(100 + (id % 80))];
}

/** The table's file in the server's data folder. */
export function fileOf(vendor: Vendor, schema: string, file: string): string {
  return join(testServer(vendor).dataDir, schema, `${file}.ibd`);
}

/** Runs `work` while all pages of the table are on the disk and stay there. */
export async function whileExported<T>(
  connection: Connection,
  table: string,
  work: () => Promise<T>,
): Promise<T> {
  await connection.query(`FLUSH TABLES ${table} FOR EXPORT`);
  try {
    return await work();
  } finally {
    await connection.query('UNLOCK TABLES');
  }
}

/** Figures of one index by MariaDB's own program. */
export interface OracleIndex {
  readonly indexId: number;
  readonly pages: number;
  readonly leafPages: number;
  /** Pages by data bytes: empty, ten tenths of the page size, more. */
  readonly histogram: readonly number[];
}

/** Asks MariaDB's `innochecksum -S`. */
export function askInnochecksum(file: string): readonly OracleIndex[] {
  const client = locateServer('mariadb')?.clients.sql ?? [];
  const program = join(dirname(client[client.length - 1] ?? ''), 'innochecksum');
  // A server that set-up unpacked is started by its own loader, and so are its programs.
  const words = [...client.slice(0, -1), program];
  const output = execFileSync(words[0] ?? program, [...words.slice(1), '-S', file], { encoding: 'utf8' });
  const counts = tableAfter(output, 'index_id\t#pages');
  const histograms = new Map(
    tableAfter(output, 'index_id\tpage_data_bytes').map(([id = 0, ...bins]) => [id, bins]),
  );
  return counts.map(([indexId = 0, pages = 0, leafPages = 0]) => ({
    indexId,
    pages,
    leafPages,
    histogram: histograms.get(indexId) ?? [],
  }));
}

/** The lines of numbers below a line that begins like this. */
function tableAfter(output: string, title: string): readonly (readonly number[])[] {
  const lines = output.split('\n');
  const first = lines.findIndex((line) => line.startsWith(title)) + 1;
  const length = lines.slice(first).findIndex((line) => !/^\d/.test(line));
  return lines.slice(first, first + length).map((line) => line.split(/\s+/).filter(Boolean).map(Number));
}
