import type { ComparedFigure, TableOutcome } from '../../../app/contract/pages/inspection';
import { changedFigures, type FigureWriter } from '../../state/pages/outcome';

/** Columns for the state before: none without one, a single one where nothing changed, else one for each changed figure. */
export type BeforeColumns =
  | { readonly kind: 'none' }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'changed'; readonly figures: ReadonlySet<ComparedFigure> };

export function beforeColumns(
  outcomes: readonly TableOutcome[],
  writers: readonly FigureWriter[],
): BeforeColumns {
  if (outcomes.every(({ comparedWith }) => comparedWith === null)) return { kind: 'none' };
  const figures = changedFigures(outcomes, writers);
  return figures.size === 0 ? { kind: 'unchanged' } : { kind: 'changed', figures };
}

export function countBeforeColumns(columns: BeforeColumns): number {
  return columns.kind === 'none' ? 0 : columns.kind === 'unchanged' ? 1 : columns.figures.size;
}

/** Whether a figure has its state before beside it. */
export function hasBefore(columns: BeforeColumns, figure: ComparedFigure): boolean {
  return columns.kind === 'changed' && columns.figures.has(figure);
}
