import { splitScript } from '../sql/script';
import type { DumpFolder, DumpTable } from './dump';
import { readScript } from './reader';

/** Returns the source's own definition; for another tool's dump its CREATE TABLE statement, or null without one. */
export async function createTableOf(
  dump: DumpFolder,
  { definition, document, stem }: DumpTable,
): Promise<string | null> {
  if (definition !== null) return definition.createTable;
  if (!document.includesDdl) return null;
  const statements = splitScript(await readScript(dump, `${stem}.sql`));
  return statements.find((statement) => /^CREATE TABLE /i.test(statement)) ?? null;
}
