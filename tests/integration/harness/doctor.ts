import { promises as fs } from 'fs';
import { join } from 'path';
import { formatFact, parseFacts, type DefinitionFact, type Fact } from '../../../app/format/facts';
import { FACTS_FILE } from '../../../app/format/names';

/** Rewrites one of a dump's files, as another server or another hand would have left it. */
export async function rewrite(folder: string, file: string, change: (text: string) => string): Promise<void> {
  const path = join(folder, file);
  const text = await fs.readFile(path, 'utf8');
  const changed = change(text);
  if (changed === text) throw new Error(`Nothing was changed in ${file}`);
  await fs.writeFile(path, changed);
}

/** Rewrites what a dump records of its source's definition of a table. */
export async function rewriteDefinition(
  folder: string,
  table: string,
  change: (createTable: string) => string,
): Promise<void> {
  const changed = (fact: Fact): Fact =>
    isDefinitionOf(fact, table) ? { ...fact, createTable: change(fact.createTable) } : fact;
  await rewrite(folder, FACTS_FILE, (text) => parseFacts(text).map(changed).map(formatFact).join(''));
}

function isDefinitionOf(fact: Fact, table: string): fact is DefinitionFact {
  return fact.fact === 'definition' && fact.table === table;
}
