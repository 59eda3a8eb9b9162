import { Readable } from 'stream';

import type { Connection, ResultSetHeader } from 'mysql2/promise';

import { encodeRow, type TableRows } from './rows';
import { sandboxText } from '../../text/sandbox';

/** Progress of a table: `rows` of `total` have been sent to the server. */
export interface ShopProgress {
  readonly table: string;
  readonly rows: number;
  readonly total: number;
}

export type ShopProgressListener = (progress: ShopProgress) => void;

const BLOCK_CHARACTERS = 128 * 1024;

/**
 * Streams a table's rows into the server through `LOAD DATA LOCAL`, generated while they are sent. The current schema
 * holds the table; the server must have `local_infile` on.
 *
 * @throws when the server stored another number of rows or had a warning: LOCAL turns its errors into those.
 */
export async function loadRows(
  connection: Connection,
  table: TableRows,
  onProgress: ShopProgressListener,
): Promise<void> {
  const [result] = await connection.query<ResultSetHeader>({
    sql: loadStatement(table),
    infileStreamFactory: () => Readable.from(encodeBlocks(table, onProgress), { objectMode: false }),
  });
  if (result.affectedRows !== table.total || result.warningStatus !== 0) {
    const { affectedRows: stored, warningStatus: warnings, info } = result;
    const { table: name, total } = table;
    throw new Error(sandboxText.rowsNotStored({ table: name, stored, total, warnings, info }));
  }
}

function loadStatement(table: TableRows): string {
  const columns = table.columns.map((column) => (column.startsWith('@') ? column : `\`${column}\``));
  const assignments = table.assignments === undefined ? '' : ` SET ${table.assignments}`;
  return (
    `LOAD DATA LOCAL INFILE '${table.table}.tsv' INTO TABLE \`${table.table}\` CHARACTER SET utf8mb4 ` +
    `(${columns.join(', ')})${assignments}`
  );
}

function* encodeBlocks(table: TableRows, onProgress: ShopProgressListener): Iterable<Buffer> {
  let block = '';
  let rows = 0;
  for (const row of table.rows()) {
    block += encodeRow(row);
    rows += 1;
    if (block.length < BLOCK_CHARACTERS) continue;
    yield Buffer.from(block);
    block = '';
    onProgress({ table: table.table, rows, total: table.total });
  }
  if (block !== '') yield Buffer.from(block);
  onProgress({ table: table.table, rows, total: table.total });
}
