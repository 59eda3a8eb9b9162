import { has } from '../catalog/server/dialect';
import { connect } from '../catalog/connect/connect';
import type { ControlSession } from '../catalog/session/control-session';
import { readPrivileges, type Privileges } from '../catalog/privileges/grants';
import { lackingOf, privilegesLack, privilegesRefusal } from '../catalog/privileges/missing';
import { inspectNeeds, processNeed } from '../catalog/privileges/needs/inspect-needs';
import { onTables, readingNeed } from '../catalog/privileges/needs/needs';
import { describeEndpoint, type Endpoint } from '../catalog/connect/endpoint';
import { withRoute } from '../catalog/connect/route';
import type { SessionVariableRule } from '../catalog/session/variables';
import { assertNever } from '../contract/exhaustive';
import { SluiceError } from '../contract/failure';
import type { Inspection, InspectTier } from '../contract/pages/inspection';
import type { PicturedInspection } from '../contract/pages/page-picture';
import { inspectBufferPool, LARGE_POOL_PAGES, readPoolPages } from './buffer-pool';
import { readSpaces, type TableName, type TableSpace } from './file/dictionary';
import { toInspection, toPictured, type FileReader, type InspectedTable } from './file/file';
import { addLeafOrder } from './leaf-order';
import { inspectStatistics, isRefusal } from './statistics';
import { inspectTableFiles } from './file/table-files';
import { inspectFailures, inspectText } from '../text/inspect';

export interface InspectRequest {
  readonly endpoint: Endpoint;
  readonly tables: readonly TableName[];
  /** `auto` takes the most detailed available source: file, buffer pool, statistics. */
  readonly tier: InspectTier | 'auto';
  /**
   * True where the server may write a table's pages before its file is read. Writers of that table wait until the pages
   * are written but not until they are read.
   */
  readonly mayFlush: boolean;
  /** True where rows may be locked for a moment to find the leaf order where no file is read (MySQL only). */
  readonly mayLockRows: boolean;
  readonly reader: FileReader;
}

/** Limits the wait for a table's metadata lock: all others queue behind it. */
export const SHORT_LOCK_WAIT: SessionVariableRule = {
  name: 'lock_wait_timeout',
  value: '2',
  why: 'to look at a table is no reason to hold its users up for long',
};

/** Inspects tables of a server, each from the best source that was requested. */
export async function inspectTables(request: InspectRequest): Promise<Inspection> {
  return toInspection(serverOf(request), await inspectEach(request, request.tables));
}

/** Inspects one table, with the requested pictures. */
export async function pictureTable(request: HowToInspect, name: TableName): Promise<PicturedInspection> {
  const [inspected] = await inspectEach(request, [name]);
  if (inspected === undefined) throw inspectFailures.noTable();
  return toPictured(serverOf(request), inspected);
}

type HowToInspect = Omit<InspectRequest, 'tables'>;

function serverOf({ endpoint }: HowToInspect): Pick<Inspection, 'server'> {
  return { server: describeEndpoint(endpoint) };
}

async function inspectEach(
  request: HowToInspect,
  names: readonly TableName[],
): Promise<readonly InspectedTable[]> {
  const { cancellation } = request.reader;
  return await withRoute(request.endpoint, (endpoint) => inspectOver(endpoint, request, names), {
    onCancel: (abort) => cancellation.onCancel(abort),
  });
}

async function inspectOver(
  endpoint: Endpoint,
  request: HowToInspect,
  names: readonly TableName[],
): Promise<readonly InspectedTable[]> {
  const session = await connect(endpoint);
  await session.apply([SHORT_LOCK_WAIT]);
  const stopListening = request.reader.cancellation.onCancel(() => session.destroy());
  try {
    const inspected: InspectedTable[] = [];
    for (const name of names) {
      request.reader.cancellation.throwIfCancelled();
      inspected.push(await inspectTable(session, name, request));
    }
    return inspected;
  } finally {
    stopListening();
    await session.close();
  }
}

async function inspectTable(
  session: ControlSession,
  name: TableName,
  request: HowToInspect,
): Promise<InspectedTable> {
  const privileges = await readPrivileges(session);
  assertVisible(session, name, privileges);
  await assertInspectable(session, name);
  const { tier } = request;
  if (tier === 'file' || tier === 'buffer-pool') assertMaySeePages(session, privileges);
  const inspected =
    tier === 'auto'
      ? await inspectByBest(['file', 'buffer-pool'], session, name, request)
      : await inspectBy(tier, session, name, request);
  const ordered =
    request.mayLockRows && inspected.table.tier !== 'file'
      ? await addLeafOrder(session, name, inspected, request.reader.cancellation)
      : inspected;
  return withNotes(ordered, lackNotes(session, name, privileges, request, ordered));
}

/** Returns notes on missing privileges that would have allowed more detail, with the grants that give them. */
function lackNotes(
  { server }: ControlSession,
  { schema, table }: TableName,
  privileges: Privileges,
  { tier, mayFlush, mayLockRows }: HowToInspect,
  { table: { tier: used } }: InspectedTable,
): readonly string[] {
  const needs = onTables(
    inspectNeeds(server, schema, {
      tier: used === 'file' ? 'file' : tier,
      // Other sources need nothing written first.
      flushes: mayFlush && used === 'file',
      locksRows: mayLockRows && used !== 'file',
    }),
    () => [table],
  );
  const lack = privilegesLack(needs, server, privileges);
  if (lack === null) return [];
  return [inspectText.accountLacks(lackingOf(lack.missing), lack.grants, lack.idleRoles)];
}

function assertVisible(
  { server }: ControlSession,
  { schema, table }: TableName,
  privileges: Privileges,
): void {
  const needs = onTables(readingNeed(server, schema, 'table'), () => [table]);
  const lack = privilegesLack(needs, server, privileges);
  if (lack !== null) throw privilegesRefusal({ kind: 'inspect-table', table: `${schema}.${table}` }, lack);
}

function assertMaySeePages({ server }: ControlSession, privileges: Privileges): void {
  const lack = privilegesLack([processNeed()], server, privileges);
  if (lack !== null) throw privilegesRefusal({ kind: 'see-pages' }, lack);
}

/** Options of a source. */
export interface SourceNeeds extends Pick<InspectRequest, 'mayFlush' | 'reader'> {
  /** True where a file may be read only after the server has written all of its pages. */
  readonly onlyWritten?: boolean;
}

/**
 * Inspects a table from the first source that is available and shows indexes, else from statistics; notes why a better
 * one was not used. A file with encrypted or compressed pages shows no indexes, but the server's memory has them
 * readable.
 */
export async function inspectByBest(
  sources: readonly ('file' | 'buffer-pool')[],
  session: ControlSession,
  name: TableName,
  needs: SourceNeeds,
): Promise<InspectedTable> {
  const notes: string[] = [];
  for (const tier of sources) {
    try {
      if (tier === 'buffer-pool') await assertSmallPool(session);
      const inspected = await inspectBy(tier, session, name, needs);
      if (inspected.indexes.length > 0) return withNotes(inspected, notes);
      notes.push(...inspected.table.notes.map((note) => inspectText.notFrom(tier, note)));
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      notes.push(inspectText.notFrom(tier, error.message));
    }
  }
  return withNotes(await inspectStatistics(session, name.schema, name.table), notes);
}

function inspectBy(
  tier: InspectTier,
  session: ControlSession,
  name: TableName,
  needs: SourceNeeds,
): Promise<InspectedTable> {
  switch (tier) {
    case 'statistics':
      return inspectStatistics(session, name.schema, name.table);
    case 'buffer-pool':
      return spacesOf(session, name).then((spaces) => inspectBufferPool(session, name, spaces));
    case 'file':
      return spacesOf(session, name).then((spaces) => inspectTableFiles(session, name, spaces, needs));
    default:
      return assertNever(tier);
  }
}

function withNotes(inspected: InspectedTable, notes: readonly string[]): InspectedTable {
  return { ...inspected, table: { ...inspected.table, notes: [...notes, ...inspected.table.notes] } };
}

/** Returns whether another source may still work: this one is unavailable, not broken. */
function isUnavailable(error: unknown): error is SluiceError {
  return error instanceof SluiceError && (isRefusal(error) || UNAVAILABLE.has(error.failure.code));
}

const UNAVAILABLE: ReadonlySet<string> = new Set(['file-failed', 'tablespace-damaged', 'unsupported-object']);

/** Fails with `unknown-table`, or `usage` where the table is not InnoDB's. */
export async function assertInspectable(
  session: ControlSession,
  { schema, table }: TableName,
): Promise<void> {
  if (!has(session.server, 'innodbDictionary'))
    throw inspectFailures.tooOld({ version: session.server.version });
  const [found] = await session.rows(
    'SELECT ENGINE AS engine FROM information_schema.TABLES WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ?',
    [schema, table],
  );
  const place = { table: `${schema}.${table}` };
  if (found === undefined) throw inspectFailures.unknownTable({ name: place.table }, place);
  if (found.engine === 'InnoDB') return;
  throw inspectFailures.notInnoDb({ name: place.table, engine: found.engine ?? null }, place);
}

async function assertSmallPool(session: ControlSession): Promise<void> {
  const pages = await readPoolPages(session);
  if (pages <= LARGE_POOL_PAGES) return;
  throw inspectFailures.largePool({ pages: Math.round(pages) });
}

async function spacesOf(
  session: ControlSession,
  { schema, table }: TableName,
): Promise<readonly TableSpace[]> {
  const spaces = await readSpaces(session, schema, table);
  if (spaces.length > 0) return spaces;
  throw inspectFailures.noTablespace();
}
