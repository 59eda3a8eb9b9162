import type { IndexLayout, Inspection } from '../../../app/contract/pages/inspection';
import { NO_FIGURES } from '../../../app/inspect/layout';

export function index(more: Partial<IndexLayout>): IndexLayout {
  return { ...NO_FIGURES, unknown: [], ...more };
}

export function inspection(indexes: readonly IndexLayout[], more: Partial<Inspection> = {}): Inspection {
  const names = [...new Set(indexes.map(({ table }) => table))];
  return {
    type: 'inspection',
    version: 1,
    takenAt: '2026-01-02T03:04:05.000Z',
    indexes: [...indexes],
    tables: names.map((table) => ({
      ...(table !== undefined && { table }),
      tier: 'file',
      source: 'file t.ibd',
      coverage: 'every page',
      pagesSeen: 10,
      pagesInAll: 10,
      notes: [],
      files: [],
    })),
    ...more,
  };
}
