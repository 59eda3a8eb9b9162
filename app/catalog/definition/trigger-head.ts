import { quoteName } from '../text/quote';
import { headOf, withoutSchema } from './statement-head';

/**
 * Removes the schema's name before a trigger's own and its table's, so that it can be created in another schema.
 * MariaDB keeps the statement as it was typed (measured on 10.11); its body is never touched.
 */
export function withoutTriggerSchema(definition: string): string {
  const head = headOf(definition);
  return head?.kind === 'TRIGGER' ? withoutSchema(definition, head) : definition;
}

/** Returns the same trigger on a table of another name. Its body is the user's own text and is never touched. */
export function onTable(definition: string, table: string): string {
  const named = headOf(definition)?.table ?? null;
  return named === null
    ? definition
    : definition.slice(0, named.from) + quoteName(table) + definition.slice(named.to);
}

/** Returns a trigger's body, without its head: MySQL 9.7 prints that anew, MariaDB keeps it as it was typed (measured). */
export function triggerBody(definition: string): string {
  const head = headOf(definition);
  return definition.slice(head?.body ?? head?.table?.to ?? 0);
}

const MOMENT = /\b(BEFORE|AFTER)\s+(INSERT|UPDATE|DELETE)\s+ON\s+$/i;

/** Returns when a trigger fires, such as `AFTER INSERT`; empty where its head does not say it in plain words. */
export function triggerMoment(definition: string): string {
  const table = headOf(definition)?.table;
  const words = table == null ? null : MOMENT.exec(definition.slice(0, table.from));
  return words === null ? '' : `${words[1] ?? ''} ${words[2] ?? ''}`.toUpperCase();
}
