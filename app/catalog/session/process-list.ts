import { SluiceError } from '../../contract/failure';
import type { ServerFacts } from '../server/server';

/**
 * A connection as its server knows it. Numbers alone are no names: behind a load balancer two servers give the same one
 * to two clients, and a proxy tells numbers of its own.
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
  /** No statement runs. MariaDB's command is `Killed` with and without one, until the next statement (measured on 10.11). */
  readonly isIdle: boolean;
}

/** Result of looking for a connection over another one. */
export type Sighting =
  /** The other connection leads to another server, or a proxy hides the servers. */
  | { readonly kind: 'elsewhere' }
  /** The server has it no more. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'there'; readonly command: string; readonly isIdle: boolean };

/** How long, in ms, a connection may be silent before the server is asked whether it works for it still. */
export const SILENCE_MS = 5000;

/** A session that can ask. */
interface Asker {
  readonly server: Pick<ServerFacts, 'vendor'>;
  rows(
    statement: string,
    values: readonly string[],
  ): Promise<readonly Readonly<Record<string, string | null>>[]>;
  /** Whether the greeting gave this number: a proxy gives one of its own. */
  isGreetedAs(id: string): boolean;
}

/** MySQL has a number for each data folder; the rest tells copies of one folder apart. */
const MYSQL_SERVER = "CONCAT_WS('|', @@GLOBAL.server_uuid, @@hostname, @@port, @@datadir)";
/**
 * MariaDB has none before 10.6.19, and that one is of the machine. The time of the start is exact: both functions count
 * from the moment at which the statement began (`show_starttime` in sql/mysqld.cc).
 */
const MARIADB_SERVER = `CONCAT_WS('|', (SELECT VARIABLE_VALUE FROM information_schema.GLOBAL_VARIABLES
  WHERE VARIABLE_NAME = 'SERVER_UID'), @@hostname, @@port, @@datadir, UNIX_TIMESTAMP() -
  (SELECT CAST(VARIABLE_VALUE AS SIGNED) FROM information_schema.GLOBAL_STATUS WHERE VARIABLE_NAME = 'UPTIME'))`;

/**
 * The identity of the session's connection. Null where the server does not tell, or a proxy stands between that keeps
 * connections to servers of its own: then it is neither killed nor looked up.
 */
export async function identify(session: Asker): Promise<ConnectionIdentity | null> {
  try {
    return (await readProcessList(session, []))?.own ?? null;
  } catch (error) {
    if (error instanceof SluiceError && error.failure.errno !== undefined) return null;
    throw error;
  }
}

/** Looks for a connection in the PROCESSLIST of the server that `aside` leads to. */
export async function lookFor(target: ConnectionIdentity | null, aside: Asker): Promise<Sighting> {
  if (target === null) return { kind: 'elsewhere' };
  const list = await readProcessList(aside, [target.id]);
  if (list?.own.server !== target.server) return { kind: 'elsewhere' };
  const entry = list.entries.find(({ identity }) => isSame(identity, target));
  return entry === undefined
    ? { kind: 'gone' }
    : { kind: 'there', command: entry.command, isIdle: entry.isIdle };
}

interface ProcessList {
  readonly own: ConnectionIdentity;
  readonly entries: readonly ProcessEntry[];
}

/** One statement, which no proxy can send to two servers. */
async function readProcessList(session: Asker, ids: readonly string[]): Promise<ProcessList | null> {
  const server = session.server.vendor === 'mysql' ? MYSQL_SERVER : MARIADB_SERVER;
  const rows = await session.rows(
    `SELECT ${server} AS server, CONNECTION_ID() AS own, ID AS id, USER AS user, HOST AS host, COMMAND AS command, INFO IS NULL AS idle
     FROM information_schema.PROCESSLIST WHERE ID IN (CONNECTION_ID()${', ?'.repeat(ids.length)})`,
    ids,
  );
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
