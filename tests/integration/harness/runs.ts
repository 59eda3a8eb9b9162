import { mkdtemp, rm } from 'fs/promises';
import { tmpdir } from 'os';
import { join, resolve } from 'path';
import {
  DEFAULT_MEMORY_LIMIT_BYTES,
  DUMP_DEFAULTS,
  LOAD_DEFAULTS,
  type ComparisonOptions,
  type DumpOptions,
  type LoadOptions,
  selecting,
} from '../../../app/contract/runs/options';
import { patternOf } from '../../../app/contract/commands/pattern';
import type { Vendor } from '../../../app/contract/connections/connection';
import type { DumpResult, LoadResult, RunResult, VerifyResult } from '../../../app/contract/runs/result';
import { ofKind } from './result';
import type { Endpoint } from '../../../app/catalog/connect/endpoint';
import { openEngine } from '../../../app/engine/open';
import type { RunRecorder } from '../../../app/runs/history/history';
import { RunRegistry } from '../../../app/runs/registry';
import { WATCHED } from '../../../app/runs/server-watch';
import { testEndpoint } from './servers';

const NATIVE = resolve(import.meta.dirname, '../../../dist/native');

export const ENGINE_FILE = join(NATIVE, 'sluice.node');
/** The engine that can be told to misbehave through SLUICE_SABOTAGE; no other build can. */
export const SABOTEUR_FILE = join(NATIVE, 'sluice-saboteur.node');

export function newRegistry(engineFile = ENGINE_FILE): RunRegistry {
  return new RunRegistry({ engine: openEngine(engineFile), sluiceVersion: '0.0.0-test' });
}

/** The registry of a window, which reads the pages of loaded tables. */
export function newWatchedRegistry(recorder: RunRecorder | null = null): RunRegistry {
  return new RunRegistry({ engine: openEngine(ENGINE_FILE), sluiceVersion: '0.0.0-test' }, recorder, WATCHED);
}

export interface DumpWish extends Partial<DumpOptions> {
  readonly vendor: Vendor;
  readonly schema: string;
  readonly folder: string;
  /** Absent for the vendor's test server. */
  readonly endpoint?: Endpoint;
}

/** Dumps one whole schema and waits for the end, whatever it is. */
export async function dumpSchema(registry: RunRegistry, wish: DumpWish): Promise<DumpResult> {
  const { vendor, schema, folder, endpoint = testEndpoint(vendor), ...options } = wish;
  const { runId } = registry.startDump(vendor, {
    endpoint,
    folder,
    options: {
      ...DUMP_DEFAULTS,
      selection: selecting([{ kind: 'schema', schema: patternOf(schema) }]),
      ...options,
    },
  });
  return ofKind(await registry.finished(runId), 'dump');
}

export interface LoadWish extends Partial<LoadOptions> {
  readonly vendor: Vendor;
  readonly folder: string;
  /** Absent for the vendor's test server. */
  readonly endpoint?: Endpoint;
}

export async function loadDump(registry: RunRegistry, wish: LoadWish): Promise<LoadResult> {
  return ofKind(await registry.finished(startLoad(registry, wish)), 'load');
}

/** The run's id. */
export function startLoad(registry: RunRegistry, wish: LoadWish): string {
  return registry.startLoad(wish.vendor, loadRequest(wish)).runId;
}

/** Takes back what an unfinished load of the dump has made. */
export async function rollBackLoad(registry: RunRegistry, wish: LoadWish): Promise<RunResult> {
  return await registry.finished(registry.startLoadRollback(wish.vendor, loadRequest(wish)).runId);
}

function loadRequest({ vendor, folder, endpoint = testEndpoint(vendor), ...options }: LoadWish) {
  return {
    endpoint,
    profile: null,
    folder,
    options: { ...LOAD_DEFAULTS, ...options },
  };
}

export interface ComparisonWish extends Partial<ComparisonOptions> {
  readonly vendor: Vendor;
  readonly folder: string;
  /** Absent for the vendor's test server. */
  readonly endpoint?: Endpoint;
  /** Another server that is compared with the dump as well. */
  readonly source?: Endpoint | null;
}

/** The id of a run that compares a server with a dump; its rows are counted unless the wish says more. */
export function startComparison(registry: RunRegistry, wish: ComparisonWish): string {
  const { vendor, endpoint = testEndpoint(vendor), ...options } = wish;
  const { runId } = registry.startCompare(vendor, {
    ...{ endpoint, schemaMap: {}, tableRenames: [], verify: 'rows', threads: 2 },
    ...{ users: [], excludeUsers: [] },
    ...{ definers: LOAD_DEFAULTS.definers, missingPrimaryKey: LOAD_DEFAULTS.missingPrimaryKey },
    ...{ memoryLimitBytes: DEFAULT_MEMORY_LIMIT_BYTES, ...options },
  });
  return runId;
}

export async function compareWithDump(registry: RunRegistry, wish: ComparisonWish): Promise<VerifyResult> {
  return ofKind(await registry.finished(startComparison(registry, wish)), 'verify');
}

export async function verifyDump(registry: RunRegistry, folder: string): Promise<RunResult> {
  return await registry.finished(registry.startVerify({ folder, threads: 2 }).runId);
}

/** A folder that is gone afterwards; dumps go into folders below it. */
export async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-test-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
