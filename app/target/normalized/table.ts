import { LINE, parseDefinition, type IndexLine } from '../../catalog/definition/definition';
import type { Vendor } from '../../contract/connections/connection';
import { normalizedColumn, type NormalizedColumn } from './column';
import { piecesOf, spelled, type Piece } from './pieces';
import { normalizedText } from '../../text/target/normalized';

/** Properties beside its text on which the meaning of a table's definition depends. */
export interface NormalizationContext {
  /** Vendor of the server that executed the definition. */
  readonly server: Vendor;
  /** Collation of each column by name; null where its values are no text. */
  readonly collations: ReadonlyMap<string, string | null>;
}

/**
 * Returns the meaning of a SHOW CREATE TABLE text in sentences that are the same for both vendors. A sentence that only
 * one of two tables has is a difference between them. Names of constraints are left out, because the vendors generate
 * their own, and so are the texts of expressions. Pure.
 */
export function normalizedTable(createTable: string, context: NormalizationContext): ReadonlySet<string> {
  const { columns, indexes, foreignKeys, others, options } = parseDefinition(createTable);
  const read = columns.map((line) => normalizedColumn(piecesOf(line)));
  const inLines = read.reduce((sum, { checks }) => sum + checks, 0);
  // MariaDB checks a JSON column by itself.
  const own = context.server === 'mariadb' ? read.filter(({ isJson }) => isJson).length : 0;
  const checks = inLines + own + others.filter((line) => /\bCHECK \(/.test(line)).length;
  return new Set([
    ...read.flatMap((column, at) => ofColumn(column, at, context)),
    ...indexes.map(ofIndex),
    ...foreignKeys.map(({ text }) => normalizedText.foreignKey(ofForeignKey(text))),
    normalizedText.checks(checks),
    ...ofOptions(options),
  ]);
}

function ofColumn(
  { name, isJson, traits }: NormalizedColumn,
  at: number,
  { server, collations }: NormalizationContext,
): readonly string[] {
  const isText = isJson && server === 'mariadb';
  const collation = isText ? 'utf8mb4_bin' : (collations.get(name) ?? null);
  const traitNow = (trait: string) =>
    isText && trait === normalizedText.type('json') ? normalizedText.type('longtext') : trait;
  return [
    normalizedText.position({ position: at + 1, column: name }),
    ...(collation === null ? [] : [normalizedText.collation({ column: name, collation })]),
    ...traits.map((trait) => normalizedText.ofColumn({ column: name, trait: traitNow(trait) })),
  ];
}

/**
 * Returns the comments of a table and its columns, and the members of ENUM and SET columns: texts of the user's that no
 * server may change. In the sentences of {@link normalizedTable}. Pure.
 */
export function userTexts(createTable: string): ReadonlySet<string> {
  const { columns, options } = parseDefinition(createTable);
  const begins = [normalizedText.comment(''), ...['enum(', 'set('].map(normalizedText.type)];
  const ofColumns = columns.flatMap((line) => {
    const { name, traits } = normalizedColumn(piecesOf(line));
    return traits
      .filter((trait) => begins.some((begin) => trait.startsWith(begin)))
      .map((trait) => normalizedText.ofColumn({ column: name, trait }));
  });
  const comment = normalizedText.option({ name: 'COMMENT', value: '' });
  return new Set([...ofColumns, ...ofOptions(options).filter((option) => option.startsWith(comment))]);
}

/** Words of an index that are not compared: the engine decides its algorithm. */
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
  return normalizedText.index({ name, kind, parts: [columns, ...words] });
}

/** Returns the meaning of a foreign key. RESTRICT and NO ACTION are the same for InnoDB, and the default. */
function ofForeignKey(text: string): string {
  const kept = text.replace(/^CONSTRAINT `(?:[^`]|``)*` FOREIGN KEY /, '');
  return spelled(piecesOf(kept)).replace(/ ON (?:DELETE|UPDATE) (?:RESTRICT|NO ACTION)/g, '');
}

/**
 * Options that are not compared: a table's default character set shows in its columns; the place of its file is the
 * target's own.
 */
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
    return LEFT_OUT.has(name) ? [] : [normalizedText.option({ name, value: optionValue(name, value) })];
  });
  return begin === -1 ? found : [...found, normalizedText.partitions(ofPartitions(pieces.slice(begin)))];
}

/** Returns the value of an option in one spelling: engine names ignore case, a comment does not. */
function optionValue(name: string, value: Piece): string {
  return name === 'COMMENT' ? spelled([value]) : spelled([value]).toLowerCase();
}

/** Returns partitions in one spelling: names with and without quotes, words in either case. */
function ofPartitions(pieces: readonly Piece[]): string {
  return spelled(pieces, 'fold').replace(/ engine = \w+/g, '');
}
