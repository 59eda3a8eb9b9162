import type { Addon } from '../../engine/addon';
import { delimitedFailures } from '../../text/format/delimited';
import { jsonFailures } from '../../text/format/json';
import type { DumpPlace } from '../format';
import { packingOf } from '../packing';
import { spooledDigest } from '../../engine/words/spooled-input';
import { unpackedHead } from '../script/files/unpacked';
import { partingSeparator } from '../delimited/dialect';

/** Bytes by which values are told from a script. */
export const HEAD_BYTES = 1 << 16;
const SCRIPT =
  /^\ufeff?\s*(?:--|\/\*|#|(?:alter|begin|call|commit|create|delete|delimiter|drop|grant|insert|lock|replace|select|set|source|start|truncate|update|use|with)\s+[^\s,;|])/i;

/** Beginning of an object with a key; of an array of such. */
const OBJECT = /^\{\s*"(?:[^"\\]|\\.)*"\s*:/;
const ARRAY = /^\[\s*\{\s*"(?:[^"\\]|\\.)*"\s*:/;

/**
 * The kind of JSON that a text begins as: an object a line, or anything else; null where it is none. A value of a row may be JSON
 * too. Pure.
 */
export function jsonIn(head: string): 'lines' | 'document' | null {
  const text = head.replace(/^\ufeff/, '').trimStart();
  const [first = '', ...others] = text.split('\n');
  if (ARRAY.test(text) || /^[[{]\s*$/.test(first)) return 'document';
  if (isJson(first)) return first.startsWith('{') ? 'lines' : first.startsWith('[') ? 'document' : null;
  // A line may be longer than the head, or broken.
  const isLong = others.length === 0 && head.length >= HEAD_BYTES / 2;
  return OBJECT.test(first) && (isLong || others.some((line) => line.startsWith('{') && isJson(line)))
    ? 'lines'
    : null;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Returns whether standard input, which is said to hold rows, has them as JSON Lines. */
export async function isJsonOnStandardInput(place: DumpPlace, engine: Addon): Promise<boolean> {
  if (place.kind !== 'file' || spooledDigest(place.path) === null || !place.path.endsWith('.csv'))
    return false;
  return jsonIn((await headOfPlace(place, engine)) ?? '') === 'lines';
}

/** Returns whether a text begins as a script does. Pure. */
export function beginsAsScript(head: string): boolean {
  return SCRIPT.test(head);
}

/** Refuses standard input that is taken for a script and looks like rows of values: nothing would name their table. */
export async function assertNoValues(place: DumpPlace, engine: Addon): Promise<void> {
  if (place.kind !== 'file' || spooledDigest(place.path) === null) return;
  const text = await headOfPlace(place, engine);
  if (text !== null) assertScriptText(text);
}

/** Refuses what standard input begins with where it is to be a script, and looks like CSV or JSON Lines. */
export function assertScriptText(text: string): void {
  const json = jsonIn(text);
  if (json === 'document') throw jsonFailures.onStandardInput();
  if (json === 'lines') throw jsonFailures.tableUnnamed();
  const separator = beginsAsScript(text) ? null : partingSeparator(text, false);
  if (separator !== null) throw delimitedFailures.tableUnnamed({ separator });
}

/** A file's first characters; null where it is packed in a way that the engine does not unpack. */
async function headOfPlace(
  place: DumpPlace & { readonly kind: 'file' },
  engine: Addon,
): Promise<string | null> {
  const { compression = 'none' } = packingOf(place.head, place.path) ?? {};
  if (compression === null || compression === 'zip') return null;
  const file = { path: place.path, compression, entry: null };
  // Reading it as what it is taken for says what is wrong.
  const head = await unpackedHead(file, engine, HEAD_BYTES).catch(() => Buffer.alloc(0));
  return head.toString('utf8');
}
