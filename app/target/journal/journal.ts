import { has } from '../../catalog/server/dialect';
import { randomBytes } from 'crypto';
import type { ControlSession } from '../../catalog/session/control-session';
import { quoteTable, quoteText } from '../../catalog/text/quote';
import {
  detachedEntries,
  createdEntries,
  readChunks,
  readCreatedEntry,
  readMoved,
  tablesAmong,
} from './entries';
import { hasJournal, JOURNAL_TABLE, journalComment } from './journal-table';
import type {
  JournalHeader,
  RecordedTarget,
  RunRecord,
  DetachedObject,
  AsideTable,
  PreparedRecord,
  CommittedChunk,
  MovedTable,
} from './records';
import type { CreatedEntry, WantedObject } from './created-object';
import { AsideTables, DetachedObjects, RememberedEntries } from './replaced-entries';
import { journalFailures } from '../../text/target/journal';

/** Version of the journal's contents; raised whenever an older Sluice would read them wrongly. */
const VERSION = 5;
/** Most entries in one statement: a multi-row INSERT stays far below any `max_allowed_packet`. */
const ENTRIES_AT_ONCE = 200;

/**
 * Record of what a load has done, in the target itself: the engine writes an entry for each chunk in the transaction
 * that stores the chunk's rows, so that a crash at any instant leaves both or none. The table is dropped when the load
 * is verified.
 *
 * Its first row is written before the first lane starts: MariaDB lets only one session write into an empty table.
 */
export class LoadJournal {
  readonly schema: string;
  #header: JournalHeader;
  #lastKey = 0;
  /** Keys of the entries of created objects, by schema: at least those that the table holds. */
  readonly #keys = new Map<string, Pick<CreatedEntry, 'key' | 'kind'>[]>();
  readonly #aside = new RememberedEntries<AsideTable, AsideTables>(
    () => new AsideTables(),
    (session) => this.#details<AsideTable>(session, 'aside'),
  );
  readonly #detached = new RememberedEntries<DetachedObject, DetachedObjects>(
    () => new DetachedObjects(),
    (session) => this.#details<DetachedObject>(session, 'detached'),
  );

  private constructor(schema: string, header: JournalHeader) {
    this.schema = schema;
    this.#header = header;
  }

  get header(): JournalHeader {
    return this.#header;
  }

  /** Quoted name of the journal's table, as the engine takes it. */
  get table(): string {
    return quoteTable(this.schema, JOURNAL_TABLE);
  }

  /**
   * Creates the journal of a new load in its first schema, which exists.
   *
   * @param createdSchema true if that schema was created for the load
   */
  static async begin(
    session: ControlSession,
    header: Omit<JournalHeader, 'version' | 'loadName'>,
    { loadName = newLoadName(), createdSchema = false }: { loadName?: string; createdSchema?: boolean } = {},
  ): Promise<LoadJournal> {
    const journal = new LoadJournal(header.targets[0]?.target ?? '', {
      version: VERSION,
      loadName,
      ...header,
    });
    // A key of 767 bytes has room for all names but those of backquotes alone.
    const [nameBytes, format] = has(session.server, 'largeIndexKeys')
      ? [1024, 'ROW_FORMAT=DYNAMIC']
      : [767, ''];
    await session.run(
      `CREATE TABLE ${journal.table} (
         kind VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
         name VARBINARY(${nameBytes}) NOT NULL,
         detail LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
         row_count BIGINT UNSIGNED,
         byte_count BIGINT UNSIGNED,
         xxh64 CHAR(16) CHARACTER SET ascii COLLATE ascii_bin,
         PRIMARY KEY (kind, name)
       ) ENGINE=InnoDB ${format}
         COMMENT=${quoteText(journalComment(createdSchema))}`,
    );
    await journal.#write(session, 'load', [['', JSON.stringify(journal.header)]]);
    return journal;
  }

  /** Records additional target schemas of the load. */
  async addTargets(session: ControlSession, targets: readonly RecordedTarget[]): Promise<void> {
    if (targets.length === 0) return;
    this.#header = { ...this.#header, targets: [...this.#header.targets, ...targets] };
    await this.#write(session, 'load', [['', JSON.stringify(this.#header)]]);
  }

  /**
   * Opens the journal in a schema; null where a crash came before its header was written. Fails with `load-unfinished`
   * for a journal of another version.
   */
  static async open(session: ControlSession, schema: string): Promise<LoadJournal | null> {
    const header = await LoadJournal.readHeader(session, schema);
    if (header === null) return null;
    if (header.version !== VERSION) throw journalFailures.otherVersion({ schema });
    const journal = new LoadJournal(schema, header);
    const entries = await journal.createdObjects(session);
    journal.#lastKey = Number(entries.slice(-1)[0]?.key ?? 0);
    journal.#remember(entries);
    return journal;
  }

  /** Reads the header of a journal of any version; null where it has none. */
  static async readHeader(session: ControlSession, schema: string): Promise<JournalHeader | null> {
    const table = quoteTable(schema, JOURNAL_TABLE);
    const text = await session.scalar(`SELECT detail FROM ${table} WHERE kind = 'load'`);
    return text === null ? null : (JSON.parse(text) as JournalHeader);
  }

  /** Returns whether the load is still unfinished: its end drops the journal. */
  async exists(session: ControlSession): Promise<boolean> {
    const header = (await hasJournal(session, this.schema))
      ? await LoadJournal.readHeader(session, this.schema)
      : null;
    return header?.loadName === this.#header.loadName;
  }

  /** Records the process that runs the load now. */
  async recordRun(session: ControlSession, run: RunRecord): Promise<void> {
    await this.#write(session, 'run', [['', JSON.stringify(run)]]);
  }

  /** Reads the process that ran the load last; null where none was recorded. */
  async lastRun(session: ControlSession): Promise<RunRecord | null> {
    const [run] = await this.#details<RunRecord>(session, 'run');
    return run ?? null;
  }

  /**
   * Records objects before they are created. An entry alone does not make an object the load's own: {@link
   * recordCreated} confirms it.
   */
  async recordCreate(
    session: ControlSession,
    objects: readonly WantedObject[],
  ): Promise<readonly CreatedEntry[]> {
    if (objects.length === 0) return [];
    const since = (await session.scalar('SELECT NOW()')) ?? '';
    const entries = createdEntries(objects, { loadName: this.#header.loadName, since, last: this.#lastKey });
    this.#lastKey += entries.length;
    this.#remember(entries);
    await this.#write(
      session,
      'made',
      entries.map((entry) => [entry.key, JSON.stringify(entry)]),
    );
    return entries;
  }

  /** Confirms that this load created the objects. */
  async recordCreated(session: ControlSession, entries: readonly CreatedEntry[]): Promise<void> {
    await this.#mark(session, entries, 1);
  }

  /** Records that a table with the name of one of these is not the load's. */
  async recordNotCreated(session: ControlSession, entries: readonly CreatedEntry[]): Promise<void> {
    await this.#mark(session, entries, 0);
  }

  /** Removes the entries of dropped objects. */
  async forgetCreated(session: ControlSession, entries: readonly CreatedEntry[]): Promise<void> {
    await this.#delete(
      session,
      'made',
      entries.map(({ key }) => key),
    );
  }

  /** Reads the objects in the order in which they were recorded, confirmed or not. */
  async createdObjects(session: ControlSession): Promise<readonly CreatedEntry[]> {
    const rows = await session.rows(
      `SELECT name, detail, row_count FROM ${this.table} WHERE kind = 'made' ORDER BY name`,
    );
    return rows.map(readCreatedEntry);
  }

  /**
   * Reads those of some kinds in one schema, and no others: a load of many schemas asks for each of them. Users and roles
   * are in the schema ''.
   */
  async createdIn(
    session: ControlSession,
    schema: string,
    kinds: ReadonlySet<CreatedEntry['kind']>,
  ): Promise<readonly CreatedEntry[]> {
    const keys = (this.#keys.get(schema) ?? []).filter(({ kind }) => kinds.has(kind)).map(({ key }) => key);
    const entries: CreatedEntry[] = [];
    for (let at = 0; at < keys.length; at += ENTRIES_AT_ONCE) {
      const some = keys.slice(at, at + ENTRIES_AT_ONCE);
      const rows = await session.rows(
        `SELECT name, detail, row_count FROM ${this.table} WHERE kind = 'made' AND name IN (${some.map(() => '?').join(', ')}) ORDER BY name`,
        some,
      );
      entries.push(...rows.map(readCreatedEntry));
    }
    return entries;
  }

  #remember(entries: readonly CreatedEntry[]): void {
    for (const { schema, key, kind } of entries) {
      const known = this.#keys.get(schema) ?? [];
      known.push({ key, kind });
      this.#keys.set(schema, known);
    }
  }

  /** Reads the quoted names of the tables among them. */
  async createdTables(session: ControlSession): Promise<ReadonlySet<string>> {
    return tablesAmong(await this.createdObjects(session));
  }

  /**
   * Records objects before they are dropped. After a crash, entries for objects that still exist are added after the
   * recorded ones: triggers of one event fire in the order in which they are created.
   */
  async recordDetached(session: ControlSession, objects: readonly DetachedObject[]): Promise<void> {
    if (objects.length === 0) return;
    const fresh = detachedEntries(await this.#detached.known(session), objects);
    await this.#detached.add(
      fresh.map(({ object }) => object),
      () =>
        this.#write(
          session,
          'detached',
          fresh.map(({ entry }) => entry),
        ),
    );
  }

  async detached(session: ControlSession): Promise<DetachedObjects> {
    return await this.#detached.known(session);
  }

  /** Records a table before it is renamed: a table that already has the temporary name is the user's. */
  async recordSetAside(session: ControlSession, table: AsideTable): Promise<void> {
    const entry = [quoteTable(table.schema, table.name), JSON.stringify(table)] as const;
    await this.#aside.add([table], () => this.#write(session, 'aside', [entry]));
  }

  async setAside(session: ControlSession): Promise<AsideTables> {
    return await this.#aside.known(session);
  }

  /** Removes the entries of what the load replaced, when it is restored. */
  async forgetReplaced(session: ControlSession): Promise<void> {
    this.#aside.forget();
    this.#detached.forget();
    await session.run(`DELETE FROM ${this.table} WHERE kind IN ('aside', 'detached')`);
  }

  /** Records that everything is verified: what the load replaced is dropped, and can't be restored any more. */
  async recordVerified(session: ControlSession): Promise<void> {
    await this.#write(session, 'verified', [['', '']]);
  }

  async isVerified(session: ControlSession): Promise<boolean> {
    return (await session.scalar(`SELECT 1 FROM ${this.table} WHERE kind = 'verified'`)) !== null;
  }

  /** Records that all tables are prepared: from now on there is something to resume. */
  async recordPrepared(
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

  /** Reads the prepared tables by quoted table; null where the load did not get so far. */
  async preparedTables(session: ControlSession): Promise<ReadonlyMap<string, PreparedRecord> | null> {
    const stage = await session.scalar(`SELECT 1 FROM ${this.table} WHERE kind = 'stage'`);
    if (stage === null) return null;
    const rows = await session.rows(
      `SELECT CONVERT(name USING utf8mb4) AS name, detail FROM ${this.table} WHERE kind = 'table'`,
    );
    return new Map(rows.map(({ name, detail }) => [name ?? '', JSON.parse(detail ?? '') as PreparedRecord]));
  }

  /** Reads the committed chunks, by {@link chunkKey}. */
  async committed(session: ControlSession): Promise<ReadonlyMap<string, CommittedChunk>> {
    const rows = await session.rows(
      `SELECT CONVERT(name USING utf8mb4) AS name, row_count, byte_count, xxh64 FROM ${this.table} WHERE kind = 'chunk'`,
    );
    return readChunks(rows);
  }

  /**
   * Reads the tables that a migration has moved completely, by quoted table; the engine writes an entry when a table's
   * rows are counted (native/engine/target/load_journal.cc).
   */
  async migratedTables(session: ControlSession): Promise<ReadonlyMap<string, MovedTable>> {
    const rows = await session.rows(`SELECT name, row_count, xxh64 FROM ${this.table} WHERE kind = 'moved'`);
    return readMoved(rows);
  }

  /** Removes the entries of a table's chunks, and of the table as completely moved. */
  async forgetChunks(session: ControlSession, quotedTable: string): Promise<void> {
    await session.rows(
      `DELETE FROM ${this.table} WHERE kind = 'chunk' AND LEFT(name, ?) = ? OR kind = 'moved' AND name = ?`,
      [Buffer.byteLength(`${quotedTable}/`), `${quotedTable}/`, quotedTable],
    );
  }

  async drop(session: ControlSession): Promise<void> {
    await session.run(`DROP TABLE IF EXISTS ${this.table}`);
  }

  async #details<T>(session: ControlSession, kind: string): Promise<readonly T[]> {
    const rows = await session.rows(`SELECT detail FROM ${this.table} WHERE kind = ? ORDER BY name`, [kind]);
    return rows.map(({ detail }) => JSON.parse(detail ?? '') as T);
  }

  async #mark(session: ControlSession, entries: readonly CreatedEntry[], isCreated: 0 | 1): Promise<void> {
    for (let at = 0; at < entries.length; at += ENTRIES_AT_ONCE) {
      const keys = entries.slice(at, at + ENTRIES_AT_ONCE).map(({ key }) => key);
      await session.rows(
        `UPDATE ${this.table} SET row_count = ? WHERE kind = 'made' AND name IN (${keys.map(() => '?').join(', ')})`,
        [isCreated, ...keys],
      );
    }
  }

  async #delete(session: ControlSession, kind: string, keys: readonly string[]): Promise<void> {
    for (let at = 0; at < keys.length; at += ENTRIES_AT_ONCE) {
      const some = keys.slice(at, at + ENTRIES_AT_ONCE);
      await session.rows(
        `DELETE FROM ${this.table} WHERE kind = ? AND name IN (${some.map(() => '?').join(', ')})`,
        [kind, ...some],
      );
    }
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

/** Returns a unique name for a load on its server. */
export function newLoadName(): string {
  return `sluice-${randomBytes(8).toString('hex')}`;
}

/**
 * Returns the journal's name for a chunk of a table; the engine writes the same (native/engine/target/load_journal.cc).
 */
export function chunkKey(quotedTable: string, file: string): string {
  return `${quotedTable}/${file}`;
}
