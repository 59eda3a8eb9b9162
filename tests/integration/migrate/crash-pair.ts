import { mkdtemp, rm } from 'fs/promises';
import { tmpdir } from 'os';
import { join } from 'path';
import type { RowDataPacket } from 'mysql2/promise';
import { expect } from 'vitest';
import type { Vendor, WireCompression } from '../../../app/contract/connections/connection';
import type { MigrateOptions } from '../../../app/contract/runs/migrate';
import type { MigrateResult } from '../../../app/contract/runs/result';
import { JOURNAL_TABLE } from '../../../app/target/journal/journal-table';
import { startSluice, type CommandRun, type RunningCommand } from '../harness/command';
import { migrationOptions } from '../harness/migrations';
import { OwnServer } from '../harness/own-server';
import { newRegistry } from '../harness/runs';
import { expectWhole, hasJournal, makeCrashSchema, saboteurCommand } from '../load/crash-schema';
import { ofKind } from '../harness/result';

/** A schema whose tables are gone and whose folder is not. */
const ER_DB_DROP_RMDIR = 1010;

const SCHEMA = 'moved';
const COPY = 'moved_copy';

export const SIDES = ['source', 'target'] as const;
export type Side = (typeof SIDES)[number];

/** Kinds of keys of tables that several transactions bring. */
export const LONG_KEYS = ['integer', 'several', 'text', 'partitioned'] as const;
export type LongKey = (typeof LONG_KEYS)[number];

/** Its columns but the ballast, their values by the number `n` of a row, and its partitions. */
const LONG: Readonly<Record<LongKey, readonly [columns: string, values: string, partitions: string]>> = {
  integer: ['id INT PRIMARY KEY', 'n', ''],
  several: [
    'a SMALLINT, d DATE, id INT, PRIMARY KEY (a, d, id)',
    "n DIV 900, '2020-01-01' + INTERVAL n DIV 300 DAY, n",
    '',
  ],
  text: [
    'k VARCHAR(20) CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci PRIMARY KEY, id INT',
    "CONCAT(ELT(1 + n % 3, 'e', 'É', 'E'), LPAD(n, 6, '0')), n",
    '',
  ],
  partitioned: [
    'id INT PRIMARY KEY',
    'n',
    'PARTITION BY RANGE (id) (PARTITION low VALUES LESS THAN (2001), PARTITION high VALUES LESS THAN MAXVALUE)',
  ],
};

const UNSAVED = { name: 'own', profileId: null } as const;

/** Options of a migration of the pair. */
export interface PairWish extends Partial<MigrateOptions> {
  readonly silenceMs?: number;
  /** Compression of the connections to both. */
  readonly compression?: WireCompression;
}

/** Two servers of one vendor that a test may kill again and again, each behind a network that may break. */
export class CrashPair {
  readonly source: OwnServer;
  readonly target: OwnServer;
  readonly registry = newRegistry();
  readonly #folder: string;
  readonly #saboteur: string;

  private constructor(folder: string, saboteur: string, source: OwnServer, target: OwnServer) {
    this.#folder = folder;
    this.#saboteur = saboteur;
    this.source = source;
    this.target = target;
  }

  static async make(vendor: Vendor): Promise<CrashPair> {
    const folder = await mkdtemp(join(tmpdir(), 'sluice-pair-'));
    const saboteur = await saboteurCommand(join(folder, 'saboteur'));
    const [source, target] = await Promise.all([OwnServer.start(vendor), OwnServer.start(vendor)]);
    return new CrashPair(folder, saboteur, source, target);
  }

  /** The source as it was in the beginning, and a target that knows nothing of it; both are there. */
  async clear(): Promise<void> {
    await this.source.use((connection) => makeCrashSchema(connection, SCHEMA));
    await this.clearTarget();
  }

  /** The same with a table that is the longest by far: most instants of a run are in its middle. */
  async clearWithLong(key: LongKey): Promise<void> {
    await this.clear();
    const [columns, values, partitions] = LONG[key];
    await this.source.use(async (connection) => {
      for (const statement of [
        `CREATE TABLE ${SCHEMA}.\`long\` (${columns}, v VARCHAR(2500) CHARACTER SET ascii, KEY v (v(12))) STATS_AUTO_RECALC=0 ${partitions}`,
        `INSERT INTO ${SCHEMA}.\`long\` SELECT ${values}, CONCAT(n, REPEAT('l', 2000)) FROM ${SCHEMA}.numbers`,
        `INSERT INTO ${SCHEMA}.\`long\` SELECT ${values}, CONCAT(n, REPEAT('l', 2000)) FROM (SELECT n + 3000 AS n FROM ${SCHEMA}.numbers) AS further`,
        `ANALYZE TABLE ${SCHEMA}.\`long\``,
      ])
        await connection.query(statement);
    });
  }

  /**
   * Removes also what a killed server of MariaDB may leave in the schema's folder: the file of a table that it has forgotten,
   * which no statement knows (seen once on 10.11, behind a kill at a commit).
   */
  async clearTarget(): Promise<void> {
    await this.target.use(async (connection) => {
      try {
        await connection.query(`DROP DATABASE IF EXISTS ${COPY}`);
      } catch (error) {
        if ((error as { readonly errno?: number }).errno !== ER_DB_DROP_RMDIR) throw error;
        const [[row]] = await connection.query<RowDataPacket[]>('SELECT @@datadir AS place');
        await rm(join(String(row?.place), COPY), { recursive: true });
      }
    });
  }

  /** Schema that is moved. */
  readonly schema = SCHEMA;

  /** Options of a migration of all of it. */
  readonly options: MigrateOptions = {
    ...migrationOptions(SCHEMA, COPY),
    ...{ threads: 2, indexes: 'defer', reconnectMs: 0 },
  };

  /** Starts a migration of the whole schema on two lanes that does not wait for a server that is gone. */
  start({ silenceMs, compression, ...options }: PairWish = {}): {
    readonly runId: string;
    readonly ended: Promise<MigrateResult>;
  } {
    const { runId } = this.registry.startMigrate(
      { source: UNSAVED, target: UNSAVED },
      {
        source: { ...this.source.endpoint, compression },
        sourceProfile: null,
        target: { ...this.target.endpoint, compression },
        profile: null,
        ...(silenceMs !== undefined && { silenceMs }),
        options: { ...this.options, ...options },
      },
    );
    return { runId, ended: this.registry.finished(runId).then((result) => ofKind(result, 'migrate')) };
  }

  migrate(wish: PairWish = {}): Promise<MigrateResult> {
    return this.start(wish).ended;
  }

  /** The same by the command line, in a process of its own, with an engine that can be told to crash. */
  migrateElsewhere(
    more: readonly string[],
    environment: Readonly<Record<string, string>> = {},
  ): RunningCommand {
    const where = ['--source', this.source.dsn, '--target', this.target.dsn, '--schemas', SCHEMA];
    const how = ['--schema-map', `${SCHEMA}=${COPY}`, '--indexes', 'defer', '--threads', '2', '--json'];
    return startSluice(
      ['migrate', ...where, ...how, ...more],
      { ...this.source.secret, ...environment },
      [],
      this.#saboteur,
    );
  }

  /** Runs a command line that a result has named, as a shell takes it. */
  async follow(command: string): Promise<CommandRun> {
    const words = command.replace(/^sluice /, '');
    const shell = ['sh', '-c', `exec "$0" "$@" ${words} --json`];
    return await startSluice([], this.source.secret, shell).ended;
  }

  logOf(runId: string): string {
    const { log } = this.registry.view(runId);
    return log.map(({ text }) => text).join('\n');
  }

  async isUnfinished(): Promise<boolean> {
    return await this.target.use((connection) => hasJournal(connection, COPY));
  }

  /** The target has nothing of the schema, not even its journal. */
  async isUntouched(): Promise<boolean> {
    return await this.target.use(async (connection) => {
      const [schemas] = await connection.query<RowDataPacket[]>('SHOW DATABASES LIKE ?', [COPY]);
      return schemas.length === 0;
    });
  }

  /** The target has tables of the schema, and no journal that something could go on with. */
  async isDone(): Promise<boolean> {
    if (await this.isUnfinished()) return false;
    return await this.target.use(async (connection) => {
      const [tables] = await connection.query<RowDataPacket[]>(
        'SELECT 1 FROM information_schema.TABLES WHERE TABLE_SCHEMA = ? AND TABLE_NAME <> ?',
        [COPY, JOURNAL_TABLE],
      );
      return tables.length > 0;
    });
  }

  /** Lets users of the source work between two runs: in each table that has transactions, and on a definition. */
  async resumeSource(): Promise<void> {
    await this.source.use(async (connection) => {
      for (const statement of [
        `INSERT INTO ${SCHEMA}.keyed (a, v) VALUES (5, 'late')`,
        `UPDATE ${SCHEMA}.keyed SET v = REVERSE(CONCAT(v, a)) WHERE id % 500 = 7`,
        `DELETE FROM ${SCHEMA}.keyless LIMIT 3`,
        `INSERT INTO ${SCHEMA}.keyless VALUES (1, 'again'), (1, 'again')`,
        `DELETE FROM ${SCHEMA}.parts WHERE id % 400 = 3`,
        `ALTER TABLE ${SCHEMA}.child COMMENT = 'later'`,
      ])
        await connection.query(statement);
      const [long] = await connection.query<RowDataPacket[]>(`SHOW TABLES FROM ${SCHEMA} LIKE 'long'`);
      if (long.length === 0) return;
      for (const statement of [
        `UPDATE ${SCHEMA}.\`long\` SET v = REVERSE(v) WHERE id % 1700 = 900`,
        `DELETE FROM ${SCHEMA}.\`long\` WHERE id % 2500 = 11`,
      ])
        await connection.query(statement);
    });
  }

  /** The copy is the source as it is now, in every byte. */
  async expectWhole(): Promise<void> {
    await this.source.use(async (source) =>
      this.target.use(async (target) => expectWhole(source, SCHEMA, COPY, target)),
    );
  }

  expectDone({ errors, ok }: Pick<MigrateResult, 'errors' | 'ok'>): void {
    expect({ errors, ok }).toEqual({ errors: [], ok: true });
  }

  async end(): Promise<void> {
    await Promise.all([this.source.end(), this.target.end()]);
    await rm(this.#folder, { recursive: true, force: true });
  }
}
