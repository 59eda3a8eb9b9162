/** MariaDB's types that MySQL lacks, and what holds the same text. By name, lower case. */
export const TYPE_STAND_INS: ReadonlyMap<string, string> = new Map([
  ['uuid', 'char(36) CHARACTER SET ascii COLLATE ascii_bin'],
  ['inet6', 'varchar(39) CHARACTER SET ascii COLLATE ascii_bin'],
  ['inet4', 'varchar(15) CHARACTER SET ascii COLLATE ascii_bin'],
]);

/** A column's line with the type's stand-in; other lines as they are. */
export function withStandIn(line: string): string {
  return line.replace(/^( {2}`(?:[^`]|``)+` )(\w+)\b/, (whole, name: string, type: string) => {
    const standIn = TYPE_STAND_INS.get(type);
    return standIn === undefined ? whole : `${name}${standIn}`;
  });
}
