import type { Row } from '../../catalog/session/row';
import { quoteTable } from '../../catalog/text/quote';
import type { WantedObject, CreatedEntry, CreatedObject } from './created-object';
import type { CommittedChunk, DetachedObject, MovedTable } from './records';
import type { DetachedObjects } from './replaced-entries';

/** Digits of an entry's number: entries sort in their order when they are read as text. */
const DIGITS = 12;

/**
 * Returns the objects that are not known yet, with names and details of their entries, numbered after the known ones.
 * Pure.
 */
export function detachedEntries(
  known: Pick<DetachedObjects, 'count' | 'of'>,
  objects: readonly DetachedObject[],
): readonly { readonly object: DetachedObject; readonly entry: readonly [name: string, detail: string] }[] {
  return objects
    .filter((object) => known.of(object) === null)
    .map((object, at) => ({ object, entry: [numbered(known.count + at), JSON.stringify(object)] }));
}

/** Returns entries for objects that are about to be created; `last` is the number of the entry before them. Pure. */
export function createdEntries(
  objects: readonly WantedObject[],
  { loadName, since, last }: { readonly loadName: string; readonly since: string; readonly last: number },
): readonly CreatedEntry[] {
  return objects.map((object, at) => {
    const number = last + at + 1;
    const isRenamed = object.kind === 'table' || object.kind === 'sequence';
    const temporary = isRenamed ? `${loadName}-${number}` : undefined;
    return { ...object, key: numbered(number), since, isCreated: false, temporary };
  });
}

/** Reads the entry of an object from a row of the journal. */
export function readCreatedEntry({ name, detail, row_count }: Row): CreatedEntry {
  const object = JSON.parse(detail ?? '') as Omit<CreatedEntry, 'key' | 'isCreated'>;
  return { ...object, key: name ?? '', isCreated: row_count === '1' };
}

/** Returns the quoted names of the tables among a load's objects. */
export function tablesAmong(created: readonly CreatedObject[]): ReadonlySet<string> {
  const tables = created.filter(({ kind }) => kind === 'table');
  return new Set(tables.map(({ schema, name }) => quoteTable(schema, name)));
}

/** Reads the entries that the engine wrote for committed chunks, by name. */
export function readChunks(rows: readonly Row[]): ReadonlyMap<string, CommittedChunk> {
  return new Map(
    rows.map(({ name, row_count, byte_count, xxh64 }) => [
      name ?? '',
      { rows: Number(row_count), bytes: Number(byte_count), xxh64: xxh64 ?? '' },
    ]),
  );
}

/** Reads the entries that the engine wrote for completely migrated tables, by quoted table. */
export function readMoved(rows: readonly Row[]): ReadonlyMap<string, MovedTable> {
  return new Map(
    rows.map(({ name, row_count, xxh64 }) => [
      name ?? '',
      { rows: Number(row_count), checksum: BigInt(`0x${xxh64 ?? '0'}`) },
    ]),
  );
}

function numbered(number: number): string {
  return String(number).padStart(DIGITS, '0');
}
