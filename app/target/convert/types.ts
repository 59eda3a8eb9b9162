/** Collation of the text that replaces a type: the values are plain digits and letters. */
export const STAND_IN_COLLATION = 'ascii_bin';
const ASCII = `CHARACTER SET ascii COLLATE ${STAND_IN_COLLATION}`;

/** MariaDB's types that MySQL lacks, by name in lower case, and the types that hold the same text. */
export const TYPE_STAND_INS: ReadonlyMap<string, string> = new Map([
  ['uuid', `char(36) ${ASCII}`],
  ['inet6', `varchar(39) ${ASCII}`],
  ['inet4', `varchar(15) ${ASCII}`],
]);

/** Returns a column's line with the replacement of its type; other lines unchanged. */
export function withStandIn(line: string): string {
  return line.replace(/^( {2}`(?:[^`]|``)+` )(\w+)\b/, (whole, name: string, type: string) => {
    const standIn = TYPE_STAND_INS.get(type);
    return standIn === undefined ? whole : `${name}${standIn}`;
  });
}
