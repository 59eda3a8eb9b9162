import { formatCount } from '../../contract/quantities';
import { spoken } from '../../contract/language/spoken';
import { failures } from '../failures';

interface Statement {
  readonly line: number;
  readonly text: string;
}

const LONGEST_EXCERPT = 120;

function excerpt(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > LONGEST_EXCERPT ? `${line.slice(0, LONGEST_EXCERPT)}…` : line;
}

/** Failures of statements of a script that nothing is known of. */
export const statementFailures = failures({
  unknown: {
    code: 'dump-unsupported',
    message: ({ line, text }: Statement) =>
      `The script holds a statement on line ${formatCount(line)} that Sluice does not know: ${excerpt(text)}`,
    hint: 'Nothing of a script runs unless Sluice knows what it does. Remove the statement, or have such statements run when all rows are in (--run-unknown-statements).',
  },
  renamed: {
    code: 'dump-unsupported',
    message: ({ line, text }: Statement) =>
      `The statement on line ${formatCount(line)} may name a schema or a table to which the load gives another name: ${excerpt(text)}`,
    hint: 'Load under the names of the script, or remove the statement.',
  },
  others: {
    code: 'dump-unsupported',
    message: ({ count }: { readonly count: number }) => `${formatCount(count)} more such statements.`,
  },
  interrupted: {
    code: 'statement-failed',
    message: ({ line, text }: Statement) =>
      `The connection broke while the statement on line ${formatCount(line)} ran, and nobody knows whether it has: ${excerpt(text)}`,
    hint: 'All rows are in. Look at the target, and run what is missing by hand; or roll the load back.',
  },
});

/** Sentences on statements of a script that nothing is known of. */
export const statementText = spoken({
  andMore: (message: string, more: number) => `${message} ${formatCount(more)} more such statements.`,
  ran: ({ line, text }: Statement) => `Ran the statement on line ${formatCount(line)}: ${excerpt(text)}`,
  failed: ({ line }: Statement, reason: string) =>
    `The statement on line ${formatCount(line)} of the script failed: ${reason}`,
});
