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
