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
/** Words that may stand before a parenthesis, and functions of both servers that change nothing: any other name may be a function of a schema, which may. */
const HARMLESS: readonly RegExp[] = [
  /^(?:all|and|any|as|between|by|case|distinct|else|except|exists|from|having|if|in|intersect|is|join|like|not|on|or)$/,
  /^(?:over|partition|regexp|select|some|then|union|using|values|when|where|xor|cast|convert|coalesce|ifnull|nullif)$/,
  /^(?:avg|count|group_concat|max|min|std|stddev|sum|variance|dense_rank|first_value|lag|last_value|lead|ntile|rank|row_number)$/,
  /^(?:abs|ceil|ceiling|floor|format|greatest|least|mod|pow|power|rand|round|sign|sqrt|truncate)$/,
  /^(?:bit_length|char|char_length|concat|concat_ws|elt|field|find_in_set|hex|instr|lcase|left|length|locate|lower|lpad|ltrim|md5|mid)$/,
  /^(?:position|repeat|replace|reverse|right|rpad|rtrim|sha|sha1|sha2|space|substr|substring|substring_index|trim|ucase|unhex|upper)$/,
  /^(?:curdate|current_date|current_time|current_timestamp|curtime|date|date_add|date_format|date_sub|datediff|day|dayname|dayofmonth)$/,
  /^(?:dayofweek|dayofyear|hour|minute|month|monthname|now|period_diff|quarter|second|str_to_date|subdate|sysdate|time|time_format)$/,
  /^(?:timediff|timestamp|timestampadd|timestampdiff|to_days|unix_timestamp|utc_date|utc_time|utc_timestamp|week|weekday|year|yearweek)$/,
  /^(?:current_user|database|json_extract|json_object|schema|session_user|system_user|user|uuid|version)$/,
];

/** Returns whether a statement changes nothing, whatever is on the server: a query without calls of functions of its own. Pure. */
export function onlyShows(statement: string): boolean {
  const shows = SHOWS.test(statement);
  if (!shows && !QUERY.test(statement)) return false;
  const words = statement.replace(TEXTS, "''");
  if (CHANGES.test(words)) return false;
  return shows || [...words.matchAll(CALL)].every(([, name = '']) => isHarmless(name.toLowerCase()));
}

function isHarmless(name: string): boolean {
  return HARMLESS.some((names) => names.test(name));
}
