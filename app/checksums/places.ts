import { connect } from '../catalog/connect/connect';
import type { ControlSession } from '../catalog/session/control-session';
import type { Endpoint } from '../catalog/connect/endpoint';
import { FAILURE_CODES, SluiceError, type Failure } from '../contract/failure';
import type { Check, TableVerdict } from '../contract/runs/result';
import type { Addon } from '../engine/addon';
import { toFailure } from '../engine/failures';
import type { RunHooks } from '../engine/hooks';
import { checksumText, type ComparedPlace } from '../text/checksums';
import { compareChecksums, type ComparedTable, type ComparisonRequest } from './compare';
import { readDataFiles, type FilesRead } from './dump-files';
import type { PassHooks } from './progress';
import { compareRecorded, type RecordedVerdict } from './recorded/compare';
import { checksumVerdict, type ChecksumVerdict } from './verdict';
import type { DumpFolder } from '../format/read/dump';

/** The servers on which the dump's rows are compared. */
export interface Places {
  readonly engine: Addon;
  readonly dump: DumpFolder;
  readonly target: { readonly endpoint: Endpoint; readonly session: ControlSession };
  readonly tables: readonly ComparedTable[];
  /** The server that was dumped; null where it is not compared. */
  readonly source: Endpoint | null;
  readonly threads: number;
  readonly memoryLimitBytes: number;
}

/** Hooks of the run, and of each pass over all rows. */
interface ComparisonHooks {
  readonly hooks: RunHooks;
  readonly passHooks: PassHooks;
}

/** Result of comparing one table in all places. */
export interface PlacesVerdict {
  readonly checks: readonly Check[];
  /** Checksum of rows that are equal on the target, in digits. */
  readonly checksum?: string;
  readonly failures: readonly Failure[];
  readonly warnings: readonly Failure[];
}

/**
 * Returns the number of passes over all rows: one that counts them, one for each place that is read, and one for checksums
 * that the dump's tool recorded.
 */
export function passesOf({
  source,
  dump: { recordedChecksums },
}: Pick<Places, 'source'> & { readonly dump: Pick<DumpFolder, 'recordedChecksums'> }): number {
  return 3 + (source === null ? 0 : 1) + (recordedChecksums === undefined ? 0 : 1);
}

/**
 * Compares the dump's rows with those of the target and, where given, of the source, table by table. A difference on
 * the source is a warning, not a failure of the copy: its users may have gone on writing.
 *
 * @param passHooks hooks of each pass over all rows: in the dump, on the target, of recorded checksums, on the source
 */
export async function comparePlaces(
  places: Places,
  hooks: RunHooks,
  passHooks: PassHooks,
): Promise<readonly PlacesVerdict[]> {
  const { target, source } = places;
  const comparisonHooks: ComparisonHooks = { hooks, passHooks };
  // A damaged file of checksums is found before all rows are read.
  const checksumOf = await places.dump.recordedChecksums?.read();
  hooks.log('info', checksumText.readAgain);
  const files = await readUndamaged(places, passHooks);
  const onTarget = await judge({ ...places, ...target, files }, 'target', comparisonHooks);
  const recorded =
    checksumOf === undefined
      ? []
      : await compareRecorded({ ...places, ...target, checksumOf, own: onTarget }, comparisonHooks);
  const onSource = source === null ? [] : await compareSource({ ...places, files }, source, comparisonHooks);
  return onTarget.map((verdict, at) => withRecorded(merged(verdict, onSource[at]), recorded[at] ?? null));
}

function withRecorded(verdict: PlacesVerdict, recorded: RecordedVerdict | null): PlacesVerdict {
  if (recorded === null) return verdict;
  const { checks, failures } = verdict;
  return {
    ...verdict,
    checks: [...checks, recorded.check],
    failures: [...failures, ...recorded.failures],
  };
}

/** Reads the dump's files. Fails with the first damage: a damaged file proves nothing about a server. */
async function readUndamaged(places: Places, passHooks: PassHooks): Promise<ReadonlyMap<number, FilesRead>> {
  const { dump, tables } = places;
  const files = await readDataFiles(
    { ...places, directory: dump.directory, tables: tables.map((table) => table.dump) },
    passHooks(new Map(tables.map((_, at) => [at, at]))),
  );
  const [damage] = [...files.values()].flatMap(({ failures }) => failures);
  if (damage !== undefined) throw SluiceError.from(toFailure(damage));
  return files;
}

async function compareSource(
  places: Places & { readonly files: ReadonlyMap<number, FilesRead> },
  endpoint: Endpoint,
  comparisonHooks: ComparisonHooks,
): Promise<readonly ChecksumVerdict[]> {
  const { hooks } = comparisonHooks;
  const session = await connect(endpoint);
  const stopListening = hooks.cancellation.onCancel(() => session.destroy());
  const tables = places.tables.map(({ dump }) => ({ dump, schema: dump.schema, name: dump.dumpedName }));
  try {
    return await judge({ ...places, endpoint, session, tables }, 'source', comparisonHooks);
  } finally {
    stopListening();
    await session.close();
  }
}

/** Compares each table with one server. */
async function judge(
  request: ComparisonRequest,
  place: ComparedPlace,
  { hooks, passHooks }: ComparisonHooks,
): Promise<readonly ChecksumVerdict[]> {
  const findings = await compareChecksums(request, hooks, passHooks);
  return findings.flatMap((finding, at) => {
    const table = request.tables[at];
    return table === undefined ? [] : [checksumVerdict(finding, table, place)];
  });
}

export function merged(onTarget: ChecksumVerdict, onSource: ChecksumVerdict | undefined): PlacesVerdict {
  const { check, checksum, failures, warnings } = onTarget;
  const proved = checksum === undefined ? {} : { checksum };
  if (onSource === undefined) return { checks: [check], ...proved, failures, warnings };
  const sourceFailures = onSource.failures.map((failure) => ({ ...failure, ...SOURCE_DIFFERS }));
  const asWarning: Check =
    onSource.check.state === 'failed' ? { ...onSource.check, state: 'not-checked' } : onSource.check;
  return {
    checks: [check, asWarning],
    ...proved,
    failures,
    warnings: [...warnings, ...sourceFailures, ...onSource.warnings],
  };
}

const SOURCE_DIFFERS = {
  code: 'source-differs',
  hint: FAILURE_CODES['source-differs'].remedy,
} as const;

/** Adds the results of a comparison to the tables' verdicts; both are in the same order. */
export function withChecksums(
  verdicts: readonly TableVerdict[],
  compared: readonly (PlacesVerdict | undefined)[],
): readonly TableVerdict[] {
  return verdicts.map((verdict, at) => {
    const { checks = [], checksum } = compared[at] ?? {};
    return {
      ...verdict,
      checks: [...verdict.checks, ...checks],
      ...(checksum !== undefined && { checksum }),
    };
  });
}
