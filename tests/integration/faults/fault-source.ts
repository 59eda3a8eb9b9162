import type { Connection } from 'mysql2/promise';
import { expect } from 'vitest';
import { DUMP_DEFAULTS, selecting } from '../../../app/contract/runs/options';
import type { Vendor } from '../../../app/contract/connections/connection';
import type { Endpoint } from '../../../app/catalog/connect/endpoint';
import type { RunResult } from '../../../app/contract/runs/result';
import type { RunRegistry } from '../../../app/runs/registry';
import { closeGate, openGate, waitsAt, type Gate } from '../harness/gate';
import { loadDump, verifyDump } from '../harness/runs';

export const FAULT_SCHEMA = 'faults';
export const FAULT_COPY = 'faults_copy';
/** The least: a dump of {@link makeFaultSchema} has hundreds of chunks, so that there is a middle. */
export const FAULT_CHUNK_BYTES = 131_072;

const INSERTS = 128;
/** The row at which a dump of {@link makeFaultSchema} waits while the gate is closed: more than half is before it. */
export const FAULT_GATE: Gate = { column: 'id', value: 96_000 };
export const FAULT_CONDITION = waitsAt(FAULT_GATE);

/** One table of some 30 MB. */
export async function makeFaultSchema(connection: Connection): Promise<void> {
  const table = `${FAULT_SCHEMA}.big`;
  await connection.query(`DROP DATABASE IF EXISTS ${FAULT_SCHEMA}`);
  await connection.query(`CREATE DATABASE ${FAULT_SCHEMA}`);
  await connection.query(`CREATE TABLE ${table} (id INT AUTO_INCREMENT PRIMARY KEY, v CHAR(250))`);
  const values = Array.from(
    { length: 1000 },
    (_, n) => `(REPEAT('${String.fromCharCode(97 + (n % 26))}', 250))`,
  );
  await connection.beginTransaction();
  for (let insert = 0; insert < INSERTS; insert += 1)
    await connection.query(`INSERT INTO ${table} (v) VALUES ${values.join(', ')}`);
  await connection.commit();
}

interface Interruption {
  /** A session of the test's own, which holds the gate. */
  readonly watcher: Connection;
  readonly endpoint: Endpoint;
  readonly folder: string;
  /** Fault that comes when some rows are written and others are not. */
  readonly fault: () => Promise<unknown>;
}

/** Dumps {@link FAULT_SCHEMA} and lets the fault happen in the middle: one lane can't end before it has. */
export async function dumpInterrupted(
  registry: RunRegistry,
  vendor: Vendor,
  { watcher, endpoint, folder, fault }: Interruption,
): Promise<RunResult> {
  await closeGate(watcher, FAULT_GATE);
  const { runId } = registry.startDump(vendor, {
    endpoint,
    folder,
    options: {
      ...DUMP_DEFAULTS,
      selection: {
        ...selecting([{ kind: 'schema', schema: FAULT_SCHEMA }]),
        where: [{ schema: FAULT_SCHEMA, table: 'big', condition: FAULT_CONDITION }],
      },
      threads: 2,
      bytesPerChunk: FAULT_CHUNK_BYTES,
      compression: { kind: 'none' },
    },
  });
  const moving = new Promise<void>((resolve) => {
    const stop = registry.onUpdate((update) => {
      // By then everything else is described and written: what fails is a lane.
      if (update.runId !== runId || update.stage !== 'data' || update.totals.rows === 0) return;
      stop();
      resolve();
    });
  });
  // A run that ends before its middle must not be waited for: its result will tell.
  await Promise.race([moving, registry.finished(runId)]);
  registry.pause(runId);
  await fault();
  await openGate(watcher, FAULT_GATE).catch(() => {
    // The fault may have been the end of the server; then nobody waits at its gate.
  });
  registry.resume(runId);
  return await registry.finished(runId);
}

/** Nobody takes what lies there for a dump: neither verify nor load, which leaves the target as it is. */
export async function expectNoDump(registry: RunRegistry, vendor: Vendor, folder: string): Promise<void> {
  expect((await verifyDump(registry, folder)).state).toBe('failed');
  const loaded = await loadDump(registry, { vendor, folder, schemaMap: { [FAULT_SCHEMA]: FAULT_COPY } });
  expect(loaded.state).toBe('failed');
  expect(['not-a-dump', 'dump-incomplete', 'dump-damaged']).toContain(loaded.errors[0]?.code);
}
