import { triggerBody } from '../../catalog/definition/trigger-head';
import type { Failure, SluiceError } from '../../contract/failure';
import type { LoadOptions, TableRename } from '../../contract/runs/options';
import { escapeRegex } from '../../contract/commands/pattern';
import { readScript } from '../../format/read/reader';
import { splitScript } from '../../format/sql/script';
import { storedObjectOf, type NamedObject } from '../../format/sql/stored-object';
import type { DumpFolder, DumpSchema } from '../../format/read/dump';
import { nameFailures } from '../../text/target/names';

type Renames = LoadOptions['tableRenames'];

/**
 * Refuses to rename a table that a view or the body of a trigger names: their texts are the user's own and are not
 * edited, so the view could not be created and the trigger would work on another table, or on none.
 *
 * @param dump the selected dump: its tables have their new names
 */
export async function assertRenamable(
  dump: DumpFolder,
  { tableRenames }: { readonly tableRenames: Renames },
): Promise<void> {
  if (tableRenames.length === 0) return;
  for (const schema of dump.schemas) {
    for (const view of schema.views) {
      const found = await namedIn(dump, `${view.stem}.sql`, (statement) =>
        tableRenames.find((rename) => viewNames(statement, schema.name, rename)),
      );
      if (found !== undefined) throw refused('view', [view.name], schema.name, found);
    }
    for (const table of schema.tables.filter(({ document }) => document.triggers.length > 0)) {
      const names = new Set(table.document.triggers);
      const found = await namedIn(dump, `${table.stem}.triggers.sql`, (statement) => {
        const trigger = storedObjectOf(statement);
        if (trigger === null || !names.has(trigger.name)) return undefined;
        return tableRenames.find((rename) => mentions(triggerBody(statement), schema.name, rename));
      });
      if (found !== undefined) throw refused('trigger', table.document.triggers, schema.name, found);
    }
  }
}

/**
 * Warns of routines and events that name a renamed table: they look it up when they are called, so they are created
 * unchanged.
 */
export async function renameWarnings(
  dump: DumpFolder,
  { source, target }: { readonly source: DumpSchema; readonly target: string },
  renames: Renames,
): Promise<readonly Failure[]> {
  const named = new Map<string, NamedObject>();
  for (const script of renames.length === 0 ? [] : source.scripts) {
    for (const statement of splitScript(await readScript(dump, script))) {
      const object = storedObjectOf(statement);
      if (object === null || !takes(source, object.name)) continue;
      const { index = 0 } = /\bAS\b|\bBEGIN\b|\bRETURN\b|\bDO\b|\)/i.exec(statement) ?? {};
      if (renames.some((rename) => mentions(statement.slice(index), source.name, rename)))
        named.set(`${object.kind} ${object.name}`, object);
    }
  }
  if (named.size === 0) return [];
  return [nameFailures.oldNames({ schema: target, objects: [...named.values()] }).failure];
}

function takes({ document }: DumpSchema, name: string): boolean {
  const { functions, procedures, events, packages = [] } = document;
  return [...functions, ...procedures, ...events, ...packages].includes(name);
}

async function namedIn(
  dump: DumpFolder,
  file: string,
  find: (statement: string) => TableRename | undefined,
): Promise<TableRename | undefined> {
  for (const statement of splitScript(await readScript(dump, file))) {
    const found = find(statement);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Returns whether a view names the table. A server prints a view with all names quoted: one that follows a dot or AS is
 * a column's.
 */
function viewNames(statement: string, schema: string, rename: TableRename): boolean {
  const table = escapeRegex(`\`${rename.table.replace(/`/g, '``')}\``);
  const qualified = `${escapeRegex(`\`${rename.schema.replace(/`/g, '``')}\``)}\\.${table}`;
  if (new RegExp(qualified).test(statement)) return true;
  return rename.schema === schema && new RegExp(`(?<!\\.)(?<! AS )${table}`).test(statement);
}

/** Returns whether a text contains the name as a word, even where it is not meant as a table's name. */
function mentions(text: string, schema: string, rename: TableRename): boolean {
  const table = escapeRegex(rename.table);
  const word = `(?<![\\p{L}\\p{N}_$])${table}(?![\\p{L}\\p{N}_$])`;
  if (rename.schema === schema) return new RegExp(word, 'iu').test(text);
  return new RegExp(
    `${escapeRegex(rename.schema)}[\`"]?\\s*\\.\\s*[\`"]?${table}(?![\\p{L}\\p{N}_$])`,
    'iu',
  ).test(text);
}

function refused(
  kind: 'view' | 'trigger',
  names: readonly string[],
  schema: string,
  { schema: of, table, to }: TableRename,
): SluiceError {
  return nameFailures.renamedTableUsed({ kind, schema, names, table, to }, { table: `${of}.${table}` });
}
