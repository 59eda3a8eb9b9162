import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Reads the pages of tables from their files. @returns what `sluice inspect` says of each index */
export async function inspectPages(runSluice, { dsn, schema, tables, work }) {
  const kept = join(work, 'layout.json');
  const named = tables.map((table) => `${schema}.${table}`).join();
  await runSluice('inspect', '--target', dsn, '--tables', named, '--tier', 'file', '--save', kept);
  return JSON.parse(readFileSync(kept, 'utf8')).indexes;
}

/** @returns percent of the bytes of leaf pages that are empty, and of leaf pages that are out of order, of all indexes */
export function pageFigures(indexes) {
  const measured = indexes.filter(({ leafPages }) => leafPages > 1);
  const pages = measured.reduce((sum, { leafPages }) => sum + leafPages, 0);
  const mean = (of) => measured.reduce((sum, index) => sum + of(index) * index.leafPages, 0) / pages;
  return {
    emptyPct: mean(({ fillPct }) => 100 - fillPct),
    outOfOrderPct: mean(({ outOfOrderPct }) => outOfOrderPct ?? 0),
  };
}
