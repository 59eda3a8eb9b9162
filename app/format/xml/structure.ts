import { quoteText } from '../../catalog/text/quote';
import type { EngineXmlItem } from '../../engine/scan/scans';
import type { TableText } from '../script/tables/table-text';
import { columnOf, type XmlColumn } from './column';
import type { XmlDialect } from './dialect';
import { keysOf } from './keys';

type Structure = Extract<EngineXmlItem, { kind: 'structure' }>;

/** Object that a `<table_structure>` is of. */
export type XmlStructure =
  | {
      readonly kind: 'table';
      readonly text: TableText;
      readonly generated: readonly string[];
      /** Words of the server's about it that are not in the text. */
      readonly unknown: readonly string[];
    }
  /** Its columns alone are recorded. */
  | { readonly kind: 'view' }
  /** It has no columns, or the server could not say what it is. */
  | { readonly kind: 'unreadable'; readonly said: string };

/** Options that both vendors print again as they are (SHOW TABLE STATUS, Create_options). */
const OPTION = /(`(?:[^`]|``)+`|[\w]+)=('(?:[^']|'')*'|"(?:[^"]|"")*"|[^\s]+)|\S+/g;
const PLAIN =
  /^(?:avg_row_length|checksum|delay_key_write|insert_method|key_block_size|max_rows|min_rows|pack_keys|row_format|stats_auto_recalc|stats_persistent|stats_sample_pages|transactional|page_checksum|compression|encryption)$/i;

/** Rebuilds a table from what a server has said of it. Pure. */
export function structureOf({ table, fields, keys, options }: Structure, dialect: XmlDialect): XmlStructure {
  const { Engine: engine, Comment: comment = '' } = options;
  if (engine === undefined)
    return /^VIEW$/i.test(comment) ? { kind: 'view' } : { kind: 'unreadable', said: comment };
  const found = fields.map((field) => columnOf(field, dialect));
  const columns = found.filter((column): column is XmlColumn => column !== null);
  if (columns.length === 0 || columns.length < fields.length) return { kind: 'unreadable', said: comment };
  const names = new Set(columns.map(({ name }) => name.toLowerCase()));
  // mysqldump leaves generated columns out, and has the keys that they are in.
  const omitted = keys.flatMap(({ Column_name: name }) =>
    name === undefined || names.has(name.toLowerCase()) ? [] : [name],
  );
  const created = optionsOf(options.Create_options ?? '');
  return {
    kind: 'table',
    text: {
      name: table,
      elements: [...columns.map(({ element }) => element), ...keysOf(keys)],
      options: [
        ` ENGINE=${engine}`,
        ...(options.Auto_increment === undefined ? [] : [`AUTO_INCREMENT=${options.Auto_increment}`]),
        ...charsetOf(options.Collation),
        ...created.known,
        ...(comment === '' ? [] : [`COMMENT=${quoteText(comment)}`]),
      ].join(' '),
    },
    generated: [
      ...columns.filter(({ isGenerated }) => isGenerated).map(({ name }) => name),
      ...new Set(omitted),
    ],
    unknown: [
      ...created.unknown,
      ...columns.flatMap(({ name, unknown }) => (unknown === '' ? [] : [`${name}: ${unknown}`])),
    ],
  };
}

function charsetOf(collation: string | undefined): readonly string[] {
  if (collation === undefined || !/^\w+$/.test(collation)) return [];
  return [`DEFAULT CHARSET=${collation.split('_')[0] ?? collation}`, `COLLATE=${collation}`];
}

function optionsOf(words: string): {
  readonly known: readonly string[];
  readonly unknown: readonly string[];
} {
  const known: string[] = [];
  const unknown: string[] = [];
  for (const [word, name] of words.matchAll(OPTION)) {
    if (name === undefined || !PLAIN.test(name)) unknown.push(word);
    else known.push(`${name.toUpperCase()}=${word.slice(name.length + 1).replace(/"/g, "'")}`);
  }
  return { known, unknown };
}
