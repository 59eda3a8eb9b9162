import type { Compression } from '../../contract/runs/options';
import type { EngineRechunk } from '../../engine/addon';
import { withJob } from '../../engine/job';
import { convertFailures } from '../../text/convert';
import type { ConvertHooks, RowsOfOutput } from '../report';
import type { ChosenDump } from '../chosen-dump';
import { CountedRows } from '../counted-rows';
import type { ConvertRequest } from '../request';
import { NewDumpFolder } from './folder';

type ShellRequest = Pick<
  ConvertRequest,
  'engine' | 'sluiceVersion' | 'bytesPerChunk' | 'compression' | 'threads' | 'memoryLimitBytes'
>;

/**
 * Writes a dump as a dump folder, into an empty one. Fails with `usage` for a compression that such folders don't have.
 */
export async function writeDumpFolder(
  request: ShellRequest,
  dump: ChosenDump,
  path: string,
  hooks: ConvertHooks,
): Promise<RowsOfOutput> {
  const compression = compressionOf(request);
  const folder = await NewDumpFolder.begin(dump, path, { ...request, compression });
  try {
    const written = await writeChunks({ ...request, compression }, { dump, path, folder }, hooks);
    await folder.done();
    return written;
  } finally {
    await folder.leave();
  }
}

interface Writing {
  readonly dump: ChosenDump;
  readonly path: string;
  readonly folder: NewDumpFolder;
}

async function writeChunks(
  {
    engine,
    threads,
    memoryLimitBytes,
    bytesPerChunk,
    compression,
  }: ShellRequest & {
    readonly compression: Compression;
  },
  { dump, path, folder }: Writing,
  hooks: ConvertHooks,
): Promise<RowsOfOutput> {
  const rowsOf = new CountedRows();
  const recorded: Promise<void>[] = [];
  let [storedBytes, memoryPeakBytes] = [0, 0];
  return await withJob<EngineRechunk, RowsOfOutput>(hooks, {
    start: (sink) =>
      engine.startRechunk(
        {
          ...{ directory: dump.directory, output: path },
          ...{ lanes: threads, memoryLimitBytes, bytesPerChunk, compression },
        },
        sink,
      ),
    take: ({ events, progress }) => {
      for (const event of events) {
        if (event.kind !== 'table-dumped') continue;
        rowsOf.add(event.table, event.rows);
        const record = folder.dumped(event);
        // It is awaited below; until then a rejection would end the process.
        record.catch(() => undefined);
        recorded.push(record);
      }
      if (progress !== null) ({ storedBytes, memoryPeakBytes } = progress);
    },
    use: async (job, waiter) => {
      job.addTables(folder.dataSets);
      job.seal();
      await waiter.finished();
      await Promise.all(recorded);
      rowsOf.settle(dump, folder.dataSets);
      return {
        rowsOf: (schema, table) => rowsOf.of(schema, table),
        rows: rowsOf.all,
        storedBytes,
        memoryPeakBytes,
      };
    },
  });
}

function compressionOf({ compression }: Pick<ConvertRequest, 'compression'>): Compression {
  if (compression.kind === 'gzip') throw convertFailures.gzipOfFolder();
  return compression.kind === 'none' ? { kind: 'none' } : { kind: 'zstd', level: compression.level };
}
