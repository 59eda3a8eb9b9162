/** Bytes of a column in a key of InnoDB without large prefixes (both manuals, "InnoDB Limits"). */
const MOST_BYTES = 767;

/** Most bytes of a character, where it has more than one (both manuals, "Supported Character Sets"). */
const CHARACTER_BYTES: readonly (readonly [charset: RegExp, bytes: number])[] = [
  [/^(?:utf8mb4|utf16|utf16le|utf32|gb18030)$/, 4],
  [/^(?:utf8|utf8mb3|ujis|eucjpms)$/, 3],
  [/^(?:ucs2|gbk|gb2312|big5|sjis|cp932|euckr)$/, 2],
];

const COLUMN = /^`((?:[^`]|``)+)` (var(?:char|binary)|char|binary)\((\d+)\)(?: CHARACTER SET (\w+))?/;
const TEXT_COLUMN = /^`((?:[^`]|``)+)` (?:tiny|medium|long)?(?:text|blob)(?: CHARACTER SET (\w+))?/;
const KEY = /^(?:(?:UNIQUE|PRIMARY) )?KEY (?:`((?:[^`]|``)+)` )?\((.*)\)/;
const PART = /`((?:[^`]|``)+)`(?:\((\d+)\))?/g;

/** Finds the indexes with a column that has too many bytes. Pure. */
export function longKeysOf(lines: readonly string[]): readonly { index: string; bytes: number }[] {
  const [, ofTable = ''] = /\bCHARSET=(\w+)/.exec(lines[lines.length - 1] ?? '') ?? [];
  const columns = new Map<string, { readonly length: number; readonly bytes: number }>();
  for (const line of lines) {
    const [, name, type = '', length, charset = ofTable] = COLUMN.exec(line) ?? [];
    const [, large, largeCharset = ofTable] = TEXT_COLUMN.exec(line) ?? [];
    if (name !== undefined)
      columns.set(name, { length: Number(length), bytes: type.includes('binary') ? 1 : bytesOf(charset) });
    if (large !== undefined)
      columns.set(large, { length: 0, bytes: line.includes('blob') ? 1 : bytesOf(largeCharset) });
  }
  return lines.flatMap((line) => {
    const [, index = 'PRIMARY', parts = ''] = KEY.exec(line) ?? [];
    const longest = [...parts.matchAll(PART)].map(([, name = '', prefix]) => {
      const column = columns.get(name);
      return column === undefined
        ? 0
        : column.bytes * (prefix === undefined ? column.length : Number(prefix));
    });
    const bytes = Math.max(0, ...longest);
    return bytes > MOST_BYTES ? [{ index, bytes }] : [];
  });
}

function bytesOf(charset: string): number {
  return CHARACTER_BYTES.find(([pattern]) => pattern.test(charset))?.[1] ?? 1;
}
