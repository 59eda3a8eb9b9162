/**
 * The head of a stored object in version comments, a part in each, as mysqldump and mariadb-dump write it. The last one holds the
 * body, and ends with the statement. A view is left as it is: its CHECK OPTION is in one more.
 */
const IN_PARTS =
  /^\s*\/\*M?!\d*\s?(CREATE[^*]*?)\s*\*\/\s*(?:\/\*M?!\d*\s?(DEFINER\s*=[^*]+?)\s*\*\/\s*)?\/\*M?!\d*\s?((?:TRIGGER|EVENT|FUNCTION|PROCEDURE)\b[^]*?)\s*\*\/\s*$/i;

/** The statement without these comments: every server that Sluice works with runs what stands in them. */
export function withPlainHead(statement: string): string {
  return statement.replace(IN_PARTS, (_whole, create: string, definer: string | undefined, rest: string) =>
    definer === undefined ? `${create} ${rest}` : `${create} ${definer} ${rest}`,
  );
}
