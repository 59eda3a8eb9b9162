import type { ControlSession } from '../../catalog/session/control-session';
import {
  autoIncrementOf,
  engineOf,
  enumColumnsOf,
  expressionsOf,
  hasMoments,
  parseDefinition,
  type IndexLine,
} from '../../catalog/definition/definition';
import { readCreateTable } from '../../catalog/objects/objects';
import { quoteTable } from '../../catalog/text/quote';
import type { EngineInsert, EngineLoadTable, EngineRowNumbers } from '../../engine/specs';
import { formOf } from '../../format/decoders';
import { versionsOf } from '../../format/row-versions';
import { buildBatches } from '../indexes/batches';
import { emptyTable } from '../existing/truncate';
import { chunkKey, type LoadJournal } from '../journal/journal';
import type { MethodDecision } from './method';
import { loadedChunks } from './row-order';
import { checkMembers } from '../existing/enum-members';
import {
  decodedCharsets,
  harmlessWarnings,
  insertPlan,
  loadTail,
  WARNINGS_OF_DATES,
  WARNINGS_OF_WORDS,
  type BytesDecoding,
} from './statements';
import { expectedRows, type PreparedTable } from '../tables/prepared-table';
import { isComputedByServer, type DumpChunk } from '../../format/read/dump';
import type { CommittedChunk } from '../journal/records';
import { rowFailures } from '../../text/target/rows';

/** State of a table by the journal and the target: what is still to be done. */
interface Remaining {
  readonly chunks: readonly DumpChunk[];
  readonly rowsBefore: number;
  readonly bytesBefore: number;
  readonly indexes: readonly IndexLine[];
}

export interface EngineTableNeeds {
  readonly session: ControlSession;
  readonly journal: LoadJournal;
  readonly method: MethodDecision;
  readonly tables: readonly PreparedTable[];
  /** True if an earlier run has loaded a part of it. */
  readonly resumed: boolean;
}

/**
 * Converts the prepared tables to the engine's; ids are positions. A resumed load passes only what the journal and the
 * target lack.
 */
export async function toEngineTables({
  session,
  journal,
  method,
  tables,
  resumed,
}: EngineTableNeeds): Promise<readonly EngineLoadTable[]> {
  const engines = await transactionalEngines(session);
  const known = tables.map((table) => {
    const definition = parseDefinition(table.canonical);
    const transactional = engines.has(engineOf(definition).toLowerCase());
    return { table, quoted: quoteTable(table.schema, table.dump.name), definition, transactional };
  });
  if (resumed) {
    for (const { table, quoted, transactional } of known) {
      if (transactional) continue;
      // Nothing proves which of its rows survived: such a table is loaded again from its first row.
      await journal.forgetChunks(session, quoted);
      await emptyTable(session, table.schema, table.dump.name);
    }
  }
  const committed = resumed ? await journal.committed(session) : new Map<string, CommittedChunk>();
  const engineTables: EngineLoadTable[] = [];
  for (const [id, { table, quoted, definition, transactional }] of known.entries()) {
    const { dump, schema } = table;
    checkMembers(dump, schema, definition);
    const autoIncrement = autoIncrementOf(definition);
    const harmless = [
      ...harmlessWarnings(
        enumColumnsOf(definition),
        decodedCharsets(dump.document),
        expressionsOf(definition),
      ),
      ...(dump.chunks.some(isComputedByServer) ? WARNINGS_OF_WORDS : []),
      ...(dump.chunks.some(({ part }) => part !== null) && hasMoments(definition) ? WARNINGS_OF_DATES : []),
    ];
    const { chunks, rowsBefore, bytesBefore, indexes } = resumed
      ? await remainingOf(session, table, committed)
      : {
          chunks: loadedChunks(dump, table.order),
          rowsBefore: 0,
          bytesBefore: 0,
          indexes: table.indexes.deferred,
        };
    engineTables.push({
      id,
      schema,
      table: dump.name,
      versions: versionsOf(dump),
      loadTail: loadTail(schema, dump.name, dump.document, autoIncrement),
      insert: method.kind === 'insert' ? insertPlan(schema, dump.name, dump.document, method.bytes) : null,
      insertInstead: harmless.length === 0 ? null : possibleInsert(schema, dump, 'by-server'),
      insertSmall:
        method.smallByInsert && harmless.length === 0 && areFewRows(chunks)
          ? possibleInsert(schema, dump, method.bytes)
          : null,
      numbers: rowNumbers(autoIncrement, dump.document.options.columns),
      chunks,
      rowsBefore,
      bytesBefore,
      transactional,
      mayShare: table.sharing.mayShare,
      partitions: partitionChunks(chunks),
      indexBatches: buildBatches(quoted, indexes).map(({ statement, singly }) => ({ statement, singly })),
      expectedRows: expectedRows(table),
      harmlessWarnings: harmless,
    });
  }
  return engineTables;
}

/** Above, the engine sends no chunk with others (`kMostSmallBytes` in native/engine/support/small_table.h). */
const MOST_BYTES_AT_ONCE = 64 * 1024;

/** Rows of a script may want other settings of the session, each chunk its own. */
function areFewRows(chunks: readonly DumpChunk[]): boolean {
  const [chunk, ...others] = chunks;
  if (chunk === undefined || others.length > 0 || chunk.part !== null) return false;
  return chunk.bytes !== null && chunk.bytes <= MOST_BYTES_AT_ONCE;
}

/**
 * Returns the INSERT plan; null where a column is decoded by an expression, or rows of a script are in another character
 * set than UTF-8: only LOAD DATA can be given these.
 */
function possibleInsert(
  schema: string,
  { name, document, chunks }: PreparedTable['dump'],
  bytes: BytesDecoding,
): EngineInsert | null {
  const isUtf8 = /^(?:utf8|ascii)/.test(document.options.defaultCharacterSet);
  if (!isUtf8 && chunks.some(({ part }) => part?.asWritten === null)) return null;
  const isDecodable = document.options.columns.every((column) => formOf(document, column) !== null);
  return isDecodable ? insertPlan(schema, name, document, bytes) : null;
}

function rowNumbers(autoIncrement: string | null, columns: readonly string[]): EngineRowNumbers {
  if (autoIncrement === null) return 'none';
  const isBrought = columns.some((column) => column.toLowerCase() === autoIncrement.toLowerCase());
  return isBrought ? 'brought' : 'generated';
}

export async function transactionalEngines(session: ControlSession): Promise<ReadonlySet<string>> {
  const rows = await session.rows(
    "SELECT ENGINE AS engine FROM information_schema.ENGINES WHERE TRANSACTIONS = 'YES'",
  );
  return new Set(rows.map(({ engine }) => engine?.toLowerCase() ?? ''));
}

async function remainingOf(
  session: ControlSession,
  { dump, schema, indexes, order }: PreparedTable,
  committed: ReadonlyMap<string, CommittedChunk>,
): Promise<Remaining> {
  const quoted = quoteTable(schema, dump.name);
  const chunks: DumpChunk[] = [];
  let rowsBefore = 0;
  let bytesBefore = 0;
  for (const chunk of loadedChunks(dump, order)) {
    const entry = committed.get(chunkKey(quoted, chunk.file));
    if (entry === undefined) {
      chunks.push(chunk);
      continue;
    }
    if (chunk.xxh64 !== null && chunk.xxh64 !== entry.xxh64)
      throw rowFailures.fileChanged({ table: `${schema}.${dump.name}`, chunk: chunk.file });
    rowsBefore += entry.rows;
    bytesBefore += entry.bytes;
  }
  const existing = new Set(
    parseDefinition(await readCreateTable(session, schema, dump.name)).indexes.map(({ name }) => name),
  );
  return {
    chunks,
    rowsBefore,
    bytesBefore,
    indexes: indexes.deferred.filter(({ name }) => !existing.has(name)),
  };
}

/** Returns the number of chunks of each partition, in order; empty where the table is not partitioned. */
export function partitionChunks(chunks: readonly Pick<DumpChunk, 'partition'>[]): readonly number[] {
  const counts: number[] = [];
  for (const [at, { partition }] of chunks.entries()) {
    if (partition === null) return [];
    const last = counts.length - 1;
    if (at > 0 && chunks[at - 1]?.partition === partition) counts[last] = (counts[last] ?? 0) + 1;
    else counts.push(1);
  }
  return counts;
}
