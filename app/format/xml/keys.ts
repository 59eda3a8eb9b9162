import { quoteName, quoteText } from '../../catalog/text/quote';
import type { EngineXmlFacts } from '../../engine/scan/scans';
import { unescapedExpression } from './column';

const KINDS: ReadonlyMap<string, string> = new Map([
  ['FULLTEXT', 'FULLTEXT '],
  ['SPATIAL', 'SPATIAL '],
  ['VECTOR', 'VECTOR '],
]);

/** The keys of a table, each as in CREATE TABLE, from the lines of SHOW KEYS that a dump has. Pure. */
export function keysOf(lines: readonly EngineXmlFacts[]): readonly string[] {
  const keys = new Map<string, EngineXmlFacts[]>();
  for (const line of lines) {
    const name = line.Key_name ?? '';
    keys.set(name, [...(keys.get(name) ?? []), line]);
  }
  return [...keys].map(([name, parts]) => keyOf(name, parts));
}

function keyOf(name: string, parts: readonly EngineXmlFacts[]): string {
  const [first = {}] = parts;
  const type = (first.Index_type ?? '').toUpperCase();
  const kind = KINDS.get(type) ?? (first.Non_unique === '0' ? 'UNIQUE ' : '');
  const head = name === 'PRIMARY' ? 'PRIMARY KEY' : `${kind}KEY ${quoteName(name)}`;
  const comment = first.Index_comment ?? '';
  return [
    `${head} (${parts.map((part) => partOf(part, type)).join(',')})`,
    ...(type === 'HASH' ? ['USING HASH'] : []),
    ...(comment === '' ? [] : [`COMMENT ${quoteText(comment)}`]),
    ...(first.Visible === 'NO' ? ['INVISIBLE'] : []),
    ...(first.Ignored === 'YES' ? ['IGNORED'] : []),
  ].join(' ');
}

function partOf(part: EngineXmlFacts, type: string): string {
  const { Column_name: column, Expression: expression, Sub_part: length, Collation: order } = part;
  const words = column === undefined ? `(${unescapedExpression(expression ?? '')})` : quoteName(column);
  // A spatial key's is the size of the box around a shape.
  const prefix = length === undefined || type === 'SPATIAL' ? '' : `(${length})`;
  return `${words}${prefix}${order === 'D' ? ' DESC' : ''}`;
}
