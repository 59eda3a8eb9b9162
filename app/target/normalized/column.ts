import { isText } from '../../catalog/text/byte-literals';
import { spelled, type Piece } from './pieces';
import { normalizedText } from '../../text/target/normalized';

/** Properties of a column's line besides its character set and collation, which are read from the catalogue. */
export interface NormalizedColumn {
  readonly name: string;
  readonly isJson: boolean;
  /** Number of CHECKs in the line. */
  readonly checks: number;
  /** Properties in the same words for both vendors. */
  readonly traits: readonly string[];
}

/** Types whose display width has no meaning; MySQL has dropped it. */
const WITHOUT_WIDTH: ReadonlySet<string> = new Set([
  ...['TINYINT', 'SMALLINT', 'MEDIUMINT', 'INT', 'BIGINT', 'YEAR'],
]);
const TYPE_NAMES: ReadonlyMap<string, string> = new Map([['GEOMCOLLECTION', 'GEOMETRYCOLLECTION']]);
const NOW: ReadonlySet<string> = new Set(['CURRENT_TIMESTAMP', 'NOW', 'LOCALTIME', 'LOCALTIMESTAMP']);

/**
 * Words that are not compared, with the number of words that each takes: the character set and collation (compared as
 * the catalogue has them), a SRID that MariaDB does not print, NDB's places, and compression, which the values do not
 * show.
 */
const IGNORED_WORDS: ReadonlyMap<string, number> = new Map([
  ['CHARACTER', 3],
  ['COLLATE', 2],
  ['NULL', 1],
  ['SRID', 2],
  ['REF_SYSTEM_ID', 3],
  ['STORAGE', 2],
  ['COLUMN_FORMAT', 2],
  ['COMPRESSED', 1],
]);

/**
 * Returns the meaning of a column's line. Of expressions only the presence counts: the vendors print them differently.
 */
export function normalizedColumn(pieces: readonly Piece[]): NormalizedColumn {
  const [first, type, ...others] = pieces;
  const [size] = others;
  const rest = size?.kind === 'group' ? others.slice(1) : others;
  const traits: string[] = [];
  let checks = 0;
  for (let at = 0; at < rest.length;) {
    const word = wordAt(rest, at);
    const passed = IGNORED_WORDS.get(word);
    if (passed !== undefined) at += passed;
    else if (word === 'DEFAULT') {
      const { text, length } = defaultAt(rest, at + 1);
      if (text !== null) traits.push(normalizedText.default(text));
      at += 1 + length;
    } else if (word === 'ON') {
      traits.push(normalizedText.onUpdate(defaultAt(rest, at + 2).text ?? ''));
      at += 2 + defaultAt(rest, at + 2).length;
    } else if (word === 'CHECK') {
      checks += 1;
      at += 2;
    } else if (word === 'GENERATED') {
      traits.push(normalizedText.generated(wordAt(rest, at + 4) === 'VIRTUAL' ? 'virtual' : 'stored'));
      at += 5;
    } else if (word === 'COMMENT') {
      traits.push(normalizedText.comment(spelled(rest.slice(at + 1, at + 2))));
      at += 2;
    } else if (word === 'NOT') {
      traits.push(normalizedText.not(wordAt(rest, at + 1).toLowerCase()));
      at += 2;
    } else {
      traits.push(spelled(rest.slice(at, at + 1)).toLowerCase());
      at += 1;
    }
  }
  const name = first?.kind === 'name' ? first.text : '';
  const typeName = type?.kind === 'word' ? type.text : '';
  const width =
    size?.kind === 'group' && isWidth(typeName, traits) ? '' : size?.kind === 'group' ? spelled([size]) : '';
  const typeText = normalizedText.type(`${(TYPE_NAMES.get(typeName) ?? typeName).toLowerCase()}${width}`);
  return { name, isJson: typeName === 'JSON', checks, traits: [typeText, ...traits] };
}

function isWidth(type: string, traits: readonly string[]): boolean {
  return WITHOUT_WIDTH.has(type) && !traits.includes('zerofill');
}

function wordAt(pieces: readonly Piece[], at: number): string {
  const piece = pieces[at];
  return piece?.kind === 'word' ? piece.text : '';
}

interface Default {
  /** Text of the default; null where it is NULL, the implicit default. */
  readonly text: string | null;
  /** Number of pieces that it takes. */
  readonly length: number;
}

function defaultAt(pieces: readonly Piece[], at: number): Default {
  const piece = pieces[at];
  const next = pieces[at + 1];
  if (piece === undefined) return { text: null, length: 0 };
  switch (piece.kind) {
    case 'group':
      return { text: insideOf(piece.pieces), length: 1 };
    case 'literal':
      return { text: plain(piece.text), length: 1 };
    case 'sign':
      return { text: plain(`${piece.text}${wordAt(pieces, at + 1)}`), length: 2 };
    case 'name':
      return { text: normalizedText.expression, length: next?.kind === 'group' ? 2 : 1 };
    case 'word':
      return ofWord(piece.text, next);
  }
}

function ofWord(word: string, next: Piece | undefined): Default {
  if (word === 'NULL') return { text: null, length: 1 };
  if (NOW.has(word)) {
    const precision = next?.kind === 'group' ? spelled(next.pieces) : '';
    return { text: normalizedText.now(precision), length: next?.kind === 'group' ? 2 : 1 };
  }
  // A character set or the kind of a literal before it.
  if (next?.kind === 'literal')
    return { text: word.startsWith('_') ? plain(next.text) : `${word} ${next.text}`, length: 2 };
  if (next?.kind === 'group') return { text: normalizedText.expression, length: 2 };
  return { text: plain(word), length: 1 };
}

/** Returns the literal in parentheses, which means the same without them; one of the vendors removes them. */
function insideOf(pieces: readonly Piece[]): string | null {
  const inside = defaultAt(pieces, 0);
  return inside.length === pieces.length ? inside.text : normalizedText.expression;
}

/**
 * Returns a literal in one spelling: numbers are printed with and without quotes, and bytes that are a text in
 * hexadecimal digits or as they are.
 */
function plain(text: string): string {
  if (/^0X(?:[0-9A-F]{2})*$/.test(text)) {
    const bytes = Buffer.from(text.slice(2), 'hex');
    return isText(bytes) ? `'${bytes.toString('utf8')}'` : text;
  }
  const [, digits] = /^(-?\d+)(?:\.0*)?$/.exec(text) ?? [];
  if (digits !== undefined) return `'${digits}'`;
  if (/^-?\d+\.\d+$/.test(text)) return `'${text.replace(/0+$/, '')}'`;
  return /^-?\d+(?:\.\d+)?E[-+]?\d+$/i.test(text) ? `'${String(Number(text))}'` : `'${text}'`;
}
