import { readCreateTable, readCreateTables } from '../../catalog/objects/objects';
import { isFull } from '../../catalog/connect/connect-failure';
import type { ControlSession } from '../../catalog/session/control-session';
import { SluiceError } from '../../contract/failure';
import type { RunHooks } from '../../engine/hooks';
import type { AdditionalSession, ReconnectingSession } from '../session/reconnecting-session';

/** Most tables that are read without an additional session, which would not be worth its sign-in. */
const FEW_TABLES = 8;
/** Definitions per call: all its replies are held at once. */
const TABLES_AT_ONCE = 100;

interface DefinitionNeeds {
  readonly session: ControlSession;
  readonly reconnecting: ReconnectingSession;
  readonly hooks: RunHooks;
}

/** Reads the present definitions of tables of the target, in their order, many in each call. */
export async function readPresentDefinitions(
  { session, reconnecting, hooks }: DefinitionNeeds,
  names: readonly { readonly schema: string; readonly name: string }[],
): Promise<readonly string[]> {
  const found: string[] = [];
  const beside = names.length <= FEW_TABLES ? null : await openIfRoom(reconnecting);
  if (beside === null) {
    for (const { schema, name } of names) found.push(await readCreateTable(session, schema, name));
    return found;
  }
  try {
    for (let at = 0; at < names.length; at += TABLES_AT_ONCE) {
      hooks.cancellation.throwIfCancelled();
      found.push(...(await readCreateTables(beside.session, names.slice(at, at + TABLES_AT_ONCE))));
    }
    return found;
  } finally {
    await beside.close();
  }
}

/** Null where the server takes no more connections of the account. */
async function openIfRoom(reconnecting: ReconnectingSession): Promise<AdditionalSession | null> {
  try {
    return await reconnecting.openAdditional('many');
  } catch (error) {
    if (error instanceof SluiceError && isFull(error.failure.errno)) return null;
    throw error;
  }
}
