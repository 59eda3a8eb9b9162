import { quoteName } from './quote';

const NAME = '(?:`(?:[^`]|``)+`|"(?:[^"]|"")+"|[\\p{L}\\p{N}_$]+)';
const DEFINER = '(?:DEFINER\\s*=\\s*`(?:[^`]|``)*`(?:@`(?:[^`]|``)*`)?\\s+)?';
const QUALIFIER = `${NAME}\\s*\\.\\s*`;

const HEAD = new RegExp(
  `^(CREATE\\s+${DEFINER}TRIGGER\\s+(?:IF\\s+NOT\\s+EXISTS\\s+)?)(?:${QUALIFIER})?(${NAME}\\s[^\`"]*?\\sON\\s+)(?:${QUALIFIER})?(?=${NAME}\\s)`,
  'iu',
);

/**
 * A trigger's definition without the schema's name before its own and its table's, so that it can live under
 * another schema. MariaDB keeps the statement as it was typed (measured on 10.11); its body is never touched.
 */
export function withoutTriggerSchema(definition: string): string {
  return definition.replace(HEAD, '$1$2');
}

const TABLE = new RegExp(
  `^(CREATE\\s+${DEFINER}TRIGGER\\s+(?:IF\\s+NOT\\s+EXISTS\\s+)?(?:${QUALIFIER})?${NAME}\\s[^\`"]*?\\sON\\s+)${NAME}(?=\\s)`,
  'iu',
);

/** The same trigger on a table of another name. Its body is the user's own text and is never touched. */
export function onTable(definition: string, table: string): string {
  return definition.replace(TABLE, (_, head: string) => `${head}${quoteName(table)}`);
}

/** What a trigger does, without its head. */
export function triggerBody(definition: string): string {
  return definition.replace(TABLE, '');
}
