import { isAbsolute, resolve } from 'path';
import { has } from '../../catalog/server/dialect';
import type { ControlSession } from '../../catalog/session/control-session';
import type { Row } from '../../catalog/session/row';
import { groupBy } from '../../catalog/collections/group-by';
import { readIndexNames } from '../index-names';

export interface TableName {
  readonly schema: string;
  readonly table: string;
}

/** One tablespace of a table: the table's own, or one partition's. */
export interface TableSpace {
  readonly spaceId: number;
  /** Null for a table without partitions. */
  readonly partition: string | null;
  /** Path of the file, absolute on the server's machine; null for a shared tablespace. */
  readonly path: string | null;
  /** True where it may hold other tables too: the system tablespace, or a general one. */
  readonly isShared: boolean;
  readonly pageSize: number;
  /** True for ROW_FORMAT=COMPRESSED. */
  readonly compressedRows: boolean;
  readonly indexes: readonly DictionaryIndex[];
}

export interface DictionaryIndex {
  readonly name: string;
  /** Null where the server does not list it: MySQL leaves the indexes of partitions out of INNODB_INDEXES. */
  readonly indexId: number | null;
  readonly rootPage: number | null;
}

/** Names of the dictionary's tables (MySQL manual and MariaDB knowledge base, INFORMATION_SCHEMA). */
const VIEWS = {
  plain: {
    tables: 'INNODB_TABLES',
    indexes: 'INNODB_INDEXES',
    spaces: 'INNODB_TABLESPACES',
    files: 'INNODB_DATAFILES',
  },
  sys: {
    tables: 'INNODB_SYS_TABLES',
    indexes: 'INNODB_SYS_INDEXES',
    spaces: 'INNODB_SYS_TABLESPACES',
    files: 'INNODB_SYS_DATAFILES',
  },
} as const;

/**
 * Reads the tablespaces of a table with the indexes in each, in the order of the server's ids: the clustered index
 * first, because it is created first. Needs PROCESS. Empty where the server lists none: for a table that is not
 * InnoDB's, or whose encoded name matches another one's.
 */
export async function readSpaces(
  session: ControlSession,
  schema: string,
  table: string,
): Promise<readonly TableSpace[]> {
  if (!has(session.server, 'innodbDictionary')) return [];
  const pattern = namePattern(schema, table);
  const rows = await session.rows(spacesQuery(session), [pattern, `${pattern}#p#%`]);
  const names = new Set(rows.map(({ name }) => (name ?? '').replace(/#p#.*$/i, '')));
  if (names.size !== 1) return [];
  const dataFolder = (await session.scalar('SELECT @@GLOBAL.datadir')) ?? '';
  const indexNames = await readIndexNames(session, schema, table);
  return [...groupBy(rows, ({ name }) => name ?? '').values()].map((own) =>
    toSpace(own, dataFolder, indexNames),
  );
}

function spacesQuery({ server }: ControlSession): string {
  const { tables, indexes, spaces, files } = VIEWS[has(server, 'innodbTables') ? 'plain' : 'sys'];
  const [file, join] = has(server, 'tablespaceFilename')
    ? ['s.FILENAME', '']
    : ['d.PATH', `LEFT JOIN information_schema.${files} d ON d.SPACE = t.SPACE`];
  // The system tablespace, which is number 0, is not listed everywhere; any other one is where its file is.
  return `SELECT t.NAME AS name, t.SPACE AS space, ${file} AS path,
                 COALESCE(s.PAGE_SIZE, @@GLOBAL.innodb_page_size) AS pageSize,
                 t.SPACE = 0 OR LOWER(s.NAME) <> LOWER(t.NAME) AS isShared, t.ROW_FORMAT AS format,
                 i.INDEX_ID AS id, i.NAME AS indexName, i.PAGE_NO AS root
          FROM information_schema.${tables} t
          LEFT JOIN information_schema.${spaces} s ON s.SPACE = t.SPACE
          LEFT JOIN information_schema.${indexes} i ON i.TABLE_ID = t.TABLE_ID
          ${join}
          WHERE (t.NAME LIKE ? OR LOWER(t.NAME) LIKE LOWER(?)) AND (s.SPACE IS NOT NULL OR t.SPACE = 0)
          ORDER BY t.TABLE_ID, i.INDEX_ID`;
}

function toSpace(rows: readonly Row[], dataFolder: string, indexNames: readonly string[]): TableSpace {
  const [first] = rows;
  // The server writes nothing of the system tablespace for an export, and that may have several files.
  const path = first?.space === '0' ? null : (first?.path ?? null);
  const listed = rows.filter(({ id }) => id != null);
  return {
    spaceId: Number(first?.space),
    partition: partitionOf(first?.name ?? ''),
    path: path === null ? null : isAbsolute(path) ? path : resolve(dataFolder, path),
    isShared: first?.isShared === '1',
    pageSize: Number(first?.pageSize),
    compressedRows: first?.format === 'Compressed',
    indexes:
      listed.length === 0
        ? indexNames.map((name) => ({ name, indexId: null, rootPage: null }))
        : listed.map(({ id, indexName, root }) => ({
            name: indexName ?? '',
            indexId: Number(id),
            rootPage: Number(root),
          })),
  };
}

/** Returns the partition in a name of the dictionary, such as `p0` of `shop/orders#p#p0`; null without one. */
export function partitionOf(name: string): string | null {
  const match = /#p#(.+)$/i.exec(name);
  if (match === null) return null;
  // A sub-partition's name holds its partition's: `p0#sp#p0sp1`.
  return decodeName(/#sp#(.+)$/i.exec(match[1] ?? '')?.[1] ?? match[1] ?? '');
}

/**
 * Returns a LIKE pattern for a table's name in the dictionary: ASCII letters, digits and underscores stay, other ASCII
 * is `@` with four hexadecimal digits, and everything else is `@` with digits or a short code of the server's own
 * (MySQL manual, "Mapping of Identifiers to File Names"), which the pattern matches by any text.
 */
export function namePattern(schema: string, table: string): string {
  return [schema, table].map((name) => name.replace(/./gsu, encodeCharacter)).join('/');
}

function encodeCharacter(character: string): string {
  if (/[0-9A-Za-z]/.test(character)) return character;
  if (character === '_') return '\\_';
  if (character > '\x7f') return '@%';
  return `@${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function decodeName(name: string): string {
  return name.replace(/@([0-9a-f]{4})/gi, (_, digits: string) => String.fromCharCode(parseInt(digits, 16)));
}

/** Escapes text for LIKE, so that it matches only itself. */
export function likeText(text: string): string {
  return text.replace(/[\\%_]/g, (character) => `\\${character}`);
}
