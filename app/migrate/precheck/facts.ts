import { promises as fs } from 'fs';
import { hostname } from 'os';
import type { ControlSession } from '../../catalog/session/control-session';
import { readDefaultCollations } from '../../catalog/server/collations';
import { readPrivileges, type Privileges } from '../../catalog/rights/grants';
import type { Vendor } from '../../contract/connection';

/** What the pre-check knows of one server. */
export interface ServerSide {
  readonly vendor: Vendor;
  readonly versionNumber: number;
  /** 0: names differ by their case; 1 and 2: they do not. */
  readonly lowerCaseTableNames: number;
  readonly maxAllowedPacket: number;
  /** Lower case. */
  readonly collations: ReadonlySet<string>;
  /** Of each character set, by its name; lower case. */
  readonly defaultCollations: ReadonlyMap<string, string>;
  /** Whether a foreign key must refer to a whole unique key (MySQL manual, restrict_fk_on_non_standard_key). */
  readonly restrictsForeignKeys: boolean;
  /** Lower case; those that can be used. */
  readonly engines: ReadonlySet<string>;
  /** `user@host`; null where the account may not see them. */
  readonly accounts: ReadonlySet<string> | null;
  readonly privileges: Privileges;
  /** `user@host` as the server knows the session. */
  readonly account: string;
  /** The modes of a new session, upper case: what an application meets. */
  readonly sqlMode: ReadonlySet<string>;
  /** Bytes of an InnoDB page. */
  readonly pageSize: number;
  /** Whether tables of ROW_FORMAT=COMPRESSED can't be written (MariaDB manual, innodb_read_only_compressed). */
  readonly readOnlyCompressed: boolean;
  /** Free bytes where the data lies; null where nobody can tell from here. */
  readonly freeBytes: number | null;
}

export async function readServerSide(session: ControlSession): Promise<ServerSide> {
  const { vendor, versionNumber } = session.server;
  const variables = await session.row(
    `SELECT @@GLOBAL.lower_case_table_names AS names, @@GLOBAL.max_allowed_packet AS packet,
            @@GLOBAL.sql_mode AS modes, @@GLOBAL.innodb_page_size AS pageSize, CURRENT_USER() AS account`,
  );
  const column = async (query: string): Promise<readonly string[]> =>
    (await session.rows(query)).map((row) => Object.values(row)[0] ?? '');
  return {
    vendor,
    versionNumber,
    lowerCaseTableNames: Number(variables.names),
    maxAllowedPacket: Number(variables.packet),
    collations: lower(await column(collationsQuery(vendor))),
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
    account: variables.account ?? '',
    sqlMode: new Set((variables.modes ?? '').toUpperCase().split(',').filter(Boolean)),
    pageSize: Number(variables.pageSize),
    readOnlyCompressed: await isOn(session, 'innodb_read_only_compressed'),
    freeBytes: await freeBytesOf(session),
  };
}

/** Of a variable that not every server has. */
async function isOn(session: ControlSession, variable: string): Promise<boolean> {
  const [found] = await session.rows(`SHOW GLOBAL VARIABLES LIKE '${variable}'`);
  return found?.Value === 'ON';
}

/** Measured in the data directory itself, where the server runs on this very machine: no statement tells it. */
async function freeBytesOf(session: ControlSession): Promise<number | null> {
  const { host, folder } = await session.row('SELECT @@hostname AS host, @@datadir AS folder');
  if (host !== hostname() || folder == null || typeof fs.statfs !== 'function') return null;
  try {
    const { bavail, bsize } = await fs.statfs(folder);
    return bavail * bsize;
  } catch {
    return null;
  }
}

/** MariaDB lists the uca1400 collations without their character set; the full names are elsewhere (10.10). */
function collationsQuery(vendor: Vendor): string {
  return vendor === 'mysql'
    ? 'SELECT COLLATION_NAME FROM information_schema.COLLATIONS'
    : 'SELECT FULL_COLLATION_NAME FROM information_schema.COLLATION_CHARACTER_SET_APPLICABILITY';
}

function lower(names: readonly string[]): ReadonlySet<string> {
  return new Set(names.map((name) => name.toLowerCase()));
}
