import { LINE, parseDefinition, type IndexLine } from '../../catalog/definition/definition';
import type { Vendor } from '../../contract/connection';
import { columnMeaning, type ColumnMeaning } from './column';
import { piecesOf, spelled, type Piece } from './pieces';

/** What a table's definition depends on besides its text. */
export interface Understanding {
  /** Who understood it. */
  readonly server: Vendor;
  /** The collation of each column's values by name; null where they are no text. */
  readonly collations: ReadonlyMap<string, string | null>;
}

/**
 * What a SHOW CREATE TABLE text says, in sentences that are the same whichever vendor has printed it. What is in one
 * table's and not in another's is a difference between the two. Names of constraints are left out, for the vendors
 * give their own, and so are the texts of expressions. Pure.
 */
export function meaningsOf(createTable: string, understanding: Understanding): ReadonlySet<string> {
  const { columns, indexes, foreignKeys, others, options } = parseDefinition(createTable);
  const read = columns.map((line) => columnMeaning(piecesOf(line)));
  const inLines = read.reduce((sum, { checks }) => sum + checks, 0);
  // MariaDB checks a JSON column by itself.
  const own = understanding.server === 'mariadb' ? read.filter(({ isJson }) => isJson).length : 0;
  const checks = inLines + own + others.filter((line) => /\bCHECK \(/.test(line)).length;
  return new Set([
    ...read.flatMap((column, at) => ofColumn(column, at, understanding)),
    ...indexes.map(ofIndex),
    ...foreignKeys.map(({ text }) => `foreign key ${ofForeignKey(text)}`),
    `${checks} CHECK constraints`,
    ...ofOptions(options),
  ]);
}

function ofColumn(
  { name, isJson, traits }: ColumnMeaning,
  at: number,
  { server, collations }: Understanding,
): readonly string[] {
  const isText = isJson && server === 'mariadb';
  const collation = isText ? 'utf8mb4_bin' : (collations.get(name) ?? null);
  const column = `column ${name}`;
  return [
    `column ${at + 1} is ${name}`,
    ...(collation === null ? [] : [`${column}: collation ${collation}`]),
    ...traits.map((trait) => `${column}: ${isText ? trait.replace('type json', 'type longtext') : trait}`),
  ];
}

/** The algorithm is what the engine takes, whatever stands there. */
const INDEX_WORDS: ReadonlyMap<string, string> = new Map([
  ['IGNORED', 'invisible'],
  ['INVISIBLE', 'invisible'],
]);

function ofIndex({ kind, name, text }: IndexLine): string {
  const pieces = piecesOf(text);
  const at = pieces.findIndex((piece) => piece.kind === 'group');
  const parts = pieces[at];
  const rest = pieces.slice(at + 1);
  const words = rest.flatMap((piece, here): readonly string[] => {
    const before = rest[here - 1];
    const isAlgorithm = (one: Piece | undefined) => one?.kind === 'word' && one.text === 'USING';
    if (isAlgorithm(piece) || isAlgorithm(before)) return [];
    return [piece.kind === 'word' ? (INDEX_WORDS.get(piece.text) ?? piece.text) : spelled([piece])];
  });
  const columns = parts === undefined ? '' : spelled([parts]);
  return [`index ${name}: ${kind}`, columns, ...words].join(' ');
}

/** RESTRICT and NO ACTION are the same to InnoDB, and what goes without saying. */
function ofForeignKey(text: string): string {
  const kept = text.replace(/^CONSTRAINT `(?:[^`]|``)*` FOREIGN KEY /, '');
  return spelled(piecesOf(kept)).replace(/ ON (?:DELETE|UPDATE) (?:RESTRICT|NO ACTION)/g, '');
}

/** A table's default character set shows in its columns; the place of its file is the target's own. */
const LEFT_OUT: ReadonlySet<string> = new Set(['CHARSET', 'COLLATE', 'TABLESPACE']);

function ofOptions(options: string): readonly string[] {
  const text = (options.match(LINE) ?? []).join(' ').replace(/^\)/, '');
  const pieces = piecesOf(text);
  const begin = pieces.findIndex((piece) => piece.kind === 'word' && piece.text === 'PARTITION');
  const own = begin === -1 ? pieces : pieces.slice(0, begin);
  const found = own.flatMap((piece, at): readonly string[] => {
    const [sign, value] = [own[at + 1], own[at + 2]];
    if (sign?.kind !== 'sign' || sign.text !== '=' || value === undefined) return [];
    const name = spelled([piece]).toUpperCase();
    return LEFT_OUT.has(name) ? [] : [`option ${name} ${optionValue(name, value)}`];
  });
  return begin === -1 ? found : [...found, `partitions: ${ofPartitions(pieces.slice(begin))}`];
}

/** Names of engines are words, whatever their case; a comment is not. */
function optionValue(name: string, value: Piece): string {
  return name === 'COMMENT' ? spelled([value]) : spelled([value]).toLowerCase();
}

/** Names stand with and without quotes, and words in either case. */
function ofPartitions(pieces: readonly Piece[]): string {
  return spelled(pieces)
    .toLowerCase()
    .replace(/ engine = \w+/g, '');
}
