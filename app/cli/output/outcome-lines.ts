import {
  inOrderPct,
  type ComparedFigure,
  type IndexComparison,
  type TableOutcome,
} from '../../contract/pages/inspection';
import { formatBytes, formatCount } from '../../contract/quantities';
import { pagesText } from '../../text/cli/pages';

/** Lines for the page layout of the loaded tables; tables that were not inspected share one line. */
export function outcomeLines(outcomes: readonly TableOutcome[]): readonly string[] {
  const seen = outcomes.filter(({ after }) => after !== null);
  const skipped = outcomes.filter(({ after }) => after === null);
  return [
    ...(seen.length === 0 ? [] : [pagesText.layout]),
    ...seen.flatMap(tableLines),
    ...skippedLines(skipped),
  ];
}

function tableLines({ schema, table, after, comparedWith, indexes }: TableOutcome): readonly string[] {
  const against = comparedWith === null ? '' : pagesText.comparedWith[comparedWith];
  return [
    `  ${schema}.${table} (${after?.source ?? ''}${against})`,
    ...indexes.map((index) => `    ${indexLine(index)}`),
  ];
}

function indexLine(index: IndexComparison): string {
  const { name, partition, after } = index;
  const label = name ?? pagesText.indexOf(after?.indexId ?? '');
  return [
    partition === undefined ? label : `${partition}: ${label}`,
    figure(index, 'fillPct', (value) => `${value.toFixed(1)} %`, pagesText.full),
    figure(index, 'outOfOrderPct', (value) => `${inOrderPct(value).toFixed(1)} %`, pagesText.inOrder),
    figure(index, 'leafPages', formatCount, pagesText.leafPages),
    figure(index, 'wastedBytes', formatBytes, pagesText.reclaimable),
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
  return `${now === null ? '–' : format(now)} ${words}${was === null ? '' : pagesText.was(format(was))}`;
}

/** Each reason once, with how many tables it is true of. */
function skippedLines(skipped: readonly TableOutcome[]): readonly string[] {
  const reasons = [...new Set(skipped.map((outcome) => outcome.skipped ?? ''))];
  return reasons.map((reason) => {
    const count = skipped.filter((outcome) => outcome.skipped === reason).length;
    return pagesText.skipped(count, reason);
  });
}
