import type { ControlSession } from '../../catalog/session/control-session';
import type { Vendor } from '../../contract/connections/connection';
import type { Failure } from '../../contract/failure';
import type { LoadOptions } from '../../contract/runs/options';
import { failureOf } from '../../engine/failures';
import type { ReconnectingSession } from '../session/reconnecting-session';
import { removeLeft } from './scratch-schemas';
import { tryDefinitions, type Look, type Trial, type TrialWish } from './trial';
import { tablesOf, type DumpFolder } from '../../format/read/dump';
import { assertNoneRefused } from '../several-failures';
import type { TargetSchema } from '../target-schema';

type Wish = TrialWish & Pick<LoadOptions, 'onExisting'>;

/**
 * Most tables that a load creates twice, first as a trial: beyond it, refused tables are found before the first row
 * anyway.
 */
const MANY_TABLES = 500;

/** The target that is asked. */
interface Accepting {
  readonly reconnecting: Pick<ReconnectingSession, 'openAdditional' | 'withRetry'>;
  readonly vendor: Vendor;
}

/**
 * Fails with `definition-refused` where the target would refuse an object that is created after the rows. Tables are
 * created before the rows, and are tried only for the objects that depend on them, and where `look` compares them.
 */
export async function assertAccepted(
  { reconnecting, vendor }: Accepting,
  dump: DumpFolder,
  targets: readonly TargetSchema[],
  options: Wish,
  look: Look | null = null,
): Promise<void> {
  const isOtherVendor = dump.vendor !== vendor;
  // Nothing compares the tables of another vendor's dump later.
  if (!isOtherVendor && tablesOf(dump).length > MANY_TABLES) return;
  if (look === null && !holdsObjects(dump)) return;
  const beside = await reconnecting.openAdditional();
  try {
    const { refused } = await tryDump(beside.session, dump, targets, options, look);
    assertNoneRefused(refused);
  } catch (error) {
    if (failureOf(error).code === 'connect-lost')
      await reconnecting.withRetry((session) => removeLeft(session)).catch(() => undefined);
    throw error;
  } finally {
    await beside.close();
  }
}

function holdsObjects({ schemas }: DumpFolder): boolean {
  return schemas.some(
    ({ document, views, tables }) =>
      (document.includesViewsDdl && views.length > 0) ||
      [document.functions, document.procedures, document.events, document.packages ?? []].some(
        (names) => names.length > 0,
      ) ||
      tables.some((table) => table.document.triggers.length > 0),
  );
}

/** Tries all that a load would create; the session must have a load's settings. */
export async function tryDump(
  session: ControlSession,
  dump: DumpFolder,
  targets: readonly TargetSchema[],
  options: Wish,
  look: Look | null = null,
): Promise<Trial> {
  const { refused, notTried } = await tryDefinitions(session, dump, options, look);
  if (options.onExisting === 'fail' || options.onExisting === 'drop') return { refused, notTried };
  // Existing tables are not created.
  const existing = new Set(
    targets.flatMap(({ source, clashes }) => [...clashes].map((name) => `${source}.${name}`)),
  );
  const isCreated = ({ table }: Failure) => table === undefined || !existing.has(table);
  return { refused: refused.filter(isCreated), notTried };
}
