import type { Vendor } from '../../../app/contract/connection';
import type { MigrateOptions } from '../../../app/contract/migrate';
import { DUMP_DEFAULTS, LOAD_DEFAULTS } from '../../../app/contract/options';
import { patternOf } from '../../../app/contract/pattern';
import type { RunResult } from '../../../app/contract/run';
import { Cancellation } from '../../../app/engine/cancellation';
import type { RunRegistry } from '../../../app/jobs/registry';
import { planMigration } from '../../../app/migrate/plan';
import { testEndpoint } from './servers';

export interface MigrationWish extends Partial<MigrateOptions> {
  readonly from: Vendor;
  readonly to: Vendor;
  readonly schema: string;
  /** Its name on the target. */
  readonly copy: string;
}

export function migrationRequest({ from, to, schema, copy, ...options }: MigrationWish) {
  const { threads, memoryLimitBytes, consistency, definers, lockWaitTimeoutMs } = DUMP_DEFAULTS;
  return {
    source: testEndpoint(from),
    target: testEndpoint(to),
    profile: null,
    options: {
      ...{ threads, memoryLimitBytes, consistency, definers, lockWaitTimeoutMs },
      selection: {
        include: [{ kind: 'schema' as const, schema: patternOf(schema) }],
        exclude: [],
        where: [],
        partitions: [],
      },
      schemaMap: { [schema]: copy },
      indexes: LOAD_DEFAULTS.indexes,
      fixes: [],
      ...options,
    },
  };
}

/** Moves one whole schema and waits for the end, whatever it is. */
export async function migrateSchema(registry: RunRegistry, wish: MigrationWish): Promise<RunResult> {
  const unsaved = (name: string) => ({ name, profileId: null });
  const servers = { source: unsaved(wish.from), target: unsaved(wish.to) };
  const { runId } = registry.startMigrate(servers, migrationRequest(wish));
  return await registry.finished(runId);
}

export async function planMigrationOf(wish: MigrationWish) {
  return await planMigration({ ...migrationRequest(wish), sluiceVersion: '0.0.0-test' }, new Cancellation());
}
