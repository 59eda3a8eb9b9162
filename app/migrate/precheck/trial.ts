import type { ControlSession } from '../../catalog/session/control-session';
import { loadingVariables } from '../../catalog/session/variables';
import type { ControlSessions } from '../../catalog/session/sessions';
import type { Failure } from '../../contract/failure';
import { type MigrateOptions, type MigrationFinding, advice } from '../../contract/runs/migrate';
import { failureOf } from '../../engine/failures';
import { allowKeyless } from '../../target/tables/primary-keys';
import { accountsOf } from '../../target/accounts/select';
import { tryDump } from '../../target/trial/definitions';
import { MISSING_PARTS } from '../../target/trial/refusal';
import { removeLeftBy } from '../../target/trial/scratch-schemas';
import type { Trial } from '../../target/trial/trial';
import { findTargets } from '../../target/preflight';
import { crossesVendors } from '../../target/convert/conversion';
import type { Checked } from './precheck';
import { loadOptionsOf } from '../request';
import type { SourceCatalog } from '../../source/live/read-source';
import { readNormalizedObjects } from '../normalized/objects';
import { compareTrial } from '../normalized/trial';
import { precheckText } from '../../text/migrate/precheck';

/**
 * Finds the definitions that the target refuses or executes differently: a run would find them in its own tables,
 * before the first row.
 *
 * @param checked result of the pre-check, with the selected dump
 */
export async function tryOnTarget(
  targets: ControlSessions,
  catalog: ControlSession,
  {
    plans,
    definitions,
    dump,
    conversion,
  }: Pick<SourceCatalog, 'plans' | 'definitions'> & Pick<Checked, 'dump' | 'conversion'>,
  options: MigrateOptions,
): Promise<Trial> {
  const loading = loadOptionsOf(options);
  try {
    const session = await targets.open();
    await session.apply(loadingVariables(session.server));
    await allowKeyless(session, loading);
    const sourceObjects = crossesVendors(conversion)
      ? await readNormalizedObjects(catalog, plans, conversion, options.definers)
      : null;
    const look = compareTrial({ dump, plans, definitions, conversion, sourceObjects, options });
    const accounts = new Set((await accountsOf(dump, loading)).map(({ name }) => name));
    const targetSchemas = await findTargets(session, dump, loading);
    return await tryDump(session, dump, targetSchemas, { ...loading, accounts }, look);
  } catch (error) {
    const { code, message } = failureOf(error);
    if (code === 'connect-lost') await removeLeftBy(targets);
    if (code === 'cancelled' || code === 'connect-lost') throw error;
    return { refused: [], notTried: precheckText.notTried(message) };
  }
}

/**
 * Returns the trial's findings in addition to those that rules have `said`: none on an object that is refused already,
 * or on one that depends on it.
 */
export function trialFindings(
  { refused, notTried }: Trial,
  said: readonly MigrationFinding[],
): readonly MigrationFinding[] {
  const others = said.filter(({ severity }) => severity === 'blocks').map(({ object }) => object);
  const isSaid = ({ table = 'target', errno }: Failure) =>
    others.some((object) => object === table || object.startsWith(`${table}.`)) ||
    (others.length > 0 && errno !== undefined && MISSING_PARTS.has(errno));
  return [
    ...refused.filter((failure) => !isSaid(failure)).map(blocking),
    ...(notTried === null ? [] : [notTriedFinding(notTried)]),
  ];
}

export function blocking({ code, message, hint, table = 'target' }: Failure): MigrationFinding {
  return { severity: 'blocks', rule: code, object: table, why: message, ...advice(hint) };
}

function notTriedFinding(why: string): MigrationFinding {
  return {
    kind: 'advised',
    severity: 'warns',
    rule: 'not-tried',
    object: 'target',
    why,
    fix: precheckText.grantForTrial,
  };
}
