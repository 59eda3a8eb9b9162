import type { ControlSession } from '../../catalog/session/control-session';
import type { LoadOptions } from '../../contract/runs/options';
import { targetSchemaOf } from '../../format/select';
import { dumpIdentities } from '../../format/read/files';
import { LoadJournal } from './journal';
import { assertJournalFree } from './journal-table';
import { openJournals } from './open-journals';
import { assertJournalNameFree, chooseUnfinished } from './resume';
import { journaledTargets } from '../rollback/unstarted';
import { assertNotRunning } from '../session/claim';
import type { DumpFolder } from '../../format/read/dump';
import { journalFailures } from '../../text/target/journal';

/**
 * Finds the journal of the dump's unfinished load on this server; null where there is none. Fails with
 * `nothing-to-resume` where an unfinished load of another dump blocks it, and with `usage` where several loads of this
 * dump are unfinished and the options name none of them.
 */
export async function findUnfinished(
  session: ControlSession,
  dump: Pick<DumpFolder, 'directory' | 'identity' | 'schemas'>,
  options: LoadOptions,
): Promise<LoadJournal | null> {
  const identities = await dumpIdentities(dump);
  const targets = dump.schemas.map(({ name }) => targetSchemaOf(options, name));
  return chooseUnfinished(await openJournals(session), { identities, targets, options });
}

/** Refuses to begin where an unfinished load blocks it; changes nothing. */
export async function assertNoneUnfinished(
  session: ControlSession,
  dump: DumpFolder,
  options: LoadOptions,
): Promise<void> {
  for (const target of await journaledTargets(session, dump, options)) {
    const journal = await LoadJournal.open(session, target);
    if (journal === null) continue;
    await assertNotRunning(session, journal);
    throw journalFailures.unfinishedLoad({ schema: target });
  }
}

/** Refuses to begin where the name of the journal's table is not free in the first schema. */
export async function assertJournalPossible(
  session: ControlSession,
  { schemas }: DumpFolder,
  options: Pick<LoadOptions, 'schemaMap'>,
): Promise<void> {
  const [first] = schemas;
  if (first === undefined) return;
  const target = targetSchemaOf(options, first.name);
  await assertJournalFree(session, target);
  assertJournalNameFree(first, target);
}
