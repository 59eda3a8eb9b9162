import { basename } from 'path';
import type { Addon } from '../../engine/addon';
import { archivedFiles } from '../archive/files';
import type { DumpPlace } from '../format';
import { packingOf } from '../packing';
import { unpackedHead } from '../script/files/unpacked';
import { isParted } from './dialect';
import { delimitedFile } from './names';

/** Names of files of which the content tells what they are: rows of values may be called a script. */
const MAY_HOLD_VALUES = /\.(?:sql|txt)(?:\.(?:gz|zst|bz2|xz|lz4))?$/i;
const STATEMENT =
  /^(?:--|#|\/\*|\\|(?:ALTER|ANALYZE|BEGIN|CALL|COMMIT|CREATE|DELETE|DELIMITER|DO|DROP|EXPLAIN|FLUSH|GRANT|INSERT|LOAD|LOCK|PRAGMA|RENAME|REPLACE|REVOKE|SELECT|SET|SHOW|SOURCE|START|TRUNCATE|UNLOCK|UPDATE|USE|WITH)\b)/i;
/** Text that is surely a script, whatever the file's name: no header of columns begins so. */
const SCRIPT =
  /^(?:-- (?:MySQL|MariaDB) dump |-- phpMyAdmin |\/\*M?!\d{5,6}|(?:CREATE\s+(?:TABLE|DATABASE|SCHEMA)|INSERT\s+INTO|DROP\s+(?:TABLE|DATABASE)|SET\s+NAMES)\s)/i;
const NOTHING = Buffer.alloc(0);
/** Objects, arrays and elements: JSON and XML. */
const MARKUP = /^[{[<]/;

/** Content of a file where it is another than its name says, by its first bytes, unpacked; null where the name decides. Pure. */
export function contentOf(path: string, head: Buffer): 'script' | 'values' | null {
  const name = basename(path);
  const text = head
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .trimStart();
  if (delimitedFile(name) !== null) return SCRIPT.test(text) ? 'script' : null;
  if (!MAY_HOLD_VALUES.test(name) || STATEMENT.test(text) || MARKUP.test(text)) return null;
  return isParted(text) ? 'values' : null;
}

/** Reads the first bytes of the file that is alone at a place, unpacked where it is packed in a way that the engine unpacks. */
export async function contentHead(place: DumpPlace, engine: Addon): Promise<Buffer> {
  if (place.kind === 'archive') return (await archivedFiles(place.path, place.entries))[0]?.head ?? NOTHING;
  if (place.kind === 'folder') return NOTHING;
  const compression = packingOf(place.head, place.path)?.compression ?? null;
  if (compression === null || compression === 'zip') return place.head;
  const file = { path: place.path, compression, entry: null };
  // The reader of its format says what is wrong with it.
  return await unpackedHead(file, engine).catch(() => place.head);
}
