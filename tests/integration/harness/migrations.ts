import type { Vendor } from '../../../app/contract/connections/connection';
import { MIGRATE_DEFAULTS, migrating, type MigrateOptions } from '../../../app/contract/runs/migrate';
import { patternOf } from '../../../app/contract/commands/pattern';
import type { MigrateResult, RunResult } from '../../../app/contract/runs/result';
import { ofKind } from './result';
import { Cancellation } from '../../../app/engine/cancellation';
import type { RunRegistry } from '../../../app/runs/registry';
import { planMigration } from '../../../app/migrate/plan';
import { testEndpoint } from './servers';

/** From each vendor to each. */
export const WAYS = [
  ['mysql', 'mysql'],
  ['mariadb', 'mariadb'],
  ['mysql', 'mariadb'],
  ['mariadb', 'mysql'],
] as const satisfies readonly (readonly [Vendor, Vendor])[];

export interface MigrationWish extends Partial<MigrateOptions> {
  readonly from: Vendor;
  readonly to: Vendor;
  readonly schema: string;
  /** Its name on the target. */
  readonly copy: string;
}

/** For a whole schema, under another name on the target. */
export function migrationOptions(schema: string, copy: string): MigrateOptions {
  return {
    ...MIGRATE_DEFAULTS,
    selection: migrating([{ kind: 'schema', schema: patternOf(schema) }]),
    schemaMap: { [schema]: copy },
  };
}

export function migrationRequest({ from, to, schema, copy, ...options }: MigrationWish) {
  return {
    source: testEndpoint(from),
    sourceProfile: null,
    target: testEndpoint(to),
    profile: null,
    options: { ...migrationOptions(schema, copy), ...options },
  };
}

/** Moves one whole schema and waits for the end, whatever it is. */
export async function migrateSchema(registry: RunRegistry, wish: MigrationWish): Promise<MigrateResult> {
  return await startMigration(registry, wish).ended;
}

export function startMigration(
  registry: RunRegistry,
  wish: MigrationWish,
): { readonly runId: string; readonly ended: Promise<MigrateResult> } {
  const unsaved = (name: string) => ({ name, profileId: null });
  const servers = { source: unsaved(wish.from), target: unsaved(wish.to) };
  const { runId } = registry.startMigrate(servers, migrationRequest(wish));
  return { runId, ended: registry.finished(runId).then((result) => ofKind(result, 'migrate')) };
}

/** Takes back what an unfinished migration has made. */
export async function rollBackMigration(registry: RunRegistry, wish: MigrationWish): Promise<RunResult> {
  return await registry.finished(registry.startMigrationRollback(wish.to, migrationRequest(wish)).runId);
}

export async function planMigrationOf(wish: MigrationWish) {
  return await planMigration({ ...migrationRequest(wish), sluiceVersion: '0.0.0-test' }, new Cancellation());
}
