/**
 * Names of the files in a dump folder: MySQL Shell's dump format 2.0.1. Names are for finding a file only; the JSON
 * documents record which object a file belongs to, and it is never derived from a name.
 */

export const MANIFEST_FILE = '@.json';
export const DONE_FILE = '@.done.json';
export const PRE_SCRIPT_FILE = '@.sql';
export const POST_SCRIPT_FILE = '@.post.sql';
export const USERS_SCRIPT_FILE = '@.users.sql';
/** Checksums that MySQL Shell's dumps have with `checksum: true`. */
export const SHELL_CHECKSUMS_FILE = '@.checksums.json';
/** List of a folder's scripts, in the order in which they are loaded. */
export const LOAD_ORDER_FILE = 'load-order.txt';
/** Our own append-only facts; other readers ignore it. */
export const FACTS_FILE = '@.sluice.jsonl';
/** Suffix of a data file that is still being written. */
export const STAGING_SUFFIX = '.dumping';

/**
 * Maximum length of a stem in UTF-8 bytes: leaves room for the chunk number and extension within the 255 that file
 * systems allow.
 */
const LONGEST_STEM_BYTES = 225;

/** `t.triggers` would have the script that is named after the triggers of `t`; so would `v.pre` that of a view. */
const LIKE_ANOTHERS_SCRIPT = /\.(?:triggers|pre)$/;

/** Escapes one part of a name: every ASCII byte but letters, digits and `_-.~` as %XX; other characters are kept. */
export function escapePart(part: string): string {
  return part.replace(/[\x00-\x7f]/g, (character) =>
    /[\w.~-]/.test(character)
      ? character
      : `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );
}

/** The part of which `escapePart` has made this. */
export function unescapedPart(part: string): string {
  return part.replace(/%([0-7][0-9A-F])/g, (_, digits: string) => String.fromCharCode(parseInt(digits, 16)));
}

/** Hands out file name stems, each once; a stem that is too long is cut and numbered, so that it stays unique. */
export class Stems {
  readonly #taken = new Set<string>();
  readonly #joint: string;

  constructor(joint = '@') {
    this.#joint = joint;
  }

  of(...parts: readonly string[]): string {
    const isDotted = this.#joint === '.';
    const escaped = parts.map(escapePart);
    const whole = (isDotted ? escaped.map(withoutDots) : escaped).join(this.#joint);
    const start = cutToBytes(whole, LONGEST_STEM_BYTES);
    const isFree = isDotted || !LIKE_ANOTHERS_SCRIPT.test(whole);
    let ordinal = 0;
    let stem = start === whole && isFree ? whole : `${start}${ordinal++}`;
    while (this.#taken.has(stem)) stem = `${start}${ordinal++}`;
    this.#taken.add(stem);
    return stem;
  }
}

function withoutDots(escaped: string): string {
  return escaped.replace(/\./g, '%2E');
}

/** The longest beginning of whole characters that has at most `limit` bytes in UTF-8. */
function cutToBytes(text: string, limit: number): string {
  let cut = '';
  let bytes = 0;
  for (const character of text) {
    bytes += Buffer.byteLength(character);
    if (bytes > limit) return cut;
    cut += character;
  }
  return text;
}

export type DataExtension = 'tsv' | 'tsv.zst';

/** Name of the n-th chunk of a data set; the last one has two @. */
export function chunkFile(stem: string, chunk: number, last: boolean, extension: string): string {
  return `${stem}@${last ? '@' : ''}${chunk}.${extension}`;
}

const DATA_FILE = /^(.+?)@{1,2}\d+\.tsv(?:\.zst)?(?:\.idx|\.dumping)?$/s;

/** Stem of a data file, its index or its staging file; null for other files. */
export function stemOfDataFile(name: string): string | null {
  return DATA_FILE.exec(name)?.[1] ?? null;
}

/** Returns whether a name from a dump stays in the dump's folder. */
export function isFileName(name: string): boolean {
  return !/[/\0]/.test(name) && !['', '.', '..'].includes(name);
}
