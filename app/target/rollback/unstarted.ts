import type { ControlSession } from '../../catalog/session/control-session';
import { NameFolding } from '../../catalog/server/name-folding';
import { quoteTable } from '../../catalog/text/quote';
import type { RunHooks } from '../../engine/hooks';
import type { LoadOptions } from '../../contract/options';
import { targetSchemaOf } from '../../format/select';
import { LoadJournal } from '../journal/journal';
import { JOURNAL_TABLE, journalSchemas, madeItsSchema } from '../journal/journal-table';
import { dropIfEmpty } from './created-objects';
import type { DumpFolder } from '../../format/read/dump';

/**
 * Beginnings: what a crash left that came between a journal's table and its header. Nothing was made by then but the
 * journal and perhaps its schema, of which the table's comment tells.
 */

/** The target schemas of a dump that hold a journal, whole or not, as the dump's options spell them. */
export async function journaledTargets(
  session: ControlSession,
  { schemas }: Pick<DumpFolder, 'schemas'>,
  { schemaMap }: Pick<LoadOptions, 'schemaMap'>,
): Promise<readonly string[]> {
  const there = await journalSchemas(session);
  const targets = schemas.map(({ name }) => targetSchemaOf({ schemaMap }, name));
  const folding = await NameFolding.read(session);
  await folding.learn(session, [...there, ...targets]);
  const folded = new Set(there.map((name) => folding.of('schema', name)));
  return targets.filter((target) => folded.has(folding.of('schema', target)));
}

/** Drops the beginnings in these schemas, which hold a journal each. @returns the schemas that had one */
export async function dropUnstarted(
  session: ControlSession,
  schemas: readonly string[],
  hooks: Pick<RunHooks, 'log'>,
): Promise<readonly string[]> {
  const unbegun: string[] = [];
  for (const schema of schemas) {
    if ((await LoadJournal.open(session, schema)) !== null) continue;
    unbegun.push(schema);
    const goesWith = await madeItsSchema(session, schema);
    if (goesWith && (await dropIfEmpty(session, schema, hooks))) continue;
    await session.run(`DROP TABLE ${quoteTable(schema, JOURNAL_TABLE)}`);
  }
  return unbegun;
}
