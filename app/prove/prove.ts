import { connect } from '../catalog/connect/connect';
import type { Endpoint } from '../catalog/connect/endpoint';
import type { ReadingChoices } from '../contract/commands/input';
import { SluiceError, type Failure } from '../contract/failure';
import { LOAD_DEFAULTS } from '../contract/runs/options';
import type { Check } from '../contract/runs/result';
import type { Addon } from '../engine/addon';
import { failureOf } from '../engine/failures';
import { NOTHING_REPORTED, stateOf, type RunHooks, type RunReport } from '../engine/hooks';
import { assertMemory } from '../engine/job';
import { NO_TABLES } from '../format/format';
import { openDump } from '../format/formats';
import type { DumpFolder } from '../format/read/dump';
import { unknownFormOf } from '../format/read/recorded-checksums';
import { assertWhole } from '../format/read/reader';
import { load } from '../load/load';
import { proveFailures, proveText } from '../text/prove';
import { compareWithTarget } from '../verify/target';
import { provedAccounts } from './accounts';
import { sealed } from './certificate/certificate';
import { contentOf, type Proof } from './certificate/content';
import { assertUnchanged, digestFiles, listFiles } from './files';
import { useObjects } from './objects';
import {
  assertPlaceNamed,
  assertPlaces,
  writeCertificate,
  type CertificatePlaces,
} from './certificate/places';
import { comparisonHooks, loadHooks } from './run-hooks';
import { programFor, withThrowaway, type Throwaway } from './server';
import type { ServerWish } from './server-choice';
import { createStandIns } from './stand-ins';
import { checkTables } from './tables';
import { loadNamedZones } from './time-zones/named-zones';

export interface ProveRequest {
  readonly engine: Addon;
  readonly sluiceVersion: string;
  /** The dump's folder or file, or a pattern of files; absolute. */
  readonly folder: string;
  /** Choices about files of values. */
  readonly input?: ReadingChoices | undefined;
  /** Null for a server that fits the dump. */
  readonly wish: ServerWish | null;
  readonly certificate: CertificatePlaces;
  /** The dumped server, whose rows are compared too, with its name; null where it is not. */
  readonly source: Endpoint | null;
  readonly sourceName: string | null;
  readonly threads: number;
  readonly memoryLimitBytes: number;
}

/**
 * Proves a dump: restores all of it into an empty server that is started for this, compares rows, checksums and
 * definitions, has the server check each table, reads every view, and writes a certificate. A dump that is damaged, not
 * finished or none is refused before the server starts, where its files show it. Any deviation is an error, and then no
 * certificate is written. The server and its folder are gone afterwards.
 */
export async function prove(request: ProveRequest, hooks: RunHooks): Promise<RunReport> {
  hooks.stage('connect');
  const { folder, engine, certificate, wish, input } = request;
  assertMemory(request);
  await assertPlaceNamed(certificate, folder);
  await assertPlaces(certificate, folder);
  const dump = await openDump(folder, engine, input, NO_TABLES);
  assertWhole(dump);
  assertRestorable(dump);
  const program = programFor(dump, wish);
  hooks.stage('preflight');
  const listed = await listFiles(folder);
  hooks.log('info', proveText.readingFiles(listed.files.length));
  const [files, filesSeconds] = await timed(() => digestFiles(listed.files, hooks.cancellation));
  const proved = await withThrowaway(program, dump, hooks, (server) => restore(request, dump, server, hooks));
  if ('state' in proved) return proved;
  hooks.stage('finish');
  await assertUnchanged(folder, listed);
  const { report, ...proof } = proved;
  const content = contentOf({
    ...proof,
    request,
    dump,
    identity: await dump.identity(),
    unknownForm: await unknownFormOf(dump),
    place: listed.place,
    files,
    report,
    seconds: { ...proof.seconds, files: filesSeconds },
    now: new Date(),
  });
  await writeCertificate(certificate, sealed(content));
  hooks.notice(proveText.proved(content, certificate));
  return { ...report, certificate: certificate.file };
}

/** Fails with `dump-unsupported` for a dump without definitions: nothing can be restored from it alone. */
function assertRestorable(dump: DumpFolder): void {
  if (dump.schemas.some(({ document }) => document.includesDdl)) return;
  throw proveFailures.noDefinitions({ path: dump.path });
}

interface Proved extends Omit<
  Proof,
  'request' | 'dump' | 'identity' | 'unknownForm' | 'place' | 'files' | 'now' | 'seconds'
> {
  readonly seconds: Omit<Proof['seconds'], 'files'>;
}

/** Loads the dump, and compares and checks what the server holds then. Returns only a report where something deviates. */
async function restore(
  request: ProveRequest,
  dump: DumpFolder,
  { endpoint, password, version, startSeconds }: Throwaway,
  hooks: RunHooks,
): Promise<Proved | RunReport> {
  const { engine, folder, input, source, threads, memoryLimitBytes } = request;
  hooks.stage('definitions');
  const { accounts, standIns, namedZones } = await withSession(endpoint, async (session) => {
    const found = await provedAccounts(session, dump);
    return {
      accounts: found,
      standIns: await createStandIns(session, dump, { restored: found.names, password }),
      namedZones: await loadNamedZones(session, dump),
    };
  });
  const options = {
    ...{ ...LOAD_DEFAULTS, ...accounts.chosen, input, threads, memoryLimitBytes },
    // No event runs on this server: each keeps the status that the dump gives it.
    ...({ eventStatus: 'source', reconnectMs: 0 } as const),
  };
  const [loaded, loadSeconds] = await timed(() =>
    load(
      { engine, endpoint, folder, options, profile: null, grantsPublic: accounts.grantsPublic },
      loadHooks(hooks),
    ).catch((error: unknown) => {
      throw SluiceError.from(asOfLoad(failureOf(error)));
    }),
  );
  if (loaded.errors.length > 0 || loaded.state === 'incomplete')
    return failedBy(loaded, loaded.errors.map(asOfLoad));
  hooks.restartCounters({ rows: 0, bytes: 0 });
  const [compared, compareSeconds] = await timed(() =>
    compareWithTarget(
      {
        ...{ ...LOAD_DEFAULTS, engine, endpoint, folder, input, source, threads, memoryLimitBytes },
        verify: 'checksum',
      },
      comparisonHooks(hooks),
    ),
  );
  if (compared.errors.length > 0) return failedBy(compared, compared.errors);
  hooks.log('info', proveText.checking);
  const sessions = { endpoint, threads, cancellation: hooks.cancellation };
  const [[tables, objects], checkSeconds] = await timed(async () => [
    await checkTables(sessions, dump),
    await useObjects(sessions, dump),
  ]);
  const failures = [...tables.flatMap(({ failure }) => failure ?? []), ...objects.failures];
  if (failures.length > 0) return failedBy(compared, failures);
  const warnings = distinct([...loaded.warnings, ...compared.warnings]);
  const checks = withAccounts(compared.checks, loaded.checks);
  return {
    server: { version },
    accounts,
    standIns,
    namedZones,
    tables,
    viewsRead: objects.viewsRead,
    report: { ...compared, checks, state: stateOf([], warnings), warnings },
    seconds: { start: startSeconds, load: loadSeconds, compare: compareSeconds, check: checkSeconds },
  };
}

/** Replaces the check by which a comparison says that it reads no accounts by that of the load, which has read them again. */
function withAccounts(compared: readonly Check[], loaded: readonly Check[]): readonly Check[] {
  const readAgain = loaded.filter(({ kind }) => kind === 'accounts');
  return compared.flatMap((check): readonly Check[] => {
    if (check.kind !== 'accounts') return [check];
    return readAgain.length === 0 ? [{ ...check, detail: proveText.noAccountRestored }] : readAgain;
  });
}

/** Report of a proof that failed: what the throwaway server held is gone, and nothing can be resumed. */
function failedBy({ verdicts, checks, warnings }: RunReport, errors: readonly Failure[]): RunReport {
  return { ...NOTHING_REPORTED, state: 'failed', verdicts, checks, warnings, errors };
}

/** Marks a remedy that names options as one of a load: of those a proof takes only the choices about files of values. */
function asOfLoad(failure: Failure): Failure {
  return / --(?!input-)[a-z]/.test(` ${failure.hint}`)
    ? { ...failure, hint: proveText.hintOfLoad(failure.hint) }
    : failure;
}

function distinct(failures: readonly Failure[]): readonly Failure[] {
  const keys = failures.map(({ code, message, table }) => JSON.stringify([code, message, table]));
  return failures.filter((_, at) => keys.indexOf(keys[at] ?? '') === at);
}

async function withSession<T>(
  endpoint: Endpoint,
  work: (session: Awaited<ReturnType<typeof connect>>) => Promise<T>,
): Promise<T> {
  const session = await connect(endpoint);
  try {
    return await work(session);
  } finally {
    await session.close();
  }
}

/** Does work, and returns its result with the seconds that it took. */
async function timed<T>(work: () => Promise<T>): Promise<readonly [T, number]> {
  const begun = Date.now();
  const result = await work();
  return [result, (Date.now() - begun) / 1000];
}
