import { hostname } from 'os';
import type { ControlSession } from '../../catalog/session/control-session';
import { readCollations, readDefaultCollations } from '../../catalog/server/collations';
import { readPrivileges, type Privileges } from '../../catalog/privileges/grants';
import type { Vendor } from '../../contract/connections/connection';
import { freeBytesAt } from '../../storage/free-space';

/** Properties of one server that the pre-check uses. */
export interface ServerSide {
  readonly vendor: Vendor;
  readonly versionNumber: number;
  /** Value of `lower_case_table_names`. 0: case distinguishes names; 1 and 2: it does not. */
  readonly lowerCaseTableNames: number;
  readonly maxAllowedPacket: number;
  /** Collations, lower case. */
  readonly collations: ReadonlySet<string>;
  /** Default collation of each character set; lower case. */
  readonly defaultCollations: ReadonlyMap<string, string>;
  /** True if a foreign key must refer to a whole unique key (MySQL manual, restrict_fk_on_non_standard_key). */
  readonly restrictsForeignKeys: boolean;
  /** Available engines, lower case. */
  readonly engines: ReadonlySet<string>;
  /** Accounts as `user@host`; null where the account may not see them. */
  readonly accounts: ReadonlySet<string> | null;
  readonly privileges: Privileges;
  /** Session's account as `user@host`. */
  readonly account: string;
  /** Modes of a new session, upper case: those that an application gets. */
  readonly sqlMode: ReadonlySet<string>;
  /** Size of an InnoDB page in bytes. */
  readonly pageSize: number;
  /** True if tables of ROW_FORMAT=COMPRESSED can't be written (MariaDB manual, innodb_read_only_compressed). */
  readonly readOnlyCompressed: boolean;
  /** Free bytes on the disk of the data directory; null where they are unknown. */
  readonly freeBytes: number | null;
}

export async function readServerSide(session: ControlSession): Promise<ServerSide> {
  const { vendor, versionNumber, lowerCaseTableNames, account } = session.server;
  const variables = await session.row(
    'SELECT @@GLOBAL.max_allowed_packet AS packet, @@GLOBAL.sql_mode AS modes',
  );
  const column = async (query: string): Promise<readonly string[]> =>
    (await session.rows(query)).map((row) => Object.values(row)[0] ?? '');
  return {
    vendor,
    versionNumber,
    lowerCaseTableNames,
    maxAllowedPacket: Number(variables.packet),
    collations: await readCollations(session),
    defaultCollations: await readDefaultCollations(session),
    restrictsForeignKeys: await isOn(session, 'restrict_fk_on_non_standard_key'),
    engines: lower(
      await column("SELECT ENGINE FROM information_schema.ENGINES WHERE SUPPORT IN ('YES', 'DEFAULT')"),
    ),
    accounts: await column("SELECT CONCAT(User, '@', Host) FROM mysql.user").then(
      (names) => new Set(names),
      () => null,
    ),
    privileges: await readPrivileges(session),
    account,
    sqlMode: new Set((variables.modes ?? '').toUpperCase().split(',').filter(Boolean)),
    pageSize: Number((await variableOf(session, 'innodb_page_size')) ?? DEFAULT_PAGE_SIZE),
    readOnlyCompressed: await isOn(session, 'innodb_read_only_compressed'),
    freeBytes: await freeBytesOf(session),
  };
}

/** Page size of servers without the variable (MySQL manual, innodb_page_size: since 5.6.4). */
const DEFAULT_PAGE_SIZE = 16_384;

/** Reads a switch that not every server has. */
async function isOn(session: ControlSession, variable: string): Promise<boolean> {
  return (await variableOf(session, variable)) === 'ON';
}

/** Reads a variable; null where the server does not have it. */
async function variableOf(session: ControlSession, variable: string): Promise<string | null> {
  const [found] = await session.rows(`SHOW GLOBAL VARIABLES LIKE '${variable}'`);
  return found?.Value ?? null;
}

/** Measures the free bytes of the data directory, where the server runs on this machine: no statement returns them. */
async function freeBytesOf(session: ControlSession): Promise<number | null> {
  const { host, folder } = await session.row('SELECT @@hostname AS host, @@datadir AS folder');
  return host !== hostname() || folder == null ? null : await freeBytesAt(folder);
}

function lower(names: readonly string[]): ReadonlySet<string> {
  return new Set(names.map((name) => name.toLowerCase()));
}
