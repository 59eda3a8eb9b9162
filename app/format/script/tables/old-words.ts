import { columnsOf, type TableText } from './table-text';

/** Options of a table as they may stand there, one after the other: texts, names, and all else. */
const OPTION_TOKENS = /'(?:[^'\\]|\\[^]|'')*'|`(?:[^`]|``)*`|\bTYPE(\s*=)|[^]/gi;
const WIDTH = /^(\S+\s+timestamp)\s*\(\s*\d+\s*\)/i;

/**
 * A table in words of today where it has those of a server before 5.0, which no server knows any more: `TYPE=MyISAM`
 * was ENGINE (removed in 5.5), and `timestamp(14)` a width of display (until 4.1). The first TIMESTAMP of such a table followed
 * the clock by itself. Null for a table without them. Pure.
 */
export function inWordsOfToday(table: TableText): TableText | null {
  const options = table.options.replace(OPTION_TOKENS, (token: string, assignment?: string) =>
    assignment === undefined ? token : `ENGINE${assignment}`,
  );
  if (options === table.options) return null;
  const [first] = columnsOf(table).filter(({ type }) => type === 'timestamp');
  const elements = table.elements.map((element) => {
    const [column] = columnsOf({ elements: [element] });
    if (column?.type !== 'timestamp') return element;
    const plain = element.replace(WIDTH, '$1');
    const followsClock = column.name === first?.name && !/\bDEFAULT\b/i.test(plain);
    return followsClock ? `${plain} DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP` : plain;
  });
  return { ...table, elements, options };
}
