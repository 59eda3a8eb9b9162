import { randomBytes } from 'crypto';
import type { Connection } from 'mysql2/promise';
import type { Vendor } from '../../../app/contract/connections/connection';
import {
  connectRaw,
  send,
  textOf,
  type RawConnection,
  type RawRow,
} from '../../fixtures/random-schema/raw-connection';
import { OwnServer } from '../../integration/harness/own-server';
import { testServer } from '../../servers/test-server';
import { CountingWire } from './wire';

/** The account of most rounds, which may do everything, and the one whose privileges are drawn. */
export const ACCOUNTS = ['hostile', 'limited'] as const;
export type Account = (typeof ACCOUNTS)[number];

/** Globals that move by themselves. */
const RESTLESS =
  /^(port |report_port|server_uid |gtid_|timestamp|.*_pos$|.*binlog.*state|innodb_.*_now|last_insert|.*hash_seed)/;

/** All on a server that is outside the schemas of a round, as text that can be compared. */
export type Surroundings = Readonly<
  Record<'schemas' | 'accounts' | 'settings' | 'transactions', readonly string[]>
>;

/** A server of a round with the wire that Sluice reaches it by; the test itself goes past it, by statements of its own. */
export class Ground {
  readonly vendor: Vendor;
  readonly wire: CountingWire;
  /** Null for the tests' shared server, which nobody may kill. */
  readonly own: OwnServer | null;
  readonly passwords: Readonly<Record<Account, string>>;

  private constructor(vendor: Vendor, wire: CountingWire, own: OwnServer | null) {
    this.vendor = vendor;
    this.wire = wire;
    this.own = own;
    this.passwords = { hostile: randomBytes(12).toString('hex'), limited: randomBytes(12).toString('hex') };
  }

  static async shared(vendor: Vendor): Promise<Ground> {
    const { host, port } = testServer(vendor);
    return await new Ground(vendor, await CountingWire.to(() => ({ host, port })), null).#withAccount();
  }

  /** One that may be killed, on which names fold. */
  static async folded(vendor: Vendor): Promise<Ground> {
    const option = ['--lower-case-table-names=1'];
    const own = await OwnServer.start(vendor, option, option);
    const wire = await CountingWire.to(() => ({ host: '127.0.0.1', port: own.network.port }));
    return await new Ground(vendor, wire, own).#withAccount();
  }

  get isFolded(): boolean {
    return this.own !== null;
  }

  dsn(account: Account): string {
    return `mysql://${account}@127.0.0.1:${this.wire.port}/?tls=disabled`;
  }

  async use<T>(work: (connection: RawConnection) => Promise<T>): Promise<T> {
    const raw =
      this.own === null
        ? await connectRaw(testServer(this.vendor))
        : { connection: await this.own.connect() };
    try {
      await send(raw, 'SET NAMES utf8mb4');
      return await work(raw);
    } finally {
      await raw.connection.end();
    }
  }

  /** The same for what speaks mysql2's own language. */
  async usePlain<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    return await this.use(({ connection }) => work(connection));
  }

  async run(schema: string | null, ...statements: readonly string[]): Promise<void> {
    await this.use(async (raw) => {
      if (schema !== null) await send(raw, `USE ${schema}`);
      for (const statement of statements) await send(raw, statement);
    });
  }

  async column(statement: string): Promise<readonly string[]> {
    return await this.use(async (raw) => (await send(raw, statement)).map(valuesOf));
  }

  /** Waits until no session of Sluice's is left: those of a client that is gone end by themselves. */
  async whenLeft(): Promise<readonly string[]> {
    for (let look = 0; ; look += 1) {
      const sessions = await this.column(
        `SELECT ID, USER, STATE, INFO FROM information_schema.PROCESSLIST WHERE USER IN ('${ACCOUNTS.join("', '")}')`,
      );
      if (sessions.length === 0 || look === LOOKS_AT_MOST) return sessions;
      await new Promise((resolve) => setTimeout(resolve, LOOK_AFTER_MS));
    }
  }

  async surroundings(but: readonly string[]): Promise<Surroundings> {
    const schemas = await this.column('SELECT SCHEMA_NAME FROM information_schema.SCHEMATA ORDER BY 1');
    return {
      schemas: schemas.filter((schema) => !but.includes(schema)),
      accounts: await this.column("SELECT CONCAT(User, '@', Host) FROM mysql.user ORDER BY 1"),
      settings: (await this.column('SHOW GLOBAL VARIABLES')).filter((line) => !RESTLESS.test(line)),
      transactions: await this.column('XA RECOVER'),
    };
  }

  /** Leaves a shared server as it was found: without these schemas and the accounts of the day. */
  async end(schemas: readonly string[]): Promise<void> {
    // One of its own goes with all that it holds, and may be dead.
    if (this.own === null)
      await this.use(async (raw) => {
        for (const schema of schemas) await send(raw, `DROP DATABASE IF EXISTS ${schema}`);
        for (const account of ACCOUNTS) await send(raw, `DROP USER IF EXISTS '${account}'@'%'`);
      });
    await this.wire.close();
    await this.own?.end();
  }

  async #withAccount(): Promise<this> {
    await this.run(
      null,
      ...ACCOUNTS.map((account) => `DROP USER IF EXISTS '${account}'@'%'`),
      ...ACCOUNTS.map((account) => `CREATE USER '${account}'@'%' IDENTIFIED BY '${this.passwords[account]}'`),
      "GRANT ALL PRIVILEGES ON *.* TO 'hostile'@'%' WITH GRANT OPTION",
    );
    return this;
  }
}

const LOOK_AFTER_MS = 100;
/** A minute: as long as a server may take to hear that its client is gone. */
const LOOKS_AT_MOST = 600;

function valuesOf(row: RawRow): string {
  return Object.values(row).map(textOf).join(' ');
}
