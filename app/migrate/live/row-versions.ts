import type { ControlSession } from '../../catalog/session/control-session';
import type { MigrateOptions, MigrationFinding } from '../../contract/migrate';
import type { DumpOptions } from '../../contract/options';
import { versionsRead } from '../../source/row-versions';
import type { SchemaPlan } from '../../source/definitions/definitions';
import { whyNoHistory } from '../../target/tables/row-versions';
import { dumpOptionsOf } from '../request';

/** Rows of the past on their way to a target that may have no place for them. */
export interface HistoryPassage {
  /** What a dump for this target would be told. */
  readonly options: DumpOptions;
  /** Why the history stays behind although it was to come along, as a sentence; null where it comes or was not asked for. */
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

/** The tables whose history stays behind because of the target. Pure. */
export function judgeHistory(
  plans: readonly Pick<SchemaPlan, 'tables'>[],
  lost: string | null,
): readonly MigrationFinding[] {
  if (lost === null) return [];
  return plans
    .flatMap(({ tables }) => tables)
    .filter(({ facts }) => versionsRead(facts, 'carry') === 'all')
    .map(({ facts: { schema, name } }) => ({
      ...{ severity: 'warns', rule: 'history', object: `${schema}.${name}` },
      why: `Only the current rows are moved, not their history. ${lost}`,
    }));
}
