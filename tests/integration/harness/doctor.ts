import { promises as fs } from 'fs';
import { join } from 'path';
import { formatFact, parseFacts, type DefinitionFact, type Fact } from '../../../app/format/facts';
import { DONE_FILE, FACTS_FILE, MANIFEST_FILE } from '../../../app/format/names';

/**
 * Rewrites one of a dump's files, as another server or another hand would have left it. The dump records no digests of
 * its own files any more, as one of an earlier Sluice.
 */
export async function rewrite(folder: string, file: string, change: (text: string) => string): Promise<void> {
  await changeFile(folder, file, change);
  await changeFile(folder, FACTS_FILE, withoutDigests, true);
  await changeFile(folder, DONE_FILE, (text) => text.replace(/,?\s*"sluiceFacts":\s*\{[^}]*\}/, ''), true);
}

async function changeFile(
  folder: string,
  file: string,
  change: (text: string) => string,
  mayStay = false,
): Promise<void> {
  const path = join(folder, file);
  const text = await fs.readFile(path, 'utf8');
  const changed = change(text);
  if (changed === text && !mayStay) throw new Error(`Nothing was changed in ${file}`);
  await fs.writeFile(path, changed);
}

function withoutDigests(facts: string): string {
  return facts
    .split('\n')
    .filter((line) => !/^\{"fact":"files?"/.test(line))
    .join('\n');
}

/** Lets a dump say that its source was of another version. */
export async function pretendVersion(folder: string, version: string): Promise<void> {
  await rewrite(folder, MANIFEST_FILE, (text) => {
    const { serverVersion } = JSON.parse(text) as { readonly serverVersion: string };
    return text.split(`"${serverVersion}"`).join(`"${version}"`);
  });
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
