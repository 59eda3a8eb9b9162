import { randomBytes } from 'crypto';
import type { ControlSession } from '../catalog/control-session';
import { quoteTable } from '../catalog/quote';
import { SluiceError } from '../contract/failure';
import type { MigrateOptions } from '../contract/migrate';
import type { LoadOptions } from '../contract/options';
import type { IndexDecision } from './indexes/decision';
import type { SharingDecision } from './sharing';
import type { TargetSchema } from './target';

/** The journal's table, in the first schema that a load goes into. */
export const JOURNAL_TABLE = 'sluice_load_journal';

const VERSION = 1;
/** What one statement records at most: a multi-row INSERT stays far below any `max_allowed_packet`. */
const ENTRIES_AT_ONCE = 200;

/** Those that each run of a load may choose anew. */
export const PASSING_OPTIONS = [
  ...(['threads', 'resume', 'follow', 'reconnectMs', 'confirmedTarget'] as const),
  ...(['method', 'verify', 'fastUnsafe', 'fixes'] as const),
] as const;

/** The options that a load keeps to its end, also when it is resumed with others. */
export type LastingOptions = Omit<LoadOptions, (typeof PASSING_OPTIONS)[number]>;

/** Those that each run of a migration may choose anew. */
export const PASSING_MIGRATION = [
  ...(['threads', 'memoryLimitBytes', 'consistency', 'lockWaitTimeoutMs', 'requireComplete'] as const),
  ...(['resume', 'reconnectMs', 'confirmedTarget', 'requireComplete'] as const),
] as const;

/** The options that a migration keeps to its end. */
export type LastingMigration = Omit<MigrateOptions, (typeof PASSING_MIGRATION)[number]>;

/** What a load is: recorded before it makes anything else. */
export interface JournalHeader {
  readonly version: number;
  /** Names the load on the server, in the user locks of its sessions. */
  readonly loadName: string;
  /** Identifies the dump by what it says of itself, wherever it lies: see dump-identity.ts. */
  readonly dump: string;
  readonly options: LastingOptions;
  readonly targets: readonly RecordedTarget[];
  /** Where the rows come from another server: what was asked for. Absent where they come from a dump. */
  readonly migration?: LastingMigration;
}

export type RecordedTarget = Omit<TargetSchema, 'clashes'> & { readonly clashes: readonly string[] };

/** An object that was not there before the load. */
export interface MadeObject {
  readonly kind:
    | (
        | 'schema'
        | 'sequence'
        | 'table'
        | 'view'
        | 'package'
        | 'library'
        | 'function'
        | 'procedure'
        | 'event'
        | 'trigger'
      )
    | ('user' | 'role');
  /** Empty for a user and for a role, which belong to none. */
  readonly schema: string;
  /** Empty for a schema; of a user or a role quoted, as statements name it. */
  readonly name: string;
}

/** A trigger that was there before the load and is off its table while rows come. */
export interface DetachedTrigger {
  readonly schema: string;
  readonly name: string;
  /** The statements that make it again, as a dump has them. */
  readonly script: string;
}

/** What is known of a table that is ready for its rows. */
export interface PreparedRecord {
  readonly canonical: string;
  readonly indexes: IndexDecision;
  readonly sharing: SharingDecision;
  readonly detached: boolean;
  /** Those that stay beside the dump's, where these are added to them. */
  readonly rowsThere: number | null;
  /** Of a migration: the digest of the source's definition that the table was made from. */
  readonly definition?: string;
  /** Of a migration: the sum of the hashes of the rows that stay, modulo 2^64, in hexadecimal digits. */
  readonly sumThere?: string;
}

/** A chunk that is in. */
export interface CommittedChunk {
  readonly rows: number;
  readonly bytes: number;
  readonly xxh64: string;
}

/** A table that a migration has moved whole: its rows, and the sum of their hashes modulo 2^64. */
export interface MovedTable {
  readonly rows: number;
  readonly sum: bigint;
}

/**
 * What a load has done, in the target itself: the engine writes an entry for each chunk in the transaction that stores
 * the chunk's rows, so that a crash at any instant leaves both or none. The table is dropped when the load is verified.
 *
 * Its first row is there before the first lane writes: into an empty table MariaDB would let one session only.
 */
export class LoadJournal {
  readonly schema: string;
  #header: JournalHeader;
  #made = 0;

  private constructor(schema: string, header: JournalHeader) {
    this.schema = schema;
    this.#header = header;
  }

  get header(): JournalHeader {
    return this.#header;
  }

  /** Quoted, as the engine takes it. */
  get table(): string {
    return quoteTable(this.schema, JOURNAL_TABLE);
  }

  /** Makes the journal of a load that begins; its first schema exists. */
  static async begin(
    session: ControlSession,
    header: Omit<JournalHeader, 'version' | 'loadName'>,
    loadName = newLoadName(),
  ): Promise<LoadJournal> {
    const journal = new LoadJournal(header.targets[0]?.target ?? '', {
      version: VERSION,
      loadName,
      ...header,
    });
    await session.run(
      `CREATE TABLE ${journal.table} (
         kind VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
         name VARBINARY(1024) NOT NULL,
         detail LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
         row_count BIGINT UNSIGNED,
         byte_count BIGINT UNSIGNED,
         xxh64 CHAR(16) CHARACTER SET ascii COLLATE ascii_bin,
         PRIMARY KEY (kind, name)
       ) ENGINE=InnoDB ROW_FORMAT=DYNAMIC
         COMMENT='Journal of a load by Sluice that is not finished: sluice load --resume, or --abandon'`,
    );
    await journal.#write(session, 'load', [['', JSON.stringify(journal.header)]]);
    return journal;
  }

  /** Records further schemas that the load goes into. */
  async addTargets(session: ControlSession, targets: readonly RecordedTarget[]): Promise<void> {
    if (targets.length === 0) return;
    this.#header = { ...this.#header, targets: [...this.#header.targets, ...targets] };
    await this.#write(session, 'load', [['', JSON.stringify(this.#header)]]);
  }

  /** The journal in a schema; null where a crash came before its header was written. */
  static async open(session: ControlSession, schema: string): Promise<LoadJournal | null> {
    const table = quoteTable(schema, JOURNAL_TABLE);
    const text = await session.scalar(`SELECT detail FROM ${table} WHERE kind = 'load'`);
    if (text === null) return null;
    const header = JSON.parse(text) as JournalHeader;
    if (header.version !== VERSION) {
      throw new SluiceError('load-unfinished', `Another version of Sluice began a load into “${schema}”.`, {
        hint: 'Go on with the version that began it.',
      });
    }
    const journal = new LoadJournal(schema, header);
    journal.#made = (await journal.made(session)).length;
    return journal;
  }

  /** Called before the objects are made: one too many is dropped with IF EXISTS, one that is missing would stay. */
  async willMake(session: ControlSession, objects: readonly MadeObject[]): Promise<void> {
    const entries = objects.map((object): [string, string] => [
      String((this.#made += 1)).padStart(12, '0'),
      JSON.stringify(object),
    ]);
    await this.#write(session, 'made', entries);
  }

  /** In the order in which they were made. */
  async made(session: ControlSession): Promise<readonly MadeObject[]> {
    const rows = await session.rows(`SELECT detail FROM ${this.table} WHERE kind = 'made' ORDER BY name`);
    return rows.map(({ detail }) => JSON.parse(detail ?? '') as MadeObject);
  }

  /** The tables among them, quoted. */
  async madeTables(session: ControlSession): Promise<ReadonlySet<string>> {
    const made = await this.made(session);
    return new Set(
      made.filter(({ kind }) => kind === 'table').map(({ schema, name }) => quoteTable(schema, name)),
    );
  }

  /**
   * Called before the triggers go. Where a crash has come between, those that are still there follow the ones that are
   * recorded: triggers of one event fire in the order in which they are made.
   */
  async willDetach(session: ControlSession, triggers: readonly DetachedTrigger[]): Promise<void> {
    const known = await this.detached(session);
    const isKnown = ({ schema, name }: DetachedTrigger) =>
      known.some((trigger) => trigger.schema === schema && trigger.name === name);
    const entries = triggers
      .filter((trigger) => !isKnown(trigger))
      .map((trigger, at): [string, string] => [
        String(known.length + at).padStart(12, '0'),
        JSON.stringify(trigger),
      ]);
    await this.#write(session, 'detached', entries);
  }

  /** In the order in which they are to be made again. */
  async detached(session: ControlSession): Promise<readonly DetachedTrigger[]> {
    const rows = await session.rows(`SELECT detail FROM ${this.table} WHERE kind = 'detached' ORDER BY name`);
    return rows.map(({ detail }) => JSON.parse(detail ?? '') as DetachedTrigger);
  }

  /** All tables are ready: from now on there is something to resume. */
  async prepared(
    session: ControlSession,
    tables: readonly (PreparedRecord & { readonly schema: string; readonly name: string })[],
  ): Promise<void> {
    const entries = tables.map(({ schema, name, ...record }): [string, string] => [
      quoteTable(schema, name),
      JSON.stringify(record),
    ]);
    await this.#write(session, 'table', entries);
    await this.#write(session, 'stage', [['prepared', '']]);
  }

  /** By quoted table; null where the load did not come so far. */
  async preparedTables(session: ControlSession): Promise<ReadonlyMap<string, PreparedRecord> | null> {
    const stage = await session.scalar(`SELECT 1 FROM ${this.table} WHERE kind = 'stage'`);
    if (stage === null) return null;
    const rows = await session.rows(
      `SELECT CONVERT(name USING utf8mb4) AS name, detail FROM ${this.table} WHERE kind = 'table'`,
    );
    return new Map(rows.map(({ name, detail }) => [name ?? '', JSON.parse(detail ?? '') as PreparedRecord]));
  }

  /** The chunks that are in, by {@link chunkKey}. */
  async committed(session: ControlSession): Promise<ReadonlyMap<string, CommittedChunk>> {
    const rows = await session.rows(
      `SELECT CONVERT(name USING utf8mb4) AS name, row_count, byte_count, xxh64 FROM ${this.table} WHERE kind = 'chunk'`,
    );
    return new Map(
      rows.map(({ name, row_count, byte_count, xxh64 }) => [
        name ?? '',
        { rows: Number(row_count), bytes: Number(byte_count), xxh64: xxh64 ?? '' },
      ]),
    );
  }

  /**
   * The tables that a migration has moved whole, by quoted table; the engine writes it when a table's rows are counted
   * (native/engine/load/load_journal.cc).
   */
  async moved(session: ControlSession): Promise<ReadonlyMap<string, MovedTable>> {
    const rows = await session.rows(`SELECT name, row_count, xxh64 FROM ${this.table} WHERE kind = 'moved'`);
    return new Map(
      rows.map(({ name, row_count, xxh64 }) => [
        name ?? '',
        { rows: Number(row_count), sum: BigInt(`0x${xxh64 ?? '0'}`) },
      ]),
    );
  }

  /** The table's chunks count as not loaded any more, and the table as not moved. */
  async forgetChunks(session: ControlSession, quotedTable: string): Promise<void> {
    await session.rows(
      `DELETE FROM ${this.table} WHERE kind = 'chunk' AND LEFT(name, ?) = ? OR kind = 'moved' AND name = ?`,
      [Buffer.byteLength(`${quotedTable}/`), `${quotedTable}/`, quotedTable],
    );
  }

  async drop(session: ControlSession): Promise<void> {
    await session.run(`DROP TABLE IF EXISTS ${this.table}`);
  }

  async #write(
    session: ControlSession,
    kind: string,
    entries: readonly (readonly [name: string, detail: string])[],
  ): Promise<void> {
    for (let at = 0; at < entries.length; at += ENTRIES_AT_ONCE) {
      const some = entries.slice(at, at + ENTRIES_AT_ONCE);
      await session.rows(
        `REPLACE INTO ${this.table} (kind, name, detail) VALUES ${some.map(() => '(?, ?, ?)').join(', ')}`,
        some.flatMap(([name, detail]) => [kind, name, detail]),
      );
    }
  }
}

/** What a load is called on the server; no other has the same. */
export function newLoadName(): string {
  return `sluice-${randomBytes(8).toString('hex')}`;
}

/** How the journal names a chunk of a table; the engine writes the same (native/engine/load/load_journal.cc). */
export function chunkKey(quotedTable: string, file: string): string {
  return `${quotedTable}/${file}`;
}

/** The journals on a server, but for those that a crash left without a header. */
export async function openJournals(session: ControlSession): Promise<readonly LoadJournal[]> {
  const found: LoadJournal[] = [];
  for (const schema of await journalSchemas(session)) {
    const journal = await LoadJournal.open(session, schema);
    if (journal !== null) found.push(journal);
  }
  return found;
}

/** The schemas on a server that hold a journal. */
export async function journalSchemas(session: ControlSession): Promise<readonly string[]> {
  const rows = await session.rows(
    'SELECT TABLE_SCHEMA AS name FROM information_schema.TABLES WHERE TABLE_NAME = ? ORDER BY name',
    [JOURNAL_TABLE],
  );
  return rows.map(({ name }) => name ?? '');
}
