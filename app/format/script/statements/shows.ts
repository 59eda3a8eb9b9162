import { GAP } from './gap';

const SHOWS = new RegExp(
  `^${GAP}*(?:SHOW|DESC|DESCRIBE|HELP|EXPLAIN(?!\\s+ANALYZE)|CHECKSUM\\s+TABLES?|CHECK\\s+TABLES?)\\b`,
  'i',
);
const QUERY = new RegExp(`^${GAP}*(?:SELECT|\\()`, 'i');
/** Parts by which a query changes a variable, a file or what is locked. */
const CHANGES = /\bINTO\b|:=|\bNEXT\s+VALUE\b|\bFOR\s+(?:UPDATE|SHARE)\b|\bLOCK\s+IN\b/i;
const TEXTS = /'(?:[^'\\]|\\[^]|'')*'|"(?:[^"\\]|\\[^]|"")*"/g;
const CALL = /([\w$.`\u0080-\uffff]+)\s*\(/g;
/** Words before a parenthesis in a query that changes nothing: what is no function of the server may be one of a schema, which may. */
const HARMLESS = new Set(
  [
    'all and any as between by case distinct else except exists from having if in intersect is join like not on or over partition regexp select some then union using values when where xor',
    'abs avg bit_length cast ceil ceiling char char_length coalesce concat concat_ws convert count curdate current_date current_time current_timestamp current_user curtime database date date_add date_format date_sub datediff day dayname dayofmonth dayofweek dayofyear dense_rank elt field find_in_set first_value floor format greatest group_concat hex hour if ifnull instr json_extract json_object lag last_value lcase lead least left length locate lower lpad ltrim max md5 mid min minute mod month monthname now ntile nullif period_diff position pow power quarter rand rank repeat replace reverse right round row_number rpad rtrim schema second session_user sha sha1 sha2 sign space sqrt std stddev str_to_date substr substring substring_index subdate sum sysdate system_user time time_format timediff timestamp timestampadd timestampdiff to_days trim truncate ucase unhex unix_timestamp upper user utc_date utc_time utc_timestamp uuid variance version week weekday year yearweek',
  ].flatMap((words) => words.split(' ')),
);

/** Returns whether a statement changes nothing, whatever is on the server: a query without calls of functions of its own. Pure. */
export function onlyShows(statement: string): boolean {
  const words = statement.replace(TEXTS, "''");
  if (SHOWS.test(words)) return !CHANGES.test(words);
  if (!QUERY.test(words) || CHANGES.test(words)) return false;
  return [...words.matchAll(CALL)].every(([, name = '']) => HARMLESS.has(name.toLowerCase()));
}
