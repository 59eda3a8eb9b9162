import type { ControlSession } from '../../catalog/session/control-session';
import type { MigrateOptions, MigrationFinding } from '../../contract/runs/migrate';
import type { DumpOptions } from '../../contract/runs/options';
import { versionsRead } from '../../source/row-versions';
import type { SchemaPlan } from '../../source/definitions/definitions';
import { whyNoHistory } from '../../target/tables/row-versions';
import { dumpOptionsOf } from '../request';
import { migrateText } from '../../text/migrate/run';

/** Decision on row versions of the past, which the target may be unable to store. */
export interface HistoryPassage {
  /** Options of a dump for this target. */
  readonly options: DumpOptions;
  /** Reason why the row history is not migrated although it was requested, as a sentence; else null. */
  readonly lost: string | null;
}

export async function planHistory(
  source: ControlSession,
  target: ControlSession,
  options: MigrateOptions,
): Promise<HistoryPassage> {
  const wanted = dumpOptionsOf(options);
  const lost = options.history === 'skip' ? null : await whyNoHistory(target, source.server.version);
  return { options: { ...wanted, history: lost === null ? wanted.history : 'skip' }, lost };
}

/** Returns findings on tables whose row history is not migrated because of the target. Pure. */
export function judgeHistory(
  plans: readonly Pick<SchemaPlan, 'tables'>[],
  lost: string | null,
): readonly MigrationFinding[] {
  if (lost === null) return [];
  return plans
    .flatMap(({ tables }) => tables)
    .filter(({ facts }) => versionsRead(facts, 'carry') === 'all')
    .map(({ facts: { schema, name } }) => ({
      kind: 'plain',
      severity: 'warns',
      rule: 'history',
      object: `${schema}.${name}`,
      why: migrateText.historyLost(lost),
    }));
}
