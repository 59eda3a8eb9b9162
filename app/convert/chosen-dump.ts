import { LOAD_DEFAULTS, type LoadSelection } from '../contract/runs/options';
import { createTableOf } from '../format/read/create-table';
import { tablesOf, type DumpFolder, type DumpTable } from '../format/read/dump';
import { applySelection } from '../format/select';
import { convertText } from '../text/convert';

/** The selected part of a dump. */
export interface ChosenDump extends DumpFolder {
  /** A table's CREATE TABLE, also where definitions are left out; null where the dump has none. */
  readonly createTableOf: (table: DumpTable) => Promise<string | null>;
}

/** Fails with `unknown-object` for a rule that matches nothing. */
export function chosenDump(whole: DumpFolder, selection: LoadSelection): ChosenDump {
  const { tableRenames, schemaMap, definers, missingPrimaryKey } = LOAD_DEFAULTS;
  const chosen = applySelection(whole, { selection, tableRenames, schemaMap, definers, missingPrimaryKey });
  const isChosen = new Set(chosen.schemas.map(({ name }) => name));
  const tables = new Map(tablesOf(whole).map((table) => [keyOf(table), table]));
  return {
    ...chosen,
    ...(whole.statements !== undefined && {
      statements: whole.statements.filter(({ schema }) => isChosen.has(schema)),
    }),
    createTableOf: async (table) => await createTableOf(whole, tables.get(keyOf(table)) ?? table),
  };
}

/** Describes what a selection leaves out, in sentences. */
export function leftOutOf(whole: DumpFolder, chosen: DumpFolder): readonly string[] {
  const missing = tablesOf(whole).length - tablesOf(chosen).length;
  return missing === 0 ? [] : [convertText.tablesLeftOut(missing)];
}

function keyOf({ schema, dumpedName }: DumpTable): string {
  return JSON.stringify([schema, dumpedName]);
}
