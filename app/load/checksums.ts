import type { RunHooks } from '../engine/hooks';
import { comparePlaces, passesOf, type PlacesVerdict } from '../checksums/places';
import { ComparisonProgress } from '../checksums/progress';
import type { LoadRequest } from './request';
import type { TargetRun } from '../target/context';
import type { PreparedTable } from '../target/tables/prepared-table';
import { loadFailures } from '../text/load/load';

/**
 * Compares the loaded rows with the dump's by checksum, where `verify` asks for more than counted rows; else returns
 * nothing. The verdicts are in the order of the tables, which the run has announced.
 */
export async function compareRows(
  request: LoadRequest,
  { dump, session }: Pick<TargetRun, 'dump' | 'session'>,
  tables: readonly PreparedTable[],
  hooks: RunHooks,
): Promise<readonly PlacesVerdict[]> {
  const { engine, endpoint, options, source = null } = request;
  if (options.verify === 'rows') return [];
  const isCompared = ({ existingRows }: PreparedTable): boolean => existingRows === null;
  const comparable = [...tables.entries()].filter(([, table]) => isCompared(table));
  const progress = new ComparisonProgress(hooks, tables.length, passesOf({ source, dump }));
  progress.countedBefore(
    tables.map((table) => ({
      rows: table.dump.rows ?? 0,
      bytes: table.dump.bytes ?? 0,
      isCompared: isCompared(table),
    })),
  );
  const { threads, memoryLimitBytes } = options;
  const compared = await comparePlaces(
    {
      engine,
      dump,
      source,
      threads,
      memoryLimitBytes,
      target: { endpoint, session },
      tables: comparable.map(([, table]) => ({
        dump: table.dump,
        schema: table.schema,
        name: table.dump.name,
      })),
    },
    hooks,
    progress.among(comparable.map(([at]) => at)),
  );
  const verdicts = new Map(comparable.map(([at], place) => [at, compared[place]] as const));
  return tables.map((table, at) => verdicts.get(at) ?? amongOthers(table));
}

/** Returns the verdict for a table with other rows: existing rows can't be told from the dump's. */
function amongOthers({ schema, dump }: PreparedTable): PlacesVerdict {
  const { failure } = loadFailures.rowsAmongOthers({ table: `${schema}.${dump.name}` });
  return {
    checks: [{ kind: 'checksum', state: 'not-checked', detail: failure.message }],
    failures: [],
    warnings: [failure],
  };
}
