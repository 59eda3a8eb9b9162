import type { ControlSession } from '../../catalog/session/control-session';
import { NameFolding } from '../../catalog/server/name-folding';
import { quoteTable } from '../../catalog/text/quote';
import type { RunHooks } from '../../engine/hooks';
import type { LoadOptions } from '../../contract/runs/options';
import { targetSchemaOf } from '../../format/select';
import { LoadJournal } from '../journal/journal';
import { JOURNAL_TABLE, journalSchemas, createdItsSchema } from '../journal/journal-table';
import { dropIfEmpty } from './created-objects';
import type { DumpFolder } from '../../format/read/dump';

/**
 * Unstarted runs: left by a crash between the creation of the journal's table and its header. Such a run has created
 * nothing but the journal and perhaps its schema, which the table's comment records.
 */

/**
 * Finds the target schemas of a dump that hold a journal, with or without a header, as the dump's options spell them.
 */
export async function journaledTargets(
  session: ControlSession,
  { schemas }: Pick<DumpFolder, 'schemas'>,
  { schemaMap }: Pick<LoadOptions, 'schemaMap'>,
): Promise<readonly string[]> {
  const existing = await journalSchemas(session);
  const targets = schemas.map(({ name }) => targetSchemaOf({ schemaMap }, name));
  const folding = NameFolding.of(session.server);
  await folding.learn(session, [...existing, ...targets]);
  const folded = new Set(existing.map((name) => folding.of('schema', name)));
  return targets.filter((target) => folded.has(folding.of('schema', target)));
}

/**
 * Drops the unstarted runs in these schemas, which hold a journal each.
 *
 * @returns the schemas that had one
 */
export async function dropUnstarted(
  session: ControlSession,
  schemas: readonly string[],
  hooks: Pick<RunHooks, 'log'>,
): Promise<readonly string[]> {
  const dropped: string[] = [];
  for (const schema of schemas) {
    if ((await LoadJournal.open(session, schema)) !== null) continue;
    dropped.push(schema);
    const goesWith = await createdItsSchema(session, schema);
    if (goesWith && (await dropIfEmpty(session, schema, hooks))) continue;
    await session.run(`DROP TABLE ${quoteTable(schema, JOURNAL_TABLE)}`);
  }
  return dropped;
}
