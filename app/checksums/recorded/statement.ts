import { has, type ServerVersion } from '../../catalog/server/dialect';
import { quoteName, quoteTable } from '../../catalog/text/quote';
import type { RecordedChecksum, RecordedPart } from '../../format/read/dump';

type Hashed = Extract<RecordedChecksum, { kind: 'hashed' }>;

/** Hexadecimal digits of 64 bits, which is what BIT_XOR takes before MySQL 8.0. */
const DIGITS = 16;

/**
 * Returns the statement that sums a part of a table as MySQL Shell does (modules/util/common/dump/checksums.cc), with the
 * columns `n` and `checksum`: values in the character set of their columns, joined by `#`, NULLs left out and listed behind.
 * Pure.
 */
export function hashedRows(
  server: ServerVersion,
  { schema, name }: { readonly schema: string; readonly name: string },
  { bits, columns, nullColumns }: Pick<Hashed, 'bits' | 'columns' | 'nullColumns'>,
  { partition, condition }: Pick<RecordedPart, 'partition' | 'condition'>,
): string {
  const nulls = nullColumns.map((column) => `ISNULL(${quoteName(column)})`).join(',');
  const values = [
    ...columns.map((column) => `CONVERT(${quoteName(column)} USING binary)`),
    ...(nulls === '' ? [] : [`CONCAT(${nulls})`]),
  ];
  const hash = `SHA2(CONCAT_WS('#',${values.join(',')}),${String(bits)})`;
  const sum = has(server, 'bitXorOfBytes') ? `HEX(BIT_XOR(UNHEX(${hash})))` : slices(bits);
  const rows = [
    `FROM ${quoteTable(schema, name)}`,
    ...(partition === null ? [] : [`PARTITION (${quoteName(partition)})`]),
    ...(condition === null ? [] : [`WHERE ${condition}`]),
  ].join(' ');
  return has(server, 'bitXorOfBytes')
    ? `SELECT COUNT(*) AS n, ${sum} AS checksum ${rows}`
    : `SELECT COUNT(*) AS n, ${sum} AS checksum FROM (SELECT ${hash} AS h ${rows}) AS hashes`;
}

function slices(bits: number): string {
  const count = bits / 4 / DIGITS;
  const each = Array.from({ length: Math.ceil(count) }, (_, at) => {
    const length = Math.min(DIGITS, bits / 4 - at * DIGITS);
    const slice = `CAST(CONV(SUBSTRING(h,${String(at * DIGITS + 1)},${String(length)}),16,10) AS UNSIGNED)`;
    return `LPAD(HEX(BIT_XOR(${slice})),${String(length)},'0')`;
  });
  return `CONCAT(${each.join(',')})`;
}
