import type { ComparedFigure, IndexComparison, TableOutcome } from '../../contract/pages/inspection';
import { formatBytes, formatCount } from '../../contract/quantities';

/** Lines for the page layout of the loaded tables; tables that were not inspected share one line. */
export function outcomeLines(outcomes: readonly TableOutcome[]): readonly string[] {
  const seen = outcomes.filter(({ after }) => after !== null);
  const skipped = outcomes.filter(({ after }) => after === null);
  return [
    ...(seen.length === 0 ? [] : ['Page layout:']),
    ...seen.flatMap(tableLines),
    ...skippedLines(skipped),
  ];
}

function tableLines({ schema, table, after, comparedWith, indexes }: TableOutcome): readonly string[] {
  const against = comparedWith === null ? '' : `, with the ${comparedWith}’s table before`;
  return [
    `  ${schema}.${table} (${after?.source ?? ''}${against})`,
    ...indexes.map((index) => `    ${indexLine(index)}`),
  ];
}

function indexLine(index: IndexComparison): string {
  const { name, partition, after } = index;
  const label = name ?? `index ${after?.indexId ?? ''}`;
  return [
    partition === undefined ? label : `${partition}: ${label}`,
    figure(index, 'fillPct', (value) => `${value.toFixed(1)} %`, 'full'),
    figure(index, 'outOfOrderPct', (value) => `${value.toFixed(1)} %`, 'out of order'),
    figure(index, 'leafPages', formatCount, 'leaf pages'),
    figure(index, 'wastedBytes', formatBytes, 'reclaimable'),
  ].join(', ');
}

function figure(
  { before, after }: IndexComparison,
  name: ComparedFigure,
  format: (value: number) => string,
  words: string,
): string {
  const now = after?.[name] ?? null;
  const was = before?.[name] ?? null;
  return `${now === null ? '–' : format(now)} ${words}${was === null ? '' : ` (${format(was)} before)`}`;
}

/** Each reason once, with how many tables it is true of. */
function skippedLines(skipped: readonly TableOutcome[]): readonly string[] {
  const reasons = [...new Set(skipped.map((outcome) => outcome.skipped ?? ''))];
  return reasons.map((reason) => {
    const count = skipped.filter((outcome) => outcome.skipped === reason).length;
    return `Skipped ${formatCount(count)} ${count === 1 ? 'table' : 'tables'}: ${reason}.`;
  });
}
