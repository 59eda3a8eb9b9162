import { unquoteName } from '../../catalog/text/quote';
import type { EngineRowDialect } from '../../engine/chunk-files';
import { splitScript } from '../sql/script';

/** A LOAD DATA statement of mydumper's --load-data or --csv. */
export interface LoadData {
  /** The file that it reads, as it names it. */
  readonly file: string;
  readonly table: string;
  /** Character set of the file; `binary` where it names none. */
  readonly charset: string;
  readonly dialect: EngineRowDialect;
  /** Rows at the file's beginning that hold no values. */
  readonly skippedRows: number;
  /** In the order of the values. */
  readonly columns: readonly LoadedColumn[];
  /** True where the times in the file are in UTC. */
  readonly isUtc: boolean;
}

export interface LoadedColumn {
  readonly name: string;
  /** Its values are pairs of hexadecimal digits. */
  readonly isHex: boolean;
}

const TEXT = String.raw`'((?:[^'\\]|\\[^]|'')*)'`;
const NAME = '`((?:[^`]|``)+)`';
/** As src/mydumper/mydumper_write.c writes it; earlier versions put REPLACE before INTO. */
const STATEMENT = new RegExp(
  String.raw`^LOAD\s+DATA\s+LOCAL\s+INFILE\s+${TEXT}\s+(?:(?:REPLACE|IGNORE)\s+)?INTO\s+TABLE\s+${NAME}\s+` +
    String.raw`(?:CHARACTER\s+SET\s+(\w+)\s+)?(?:FIELDS\s+)?(?:TERMINATED\s+BY\s+${TEXT}\s+)?(?:(?:OPTIONALLY\s+)?ENCLOSED\s+BY\s+${TEXT}\s+)?` +
    String.raw`(?:ESCAPED\s+BY\s+${TEXT}\s+)?LINES\s+(?:STARTING\s+BY\s+''\s+)?TERMINATED\s+BY\s+${TEXT}\s*(?:IGNORE\s+(\d+)\s+LINES\s*)?` +
    String.raw`\(([^]*?)\)\s*(?:SET\s+([^]*))?$`,
  'i',
);
const COLUMN = /^(@?)(?:`((?:[^`]|``)+)`|([^`,]+))$/;
const ASSIGNED =
  /^`((?:[^`]|``)+)`\s*=\s*(UNHEX|CONVERT)\(\s*@(`(?:[^`]|``)+`|[^`)]+?)(?:\s+USING\s+UTF8MB4)?\s*\)$/i;

const IS_UTC = /\bTIME_ZONE\s*=\s*'[+-]00:00'/i;

/** Reads a file that holds such a statement, and settings; null where it holds anything else. Pure. */
export function loadDataOf(script: string): LoadData | null {
  const statements = splitScript(script).filter((text) => !/^(?:\/\*!\d*\s*)?SET\b/i.test(text));
  const match = STATEMENT.exec(statements[0] ?? '');
  if (match === null || statements.length !== 1) return null;
  const [, file = '', table = '', charset, fields, enclosure, escape, lines = '', skipped, list = '', set] =
    match;
  const columns = columnsOf(list, set ?? '');
  if (columns === null) return null;
  return {
    file: unescaped(file),
    table: unquoteName(table),
    charset: charset?.toLowerCase() ?? 'binary',
    dialect: {
      fieldTerminator: unescaped(fields ?? '\\t'),
      enclosure: unescaped(enclosure ?? ''),
      escape: unescaped(escape ?? '\\\\'),
      lineTerminator: unescaped(lines),
    },
    skippedRows: Number(skipped ?? 0),
    columns,
    isUtc: IS_UTC.test(script),
  };
}

function columnsOf(list: string, set: string): readonly LoadedColumn[] | null {
  const assigned = new Map<string, LoadedColumn>();
  for (const part of partsOf(set)) {
    const [, name = '', how = '', variable = ''] = ASSIGNED.exec(part) ?? [];
    if (name === '') return null;
    assigned.set(bare(variable), { name: unquoteName(name), isHex: how.toUpperCase() === 'UNHEX' });
  }
  const columns = partsOf(list).map((part): LoadedColumn | null => {
    const [, at = '', quoted, plain = ''] = COLUMN.exec(part) ?? [];
    const name = quoted === undefined ? plain.trim() : unquoteName(quoted);
    if (name === '') return null;
    return at === '' ? { name, isHex: false } : (assigned.get(name) ?? null);
  });
  const known = columns.flatMap((column) => column ?? []);
  return known.length === columns.length && known.length > 0 ? known : null;
}

/** Split at the commas outside of quoted names. */
function partsOf(list: string): readonly string[] {
  return (list.match(/(?:`(?:[^`]|``)*`|[^`,])+/g) ?? []).map((part) => part.trim());
}

function bare(variable: string): string {
  return variable.startsWith('`') ? unquoteName(variable.slice(1, -1)) : variable.trim();
}

const MEANT: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', '0': '\0', Z: '\x1a' };

function unescaped(text: string): string {
  return text.replace(/\\([^])|''/g, (_, escaped?: string) =>
    escaped === undefined ? "'" : (MEANT[escaped] ?? escaped),
  );
}
