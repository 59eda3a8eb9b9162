import { readCreateTables } from '../../catalog/objects/objects';
import type { ControlSession } from '../../catalog/session/control-session';
import type { RunHooks } from '../../engine/hooks';
import { askingTogether } from '../session/asking-together';
import type { ReconnectingSession } from '../session/reconnecting-session';

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
  return await askingTogether({ session, reconnecting, hooks }, names.length, async (beside) => {
    const found: string[] = [];
    for (let at = 0; at < names.length; at += TABLES_AT_ONCE) {
      hooks.cancellation.throwIfCancelled();
      found.push(...(await readCreateTables(beside, names.slice(at, at + TABLES_AT_ONCE))));
    }
    return found;
  });
}
