import type { ControlSession } from '../catalog/control-session';
import { readTriggers } from '../catalog/objects';
import { quoteTable } from '../catalog/quote';
import { SluiceError } from '../contract/failure';
import type { RunHooks } from '../engine/hooks';
import type { DumpTable } from '../format/reader';
import { splitScript } from '../format/script';
import { triggersScript } from '../format/sql-files';
import type { LoadJournal } from './journal';
import { runStatement } from './run-statement';

interface Detaching {
  readonly session: ControlSession;
  readonly journal: LoadJournal;
}

/**
 * Takes a table's triggers off: each would fire for every loaded row. The dump's own come at the end; any other must
 * not be lost and is refused. They are recorded before the first one goes, so that a load that is taken back gives
 * them back.
 */
export async function detachTriggers(
  { session, journal }: Detaching,
  schema: string,
  table: DumpTable,
): Promise<void> {
  const triggers = await readTriggers(session, schema, (_, on) => on === table.name);
  const strange = triggers.find(({ name }) => !table.document.triggers.includes(name));
  if (strange !== undefined) {
    throw new SluiceError(
      'target-exists',
      `The trigger “${strange.name}” is not in the dump and would fire for its rows.`,
      {
        table: `${schema}.${table.name}`,
        hint: 'Drop the trigger, or choose another answer to “If a table exists” (--on-existing).',
      },
    );
  }
  await journal.willDetach(
    session,
    triggers.map((trigger) => ({ schema, name: trigger.name, script: triggersScript([trigger]) })),
  );
  for (const { name } of triggers) await session.run(`DROP TRIGGER ${quoteTable(schema, name)}`);
}

/** Gives the tables back the triggers that the load has taken off; those that are there stay. */
export async function reattachTriggers(
  { session, journal }: Detaching,
  hooks: Pick<RunHooks, 'log'>,
): Promise<void> {
  for (const { schema, name, script } of await journal.detached(session)) {
    const there = await session.scalar(
      'SELECT 1 FROM information_schema.TRIGGERS WHERE TRIGGER_SCHEMA = ? AND TRIGGER_NAME = ?',
      [schema, name],
    );
    if (there !== null) continue;
    await session.use(schema);
    for (const statement of splitScript(script)) await runStatement(session, statement);
    hooks.log('info', `The trigger “${name}” of “${schema}” is back.`);
  }
}
