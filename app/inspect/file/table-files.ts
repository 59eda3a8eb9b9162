import { promises as fs } from 'fs';
import type { ControlSession } from '../../catalog/session/control-session';
import { quoteTable } from '../../catalog/text/quote';
import type { EngineFileReport } from '../../engine/tablespace';
import type { TableName, TableSpace } from './dictionary';
import { readTablespace, type FileReader, type InspectedTable } from './file';
import { fileNotes, toFileLayout, toIndexLayout } from '../layout';
import { toFilePicture } from '../picture';
import { namesInFile, type NamedIndex } from './sdi';
import { isRefusal, isTimeout } from '../statistics';
import { inspectFailures, inspectText } from '../../text/inspect';

interface FileNeeds {
  /** True where the server may write the table's pages first. */
  readonly mayFlush: boolean;
  /** True where the files may be read only if it did. */
  readonly onlyWritten?: boolean;
  readonly reader: FileReader;
}

/**
 * Inspects a table of a server from all its files, which are on this machine. Fails with `file-failed` where one can't
 * be read or is not this server's.
 */
export async function inspectTableFiles(
  session: ControlSession,
  name: TableName,
  spaces: readonly TableSpace[],
  { mayFlush, onlyWritten = false, reader }: FileNeeds,
): Promise<InspectedTable> {
  const paths = await Promise.all(spaces.map(readablePath));
  const flushed = mayFlush && (await flush(session, name));
  if (onlyWritten && !flushed) throw inspectFailures.newerInMemory();
  const read: SpaceReport[] = [];
  for (const [at, space] of spaces.entries()) {
    const path = paths[at] ?? '';
    const report = await readTablespace(reader, path);
    assertSameSpace(space, path, report);
    read.push({ space, path, report });
  }
  return toTable(`${name.schema}.${name.table}`, read, flushed);
}

interface SpaceReport {
  readonly space: TableSpace;
  readonly path: string;
  readonly report: EngineFileReport;
}

async function readablePath({ path }: TableSpace): Promise<string> {
  if (path === null) throw inspectFailures.noOwnFile();
  await (await fs.open(path, 'r').catch(() => Promise.reject(inspectFailures.unreadable({ path })))).close();
  return path;
}

/** Fails for another server's file at the same path on this machine. */
function assertSameSpace({ spaceId }: TableSpace, path: string, { format }: EngineFileReport): void {
  if (format.spaceId === spaceId) return;
  throw inspectFailures.otherTablespace({ path, found: format.spaceId, wanted: spaceId });
}

/** Warning of FLUSH TABLES … FOR EXPORT where it has written nothing. */
const ER_TABLE_IN_SYSTEM_TABLESPACE = 1809;

/**
 * Has the server write all pages of the table. Returns false where it did not: RELOAD and LOCK TABLES may be missing,
 * or another session may use the table for longer than this one waits.
 */
async function flush(session: ControlSession, { schema, table }: TableName): Promise<boolean> {
  try {
    await session.run(`FLUSH TABLES ${quoteTable(schema, table)} FOR EXPORT`);
    const warnings = await session.rows('SHOW WARNINGS');
    await session.run('UNLOCK TABLES');
    return !warnings.some(({ Code: code }) => Number(code) === ER_TABLE_IN_SYSTEM_TABLESPACE);
  } catch (error) {
    if (!isRefusal(error) && !isTimeout(error)) throw error;
    return false;
  }
}

function toTable(table: string, read: readonly SpaceReport[], flushed: boolean): InspectedTable {
  // MySQL writes a partitioned table's dictionary only into the first of its files.
  const names = namesInFile(read.flatMap(({ report }) => report.documents));
  const pages = read.reduce((sum, { report }) => sum + report.pages, 0);
  const source =
    read.length > 1 ? inspectText.filesSource(read.length) : inspectText.fileSource(read[0]?.path ?? '');
  return {
    table: {
      table,
      tier: 'file',
      source,
      coverage: flushed ? inspectText.writtenBefore : inspectText.lastWritten,
      pagesSeen: pages,
      pagesInAll: pages,
      notes: read.flatMap(({ report }) => fileNotes(report)),
      files: read.map(({ space, path, report }) => toFileLayout(path, space.partition ?? undefined, report)),
    },
    indexes: read.flatMap((file) => toIndexes(table, file, names)),
    pictures: read.map(({ space, report }) => toFilePicture(space.partition, report)),
  };
}

/**
 * Returns the table's own indexes: a shared tablespace holds other tables' too. Where the server lists no ids, the
 * names recorded in the file are used; without those, names follow the order of creation: certain for the clustered
 * index, and for the other one of two.
 */
function toIndexes(
  table: string,
  { space, report }: SpaceReport,
  written: ReadonlyMap<number, NamedIndex>,
): InspectedTable['indexes'] {
  const place = { table, ...(space.partition !== null && { partition: space.partition }) };
  const names = new Map(space.indexes.map(({ indexId, name }) => [indexId, name]));
  if (!names.has(null)) {
    return report.indexes.flatMap((index) => {
      const name = names.get(index.indexId);
      return name === undefined ? [] : [toIndexLayout(index, { ...place, name })];
    });
  }
  const sure = report.indexes.length === 2 && space.indexes.length === 2 ? 2 : 1;
  return report.indexes.map((index, at) => {
    const name = written.get(index.indexId)?.name ?? (at < sure ? space.indexes[at]?.name : undefined);
    return toIndexLayout(index, { ...place, ...(name !== undefined && { name }) });
  });
}
