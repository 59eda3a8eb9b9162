import { GAP } from './gap';
import { NAME, PLACED } from './name';
import { isOfServer } from './of-server';
import { onlyShows } from './shows';
import { headOf, unquoted, type StatementHead } from '../../../catalog/definition/statement-head';

/** Statement of a script, by what a load does with it. */
export type ScriptStatement =
  | { readonly kind: 'use'; readonly schema: string }
  | { readonly kind: 'create-schema'; readonly schema: string }
  | { readonly kind: 'create'; readonly head: StatementHead }
  | { readonly kind: 'alter-table'; readonly table: TableName; readonly actions: string }
  /** It gives a sequence its next value. */
  | { readonly kind: 'set-value'; readonly sequence: TableName }
  | { readonly kind: 'set' }
  | { readonly kind: 'drop'; readonly drop: Drop }
  /** It changes the default character set of a schema, as mysqldump does around programs that are older than today's. */
  | { readonly kind: 'alter-schema' }
  /** It gathers values of columns for the optimizer. */
  | { readonly kind: 'histogram' }
  /** A load does it in its own way, or need not do it: locks, transactions, keys that are turned off. */
  | { readonly kind: 'not-needed' }
  /** It changes nothing: its outcome is for who looks at it. */
  | { readonly kind: 'shows' }
  /** Positions of a replica, which a load does not set. */
  | { readonly kind: 'replication' }
  /** Accounts and their grants. */
  | { readonly kind: 'account' }
  /** Another file that the client would read. */
  | { readonly kind: 'include'; readonly file: string }
  | { readonly kind: 'unknown' };

export interface TableName {
  /** Null where the statement does not name it. */
  readonly schema: string | null;
  readonly name: string;
}

/** Statement that drops objects of schemas, or a schema with all that is in it. */
export interface Drop {
  /** In capitals: `TABLE`, `PACKAGE BODY`. */
  readonly what: string;
  /** For an index its table; for a schema its name, without another one before it. */
  readonly objects: readonly TableName[];
}

const pattern = (text: string) => new RegExp(`^${GAP}*${text}`, 'i');

const USE = pattern(`USE\\s+${NAME}\\s*$`);
export const CREATE_SCHEMA = pattern(
  `CREATE${GAP}+(?:DATABASE|SCHEMA)${GAP}+(?:IF\\s+NOT\\s+EXISTS${GAP}+)?${NAME}`,
);
const ALTER_TABLE = pattern(`ALTER${GAP}+TABLE${GAP}+${PLACED}${GAP}*([^]*)$`);
const CREATE_INDEX = pattern(
  `CREATE${GAP}+((?:UNIQUE|FULLTEXT|SPATIAL)${GAP}+)?INDEX${GAP}+([^]*?)${GAP}+ON${GAP}+${PLACED}${GAP}*(\\([^]*)$`,
);
const DROP = pattern(
  `DROP${GAP}+(TABLE|VIEW|PROCEDURE|FUNCTION|TRIGGER|EVENT|SEQUENCE|PACKAGE(?:\\s+BODY)?|DATABASE|SCHEMA)${GAP}+(?:IF\\s+EXISTS${GAP}+)?([^]*)$`,
);
const DROP_INDEX = pattern(`DROP${GAP}+INDEX${GAP}+(?:IF\\s+EXISTS${GAP}+)?${NAME}${GAP}+ON${GAP}+${PLACED}`);
const ALTER_SCHEMA = pattern('ALTER\\s+(?:DATABASE|SCHEMA)\\s.*\\bCHARACTER\\s+SET\\b');
const HISTOGRAM = pattern('ANALYZE\\s+(?:LOCAL\\s+|NO_WRITE_TO_BINLOG\\s+)?TABLE\\b[^]*\\bHISTOGRAM\\b');
const SET_VALUE = pattern(`(?:DO|SELECT)\\s+SETVAL\\s*\\(\\s*${PLACED}`);
const SET = pattern('SET\\b');
const INCLUDE = /^(?:\\\.|source\b)\s*(\S[^\n]*)/i;

/** Statements without a part in what is loaded (manual pages of mysqldump and mariadb-dump, and phpMyAdmin's exports). */
const NOT_NEEDED = [
  'DROP\\b',
  'LOCK\\s+(?:TABLES?|INSTANCE)\\b',
  'UNLOCK\\s+(?:TABLES?|INSTANCE)\\b',
  'START\\s+TRANSACTION\\b',
  'BEGIN\\s*(?:WORK)?\\s*$',
  'COMMIT\\b',
  'FLUSH\\s+(?:TABLES|PRIVILEGES|LOCAL)\\b',
  'ANALYZE\\s+(?:LOCAL\\s+|NO_WRITE_TO_BINLOG\\s+)?TABLE\\b',
  // Percona's mysqldump has them around the rows of MyRocks tables.
  'SELECT\\s+COUNT\\(\\*\\)\\s+INTO\\s+@\\w*rocksdb\\w*\\s',
  'SET\\s+@\\w*(?:rocksdb|bulk_load)\\w*\\s*=\\s*IF\\s*\\(@\\w*rocksdb',
  'PREPARE\\s+s\\s+FROM\\s+@\\w*(?:rocksdb|bulk_load)\\w*\\s*(?:\\*/)?\\s*$',
  '(?:EXECUTE|DEALLOCATE\\s+PREPARE)\\s+s\\s*(?:\\*/)?\\s*$',
  // Around the roles that mariadb-dump --system=users creates.
  "SELECT\\s+COALESCE\\(CURRENT_ROLE\\(\\),'NONE'\\)\\s+INTO\\s+@current_role\\s*$",
  'SET\\s+ROLE\\s+(?:mariadb_dump_import_role|NONE)\\s*$',
  "EXECUTE\\s+IMMEDIATE\\s+CONCAT\\('SET ROLE ',\\s*@current_role\\)\\s*(?:\\*/)?\\s*$",
].map(pattern);
const REPLICATION = [
  'CHANGE\\s+(?:MASTER|REPLICATION\\s+SOURCE)\\b',
  '(?:START|STOP|RESET)\\s+(?:ALL\\s+)?(?:SLAVES?|REPLICAS?|MASTER|BINARY\\s+LOGS\\s+AND\\s+GTIDS)\\b',
].map(pattern);
const ACCOUNT = [
  `CREATE${GAP}+(?:OR\\s+REPLACE${GAP}+)?(?:USER|ROLE)\\b`,
  '(?:ALTER|RENAME)\\s+(?:USER|ROLE)\\b',
  'GRANT\\b',
  'REVOKE\\b',
  'SET\\s+DEFAULT\\s+ROLE\\b',
  'SET\\s+PASSWORD\\b',
].map(pattern);
/** MariaDB's first line from 10.5.25 on, which turns off the client's own commands. */
const SANDBOX = /^\/\*M?!999999\\?-/;

/** Tells the statements of a script apart by their heads. */
export function statementOf(text: string): ScriptStatement {
  const use = USE.exec(text);
  if (use !== null) return { kind: 'use', schema: unquoted(use[1] ?? '') };
  const schema = CREATE_SCHEMA.exec(text);
  if (schema !== null) return { kind: 'create-schema', schema: unquoted(schema[1] ?? '') };
  const include = INCLUDE.exec(text);
  if (include !== null) return { kind: 'include', file: include[1] ?? '' };
  const drop = dropOf(text);
  if (drop !== null) return { kind: 'drop', drop };
  if (HISTOGRAM.test(text)) return { kind: 'histogram' };
  if (ALTER_SCHEMA.test(text)) return { kind: 'alter-schema' };
  if (SANDBOX.test(text) || isAny(NOT_NEEDED, text)) return { kind: 'not-needed' };
  if (isAny(REPLICATION, text)) return { kind: 'replication' };
  if (isAny(ACCOUNT, text)) return { kind: 'account' };
  const alter = ALTER_TABLE.exec(text);
  if (alter !== null) return alteration(alter);
  const index = CREATE_INDEX.exec(text);
  if (index !== null) {
    const [, kind = '', name = '', schema, table, columns = ''] = index;
    return {
      kind: 'alter-table',
      table: placed(schema, table),
      actions: `ADD ${kind}INDEX ${name} ${columns}`,
    };
  }
  const value = SET_VALUE.exec(text);
  if (value !== null) return { kind: 'set-value', sequence: placed(value[1], value[2]) };
  if (SET.test(text)) return { kind: 'set' };
  if (onlyShows(text)) return { kind: 'shows' };
  if (isOfServer(text)) return { kind: 'unknown' };
  const head = headOf(text);
  return head === null ? { kind: 'unknown' } : { kind: 'create', head };
}

/** Null where it is none, or drops what is no part of a schema. */
function dropOf(text: string): Drop | null {
  const index = DROP_INDEX.exec(text);
  if (index !== null) return { what: 'INDEX', objects: [placed(index[2], index[3])] };
  const [, kind, list = ''] = DROP.exec(text) ?? [];
  if (kind === undefined) return null;
  const what = kind.toUpperCase().replace('SCHEMA', 'DATABASE').replace(/\s+/, ' ');
  const names = list.replace(/\*\//g, '').split(/\s+(?:RESTRICT|CASCADE)\b/i)[0] ?? '';
  const objects = [...names.matchAll(new RegExp(PLACED, 'g'))].map(([, schema, name]) =>
    placed(schema, name),
  );
  return { what, objects };
}

/** ALTER TABLE … DISABLE KEYS and ENABLE KEYS only make rows go in faster. */
function alteration([, schema, table, rest = '']: readonly (string | undefined)[]): ScriptStatement {
  const actions = rest.replace(/\*\/\s*$/, '').trim();
  if (/^(?:DISABLE|ENABLE)\s+KEYS$/i.test(actions)) return { kind: 'not-needed' };
  return { kind: 'alter-table', table: placed(schema, table), actions };
}

function placed(schema: string | undefined, name: string | undefined): TableName {
  return { schema: schema === undefined ? null : unquoted(schema), name: unquoted(name ?? '') };
}

function isAny(patterns: readonly RegExp[], text: string): boolean {
  return patterns.some((one) => one.test(text));
}
