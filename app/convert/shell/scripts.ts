import type { EngineNewFile } from '../../engine/addon';
import type { DumpSchema } from '../../format/read/dump';
import { emptyScript } from '../../format/sql/files';
import { splitScript } from '../../format/sql/script';
import { POST_SCRIPT_FILE, PRE_SCRIPT_FILE, USERS_SCRIPT_FILE } from '../../format/names';
import type { ChosenDump } from '../chosen-dump';
import { printStatements } from '../sql/print';
import { programsOf, triggersOf } from '../sql/programs';
import type { NewStems } from './documents';

/** Scripts that a dump folder has beside those of its schemas. */
export async function commonScripts(dump: ChosenDump): Promise<readonly EngineNewFile[]> {
  const hasAccounts = (dump.manifest.users ?? []).length > 0;
  return [
    { name: PRE_SCRIPT_FILE, text: emptyScript() },
    { name: POST_SCRIPT_FILE, text: emptyScript() },
    ...(hasAccounts ? [{ name: USERS_SCRIPT_FILE, text: await dump.script(USERS_SCRIPT_FILE) }] : []),
  ];
}

/** The scripts of a schema and of all that is in it, without objects that are left out. */
export async function schemaScripts(
  dump: ChosenDump,
  schema: DumpSchema,
  stems: NewStems,
): Promise<readonly EngineNewFile[]> {
  const { name, document, tables, views } = schema;
  const files: EngineNewFile[] = [];
  const add = (file: string, statements: readonly string[]): void => {
    files.push({ name: file, text: `${emptyScript()}${printStatements(statements)}` });
  };
  if (document.includesDdl) add(`${stems.schema(name)}.sql`, await programsOf(dump, schema));
  for (const table of tables) {
    const stem = stems.object(name, table.name);
    if (table.document.includesDdl) add(`${stem}.sql`, splitScript(await dump.script(`${table.stem}.sql`)));
    const triggers = await triggersOf(dump, table);
    if (triggers.length > 0) add(`${stem}.triggers.sql`, triggers);
  }
  for (const view of document.includesViewsDdl ? views : []) {
    const stem = stems.object(name, view.name);
    add(`${stem}.pre.sql`, splitScript(await dump.script(`${view.stem}.pre.sql`)));
    add(`${stem}.sql`, splitScript(await dump.script(`${view.stem}.sql`)));
  }
  return files;
}
