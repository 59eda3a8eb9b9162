import { COMPRESSED_SUFFIXES } from '../packing';
import type { ScriptFile } from '../script/content';

/** Part of a dump of mydumper that a file holds, in the order in which the parts are read. */
export const MYDUMPER_PARTS = [
  'schema',
  'sequence',
  'table',
  'rows',
  'view',
  'triggers',
  'programs',
] as const;
export type MydumperPart = (typeof MYDUMPER_PARTS)[number];

export interface MydumperFile extends ScriptFile {
  readonly part: MydumperPart;
  /** Name of its schema among the names of files; that of the schema itself may be another. */
  readonly schema: string;
}

/** Suffixes of files, the longest first (mydumper's manual, "Files"; its sources, src/myloader/myloader_process.c). */
const SUFFIXES: readonly (readonly [suffix: string, part: MydumperPart])[] = [
  ['-schema-create.sql', 'schema'],
  ['-schema-sequence.sql', 'sequence'],
  ['-schema-view.sql', 'view'],
  ['-schema-triggers.sql', 'triggers'],
  ['-schema-post.sql', 'programs'],
  ['-schema-routines.sql', 'programs'],
  ['-schema-events.sql', 'programs'],
  ['-schema.sql', 'table'],
  ['.sql', 'rows'],
];
/** Rows that a LOAD DATA statement of another file reads (mydumper's manual, "--load-data", "--csv"). */
const VALUES = /\.(?:dat|csv)(?:\.\w+)?$/;
/** Files that hold nothing to load. */
const OTHERS =
  /^(?:metadata(?:\.\w+)*|resume(?:\.partial)?|not_updated_tables|.*-checksum|.+\..+\.checksum(?:\.gz)?|.*-metadata|.+\..+\.metadata)$/;
/** Tablespaces and groups of log files, which are the server's (mydumper’s manual, `--all-tablespaces`). */
const TABLESPACES = /^all-schema-create-tablespace\.sql(?:\.\w+)?$/;
/**
 * Number of a table's rows (its sources of 0.10.7 to 0.13, src/mydumper.c, write_table_metadata_into_file): `shop.orders-metadata`,
 * before 0.11.3 `shop.orders.metadata`.
 */
const ROW_COUNT = /^(.+\..+?)(?:-|\.)metadata$/;
/**
 * Value of CHECKSUM TABLE (its sources of 0.10.7 to 0.13, src/mydumper.c): `shop.orders-checksum`, before 0.11.3
 * `shop.orders.checksum`, which may be packed.
 */
const CHECKSUM = /^(.+\..+?)(?:(?<!-schema(?:-view|-triggers|-indexes)?)-checksum|\.checksum(?:\.gz)?)$/;

/** The files of a dump of mydumper in the order in which they are read, and the names that it does not know. */
export function mydumperFiles(names: readonly string[]): {
  readonly files: readonly MydumperFile[];
  /** Files of rows that statements read. */
  readonly values: readonly ScriptFile[];
  readonly unknown: readonly string[];
  /** Files of definitions that are the server's, and are left out. */
  readonly ofServer: readonly string[];
} {
  const parts = names.map((name) => (TABLESPACES.test(name) ? null : partOf(name)));
  const schemas = schemaStems(names);
  const files = parts.flatMap((part) =>
    part === null ? [] : [{ ...part.file, part: part.part, schema: schemaIn(part.rest, schemas) }],
  );
  const order = ({ part }: MydumperFile) => MYDUMPER_PARTS.indexOf(part);
  return {
    files: [...files].sort((a, b) => order(a) - order(b) || (a.name < b.name ? -1 : 1)),
    values: names.filter((name) => VALUES.test(name)).map((name) => packedFile(name).file),
    unknown: names.filter(
      (name, at) => parts[at] === null && ![OTHERS, VALUES, TABLESPACES].some((known) => known.test(name)),
    ),
    ofServer: names.filter((name) => TABLESPACES.test(name)),
  };
}

/** A file, and its name without the ending of its packing. */
function packedFile(name: string): { readonly file: ScriptFile; readonly plain: string } {
  const [ending, compression] = COMPRESSED_SUFFIXES.find(([suffix]) => name.endsWith(suffix)) ?? [
    '',
    'none' as const,
  ];
  return {
    file: { name, path: name, compression, entry: null },
    plain: name.slice(0, name.length - ending.length),
  };
}

/** Names of schemas among the names of files. */
function schemaStems(names: readonly string[]): readonly string[] {
  return names.map(partOf).flatMap((part) => (part?.part === 'schema' ? [part.rest] : []));
}

/** Schema and table, and perhaps numbers. */
const OF_TABLE = /^.+\../;

/** Rows, or a part of them: `schema.table.sql`, `schema.table.00000.sql`. */
const ROWS = /^[^.]+\.[^.]+(?:\.\d+)*$/;

/**
 * Returns whether statements in files of these names are mydumper's: one defines a schema or a table, or, where nothing is defined
 * (`--no-schemas`), all hold rows of a table. Pure.
 */
export function areOfMydumper(names: readonly string[]): boolean {
  const parts = names
    .filter((name) => packedFile(name).plain.endsWith('.sql') && !TABLESPACES.test(name))
    .map(partOf);
  if (parts.some((part) => part?.part === 'schema' || part?.part === 'table')) return true;
  return (
    parts.length > 0 && parts.every((part) => part !== null && (part.part !== 'rows' || ROWS.test(part.rest)))
  );
}

/** A file about a table, with the names of schema and table among the files. */
export interface FileOfTable {
  readonly file: string;
  readonly schema: string;
  readonly table: string;
}

/** The files that hold a table's number of rows and nothing else. Pure. */
export function countFiles(names: readonly string[]): readonly FileOfTable[] {
  return filesOfTables(names, ROW_COUNT);
}

/** The files that hold a table's checksum and nothing else. Pure. */
export function checksumFiles(names: readonly string[]): readonly FileOfTable[] {
  return filesOfTables(names, CHECKSUM);
}

function filesOfTables(names: readonly string[], pattern: RegExp): readonly FileOfTable[] {
  const schemas = schemaStems(names);
  return names.flatMap((file) => {
    const stem = pattern.exec(file)?.[1];
    if (stem === undefined) return [];
    const schema = schemaIn(stem, schemas);
    return [{ file, schema, table: stem.slice(schema.length + 1) }];
  });
}

/** Schema and table of a table’s definition, as its file is named: `shop.orders` of `shop.orders-schema.sql.zst`. Pure. */
export function tableOf(name: string): string {
  return partOf(name)?.rest ?? '';
}

function partOf(name: string): { file: ScriptFile; part: MydumperPart; rest: string } | null {
  const { file, plain } = packedFile(name);
  const known = SUFFIXES.find(([suffix]) => plain.endsWith(suffix));
  if (known === undefined) return null;
  const [suffix, part] = known;
  const rest = plain.slice(0, -suffix.length);
  return part === 'rows' && !OF_TABLE.test(rest) ? null : { file, part, rest };
}

/** The schema at the beginning of `schema.table.00000`: the longest that has a file of its own. */
function schemaIn(rest: string, schemas: readonly string[]): string {
  const known = schemas
    .filter((schema) => rest === schema || rest.startsWith(`${schema}.`))
    .sort((a, b) => b.length - a.length);
  return known[0] ?? rest.split('.')[0] ?? rest;
}
