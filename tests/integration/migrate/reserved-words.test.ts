import { beforeAll, expect, it } from 'vitest';
import type { Connection, RowDataPacket } from 'mysql2/promise';
import type { Vendor } from '../../../app/contract/connections/connection';
import { RESERVED_ONLY_BY } from '../../../app/migrate/precheck/words';
import { withPlain } from '../harness/servers';

const VENDORS = ['mysql', 'mariadb'] as const satisfies readonly Vendor[];

/** Every word that either vendor knows, in upper case. */
let known: readonly string[];
/** Those of them that a vendor does not take as a name. */
const reserved = new Map<Vendor, ReadonlySet<string>>();

beforeAll(async () => {
  const words = await Promise.all(VENDORS.map((vendor) => withPlain(vendor, keywordsOf)));
  known = [...new Set(words.flat())].sort();
  for (const vendor of VENDORS) {
    reserved.set(vendor, new Set(await withPlain(vendor, (connection) => refusedBy(connection, known))));
  }
});

async function keywordsOf(connection: Connection): Promise<readonly string[]> {
  const [rows] = await connection.query<RowDataPacket[]>(
    'SELECT WORD AS word FROM information_schema.KEYWORDS',
  );
  return rows.map(({ word }) => String(word).toUpperCase()).filter((word) => /^[A-Z_][A-Z0-9_]*$/.test(word));
}

async function refusedBy(connection: Connection, words: readonly string[]): Promise<readonly string[]> {
  const refused: string[] = [];
  for (const word of words) {
    const isTaken = await connection.query(`WITH named (${word}) AS (SELECT 1) SELECT 1 FROM named`).then(
      () => true,
      (error: unknown) => {
        if (error instanceof Error && 'code' in error && error.code === 'ER_PARSE_ERROR') return false;
        throw error;
      },
    );
    if (!isTaken) refused.push(word);
  }
  return refused;
}

it.each([
  ['mysql', 'mariadb'],
  ['mariadb', 'mysql'],
] as const)('words that %s reserves and %s does not are the listed ones', (vendor, other) => {
  const only = known.filter((word) => reserved.get(vendor)?.has(word) && !reserved.get(other)?.has(word));
  expect(only).toEqual([...RESERVED_ONLY_BY[vendor]].sort());
});
