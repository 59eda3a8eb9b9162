import type { CertificateContent, CertifiedFile, CertifiedTable } from '../../contract/proof/certificate';
import { CERTIFICATE_VERSION } from '../../contract/proof/certificate';
import { hasChoices, type ReadingChoices } from '../../contract/commands/input';
import { parseVersion } from '../../catalog/server/server';
import type { Check, TableVerdict } from '../../contract/runs/result';
import type { RunReport } from '../../engine/hooks';
import { tablesOf, type DumpFolder } from '../../format/read/dump';
import { keptDigest } from '../../format/script/files/inputs';
import { STANDARD_INPUT } from '../../engine/words/spooled-input';
import { lackWarnings } from '../../text/coverage';
import { proveText } from '../../text/prove';
import { restoredObjects } from '../objects';
import { isSameSeries, wishText, type ServerWish } from '../server-choice';
import type { ProvedAccounts } from '../accounts';
import type { CheckedTable } from '../tables';
import type { NamedZones } from '../time-zones/named-zones';

/** Everything that a proof has found. */
export interface Proof {
  readonly request: {
    readonly sluiceVersion: string;
    readonly folder: string;
    readonly input?: ReadingChoices | undefined;
    readonly wish: ServerWish | null;
    readonly sourceName: string | null;
    readonly threads: number;
  };
  readonly dump: DumpFolder;
  readonly identity: string;
  readonly place: CertificateContent['dump']['place'];
  readonly files: readonly CertifiedFile[];
  readonly server: { readonly version: string };
  readonly accounts: Pick<ProvedAccounts, 'names' | 'leftOut'>;
  /** Accounts that stood in for the definers, as `user@host`. */
  readonly standIns: readonly string[];
  readonly namedZones: NamedZones;
  readonly tables: readonly CheckedTable[];
  readonly viewsRead: number;
  /** Form in which the dump's tool recorded checksums that could not be compared; null where there are none such. */
  readonly unknownForm: string | null;
  /** Report of the comparison, with the warnings of the load. */
  readonly report: RunReport;
  readonly seconds: CertificateContent['seconds'];
  readonly now: Date;
}

/** Composes the certificate of a proof that found no deviation. Pure. */
export function contentOf(proof: Proof): CertificateContent {
  const { request, dump, server, report, files, tables, now } = proof;
  const { manifest } = dump;
  const { input } = request;
  const states = new Map(tables.map(({ schema, table, state }) => [JSON.stringify([schema, table]), state]));
  const isUnsupported = ({ schema, table }: TableVerdict) =>
    states.get(JSON.stringify([schema, table])) === 'unsupported';
  return {
    certificate: CERTIFICATE_VERSION,
    sluice: request.sluiceVersion,
    provedAt: now.toISOString(),
    dump: {
      path: keptDigest(request.folder) === null ? request.folder : STANDARD_INPUT,
      place: proof.place,
      writer: manifest.dumper,
      format: manifest.version,
      identity: proof.identity,
      vendor: dump.vendor,
      serverVersion: manifest.serverVersion,
      begun: manifest.begin || null,
      ended: dump.done?.end || null,
      ...(input !== undefined && hasChoices(input) && { input }),
    },
    server: {
      vendor: parseVersion(server.version).vendor,
      version: server.version,
      wanted: request.wish === null ? null : wishText(request.wish),
      sameSeries: isSameSeries(server.version, manifest.serverVersion),
    },
    source: request.sourceName,
    threads: request.threads,
    seconds: proof.seconds,
    rows: report.verdicts.reduce((sum, { rows }) => sum + rows, 0),
    objects: objectCounts(dump, proof.accounts.names.size),
    viewsRead: proof.viewsRead,
    tables: report.verdicts.map((verdict) => certified(verdict, isUnsupported(verdict))),
    checks: countedChecks(report),
    notRecorded: notRecorded(proof),
    remarks: remarks(proof),
    files: [...files],
  };
}

function certified(verdict: TableVerdict, isUnsupported: boolean): CertifiedTable {
  const { schema, table, rows, checks, checksum = null } = verdict;
  const skipped = checks.find(({ kind, state }) => kind === 'checksum' && state === 'not-checked');
  const reason = checksum === null ? (skipped?.detail ?? proveText.notSummed) : null;
  return { schema, table, rows, checksum, reason, check: isUnsupported ? 'unsupported' : 'ok' };
}

function objectCounts(dump: DumpFolder, accounts: number): Readonly<Record<string, number>> {
  const counts: Record<string, number> = { schema: dump.schemas.length, table: tablesOf(dump).length };
  for (const { kind } of restoredObjects(dump)) counts[kind] = (counts[kind] ?? 0) + 1;
  return { ...counts, ...(accounts > 0 && { account: accounts }) };
}

function countedChecks({ verdicts, objects = [], checks }: RunReport): CertificateContent['checks'] {
  const all: readonly Check[] = [
    ...[...verdicts, ...objects].flatMap((verdict) => verdict.checks),
    ...checks,
  ];
  const kinds = [...new Set(all.map(({ kind }) => kind))];
  return kinds.map((kind) => {
    const own = all.filter((check) => check.kind === kind);
    const passed = own.filter(({ state }) => state === 'ok').length;
    return { kind, passed, notChecked: own.length - passed };
  });
}

function notRecorded({ dump, unknownForm }: Proof): string[] {
  const { manifest, done, digests, lacks, recordedChecksums } = dump;
  const { absent } = proveText;
  const chunks = tablesOf(dump).flatMap((table) => table.chunks);
  return [
    ...(manifest.begin === '' ? [absent.begin] : []),
    ...(done?.end ? [] : [absent.end]),
    ...(digests === 0 ? [absent.definitions] : []),
    ...(recordedChecksums?.tool !== 'mysql-shell' && chunks.some(({ xxh64 }) => xxh64 === null)
      ? [absent.checksums]
      : []),
    ...(unknownForm === null ? [] : [absent.checksumsIn(unknownForm)]),
    ...(manifest.binlogFile === '' && manifest.gtidExecuted === '' ? [absent.position] : []),
    ...((manifest.users ?? []).length === 0 ? [absent.accounts] : []),
    ...(dump.schemas.every(({ document }) => document.includesData) ? [] : [absent.rows]),
    ...lackWarnings(lacks).map(({ message }) => message),
  ];
}

function remarks({ dump, server, accounts, standIns, namedZones, tables, report }: Proof): string[] {
  const { manifest, schemas } = dump;
  const lacks = new Set(lackWarnings(dump.lacks).map(({ message }) => message));
  const events = schemas.reduce((sum, { document }) => sum + document.events.length, 0);
  const unsupported = tables.filter(({ state }) => state === 'unsupported');
  return [
    ...(isSameSeries(server.version, manifest.serverVersion)
      ? []
      : [proveText.otherServer(server.version, manifest.serverVersion)]),
    ...accounts.leftOut.map(({ account, why }) => proveText.accountNotRestored(account, why)),
    ...(standIns.length === 0 ? [] : [proveText.standIns(standIns)]),
    ...(namedZones === 'unneeded' ? [] : [proveText.namedZones[namedZones]]),
    ...(events === 0 ? [] : [proveText.eventsIdle(events)]),
    ...(unsupported.length === 0
      ? []
      : [proveText.noCheck(unsupported.map(({ schema, table }) => `${schema}.${table}`))]),
    ...tables.flatMap(({ schema, table, remarks: own }) => own.map((text) => `${schema}.${table}: ${text}`)),
    ...dump.remarks,
    ...report.warnings
      .filter(({ message }) => !lacks.has(message))
      .map(({ table, message }) => (table === undefined ? message : `${table}: ${message}`)),
  ];
}
