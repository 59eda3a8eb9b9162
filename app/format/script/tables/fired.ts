import { unquoted } from '../../../catalog/definition/statement-head';
import { PLACED } from '../statements/name';
import { mayName } from '../statements/unknown';
import type { CollectedSchema, CollectedTable } from './collected';

/** Tables of a script by hand whose INSERT triggers fire for its rows, and those that these triggers fill. */
export interface FiredTables {
  readonly firing: ReadonlySet<CollectedTable>;
  readonly filled: ReadonlySet<CollectedTable>;
}

export const NONE_FIRED: FiredTables = { firing: new Set(), filled: new Set() };

const ON_INSERT = /\b(?:BEFORE|AFTER)\s+INSERT\s+ON\b/i;
const AFTER_INSERT = /\bAFTER\s+INSERT\s+ON\b/i;
const BODY = /\bFOR\s+EACH\s+ROW\b([^]*)/i;
/** Values of the session, and calls of routines, whose own bodies would have to be read too. */
const OF_SESSION =
  /@|\b(?:CALL|NOW|CURRENT_TIMESTAMP|CURRENT_TIME|CURRENT_DATE|SYSDATE|CURDATE|CURTIME|LOCALTIME|LOCALTIMESTAMP|FROM_UNIXTIME|LAST_INSERT_ID|ROW_COUNT|FOUND_ROWS|NEXTVAL|NEXT\s+VALUE)\b/i;

const OF_TABLES = new RegExp(`\\b(?:INTO|UPDATE|FROM|JOIN)\\s+${PLACED}`, 'gi');

/** Triggers of a table that its rows fire: those that come before its last ones. Pure. */
export function firedTriggers({ triggers, triggersBefore }: CollectedTable): CollectedTable['triggers'] {
  return triggers.slice(0, triggersBefore).filter(({ definition }) => ON_INSERT.test(definition));
}

/**
 * Finds the tables whose rows can be loaded behind all others, with their triggers, to the same end as in the script's order:
 * where the triggers come before all of them and do no more than to fill transactional tables of the script that nothing else
 * fills. Pure.
 *
 * @param statements unknown ones, of which none may name such a table
 */
export function firedTables(
  schemas: readonly CollectedSchema[],
  statements: readonly { readonly definition: string }[],
): FiredTables {
  const filledBy = new Map<CollectedTable, readonly CollectedTable[]>();
  for (const table of schemas.flatMap(({ tables }) => [...tables.values()])) {
    if (!table.isReworded || table.rows.length === 0 || firedTriggers(table).length === 0) continue;
    const filled = filledTables(table, schemas);
    if (filled !== null) filledBy.set(table, filled);
  }
  const times = new Map<CollectedTable, number>();
  for (const table of [...filledBy.values()].flat()) times.set(table, (times.get(table) ?? 0) + 1);
  const isAlone = (table: CollectedTable) =>
    times.get(table) === 1 && !statements.some(({ definition }) => mayName(definition, table.text.name));
  const fit = [...filledBy].filter(([, filled]) => filled.every(isAlone));
  return {
    firing: new Set(fit.map(([table]) => table)),
    filled: new Set(fit.flatMap(([, filled]) => filled)),
  };
}

/** The tables that a table's triggers fill; null where more may depend on the order of the rows. */
function filledTables(
  table: CollectedTable,
  schemas: readonly CollectedSchema[],
): readonly CollectedTable[] | null {
  const onInsert = table.triggers.filter(({ definition }) => ON_INSERT.test(definition));
  const isBeforeAll = onInsert.every((trigger) => table.triggers.indexOf(trigger) < table.triggersAtFirst);
  if (!isBeforeAll || !isTransactional(table)) return null;
  const bodies = onInsert.map(({ definition }) => BODY.exec(definition)?.[1] ?? '');
  const isAfter = onInsert.every(({ definition }) => AFTER_INSERT.test(definition));
  if (!isAfter || bodies.some((body) => body === '' || OF_SESSION.test(body))) return null;
  const isNamed = (name: string) => bodies.some((body) => mayName(body, name));
  const others = schemas.flatMap(({ views, programs, sequences }) => [
    ...views.keys(),
    ...programs.map(({ name }) => name),
    ...sequences.keys(),
  ]);
  if (others.some(isNamed)) return null;
  const tables = schemas.flatMap((schema) => [...schema.tables.values()]);
  const known = new Set(tables.map(({ text }) => text.name.toLowerCase()));
  if (!bodies.flatMap(tablesIn).every((name) => known.has(name.toLowerCase()))) return null;
  const named = tables.filter(({ text }) => isNamed(text.name));
  return named.every(isFilledAlone) ? named : null;
}

/** Names of tables, without those of their schemas, that statements of a body read and change. */
function tablesIn(body: string): readonly string[] {
  return [...body.matchAll(OF_TABLES)].map(([, , name = '']) => unquoted(name));
}

function isFilledAlone(table: CollectedTable): boolean {
  const { isCreated, rows, triggers } = table;
  return isCreated && rows.length === 0 && triggers.length === 0 && isTransactional(table);
}

/** A transaction that is tried again must have left nothing behind. */
function isTransactional({ text }: CollectedTable): boolean {
  const [, engine = 'InnoDB'] = /\bENGINE\s*=?\s*(\w+)/i.exec(text.options) ?? [];
  return engine.toLowerCase() === 'innodb';
}
