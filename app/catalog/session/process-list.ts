import { has, type ServerVersion } from '../server/dialect';
import { refusalOf } from './statement-failure';

/**
 * Identity of a connection on its server. A number alone does not identify it: behind a load balancer two servers may
 * give the same number to two clients, and a proxy gives numbers of its own.
 */
export interface ConnectionIdentity {
  /** The server process. */
  readonly server: string;
  /** `CONNECTION_ID()`, asked on the connection itself. */
  readonly id: string;
  readonly user: string;
  /** With the client's port. */
  readonly host: string;
}

/** One line of PROCESSLIST. */
export interface ProcessEntry {
  readonly identity: ConnectionIdentity;
  readonly command: string;
  /**
   * True where no statement runs. MariaDB's command is `Killed` with and without one, until the next statement
   * (measured on 10.11).
   */
  readonly isIdle: boolean;
}

/** Result of looking for a connection over another one. */
export type Sighting =
  /** The other connection reaches another server, or a proxy hides the servers. */
  | { readonly kind: 'elsewhere' }
  /** The server no longer has the connection. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'there'; readonly command: string; readonly isIdle: boolean };

/** Time, in ms, that a connection may be silent before the server is asked whether it still works for it. */
export const SILENCE_MS = 5000;

/** A session that can query the process list. */
interface QuerySession {
  readonly server: ServerVersion;
  rows(
    statement: string,
    values: readonly string[],
  ): Promise<readonly Readonly<Record<string, string | null>>[]>;
  /** Returns whether the greeting gave this number: a proxy gives one of its own. */
  isGreetedAs(id: string): boolean;
}

/**
 * Expression that identifies a MySQL server: server_uuid is that of its data folder, the rest distinguishes copies of
 * one folder.
 */
const MYSQL_SERVER = "CONCAT_WS('|', @@GLOBAL.server_uuid, @@hostname, @@port, @@datadir)";
/**
 * Expression that identifies a MariaDB server: it has no server_uid before 10.6.19, and that one belongs to the
 * machine. The start time is exact: both functions count from the moment at which the statement began (`show_starttime`
 * in sql/mysqld.cc).
 */
const MARIADB_SERVER = `CONCAT_WS('|', (SELECT VARIABLE_VALUE FROM information_schema.GLOBAL_VARIABLES
  WHERE VARIABLE_NAME = 'SERVER_UID'), @@hostname, @@port, @@datadir, UNIX_TIMESTAMP() -
  (SELECT CAST(VARIABLE_VALUE AS SIGNED) FROM information_schema.GLOBAL_STATUS WHERE VARIABLE_NAME = 'UPTIME'))`;

/** Expression for a MySQL server that has no UUID: the start time as MariaDB's. */
const OLD_MYSQL_SERVER = `CONCAT_WS('|', @@hostname, @@port, @@datadir, UNIX_TIMESTAMP() -
  (SELECT CAST(VARIABLE_VALUE AS SIGNED) FROM information_schema.GLOBAL_STATUS WHERE VARIABLE_NAME = 'UPTIME'))`;

function serverExpression(server: ServerVersion): string {
  if (server.vendor === 'mariadb') return MARIADB_SERVER;
  return has(server, 'serverUuid') ? MYSQL_SERVER : OLD_MYSQL_SERVER;
}

/**
 * Reads the identity of the session's connection. Null where the server does not report it, or behind a proxy that
 * keeps connections to servers of its own: then it is neither killed nor looked up.
 */
export async function identify(session: QuerySession): Promise<ConnectionIdentity | null> {
  try {
    return (await readProcessList(session, []))?.own ?? null;
  } catch (error) {
    refusalOf(error);
    return null;
  }
}

/** Looks for a connection in the PROCESSLIST of the server that `observer` reaches. */
export async function lookFor(target: ConnectionIdentity | null, observer: QuerySession): Promise<Sighting> {
  if (target === null) return { kind: 'elsewhere' };
  const list = await readProcessList(observer, [target.id]);
  if (list?.own.server !== target.server) return { kind: 'elsewhere' };
  const entry = list.entries.find(({ identity }) => isSame(identity, target));
  return entry === undefined
    ? { kind: 'gone' }
    : { kind: 'there', command: entry.command, isIdle: entry.isIdle };
}

/** Returns the question that `identify` asks. */
export function identityQuery(server: ServerVersion): string {
  return processListQuery(server, 0);
}

function processListQuery(server: ServerVersion, others: number): string {
  return `SELECT ${serverExpression(server)} AS server, CONNECTION_ID() AS own, ID AS id, USER AS user, HOST AS host, COMMAND AS command, INFO IS NULL AS idle
     FROM information_schema.PROCESSLIST WHERE ID IN (CONNECTION_ID()${', ?'.repeat(others)})`;
}

interface ProcessList {
  readonly own: ConnectionIdentity;
  readonly entries: readonly ProcessEntry[];
}

/** Reads entries in one statement, which no proxy can send to two servers. */
async function readProcessList(session: QuerySession, ids: readonly string[]): Promise<ProcessList | null> {
  const rows = await session.rows(processListQuery(session.server, ids.length), ids);
  const entries = rows.map((row) => ({
    identity: {
      server: row.server ?? '',
      id: row.id ?? '',
      user: row.user ?? '',
      host: row.host ?? '',
    },
    command: row.command ?? '',
    isIdle: row.idle === '1',
  }));
  const own = entries.find((_, at) => rows[at]?.own === rows[at]?.id)?.identity;
  if (own === undefined || own.server === '' || !session.isGreetedAs(own.id)) return null;
  return { own, entries };
}

function isSame(one: ConnectionIdentity, other: ConnectionIdentity): boolean {
  return (
    one.server === other.server && one.id === other.id && one.user === other.user && one.host === other.host
  );
}
