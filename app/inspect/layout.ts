import type { FileLayout, IndexLayout } from '../contract/pages/inspection';
import { wordsOf, type EngineMessage } from '../engine/words/message';
import type { EngineFileReport, EngineIndex } from '../engine/tablespace';
import { inspectText } from '../text/inspect';

/** Table, partition and name of an index, as far as known. */
export interface IndexPlace {
  readonly table?: string;
  readonly partition?: string;
  readonly name?: string;
}

/** Figures of an index of which nothing is known yet. */
export const NO_FIGURES = {
  indexId: null,
  levels: null,
  leafPages: null,
  pages: null,
  records: null,
  dataBytes: null,
  garbageBytes: null,
  fillPct: null,
  fillP10Pct: null,
  belowHalfPct: null,
  fillHistogram: null,
  outOfOrderPct: null,
  backwardPct: null,
  runs: null,
  extentVisits: null,
  extents: null,
  lanes: null,
  lsnDisorderPct: null,
  wastedBytes: null,
} as const satisfies Omit<IndexLayout, 'unknown'>;

export const FILL_FIGURES = [
  'fillPct',
  'fillP10Pct',
  'belowHalfPct',
  'fillHistogram',
  'wastedBytes',
] as const;
export const ORDER_FIGURES = [
  'outOfOrderPct',
  'backwardPct',
  'runs',
  'extentVisits',
  'extents',
  'lanes',
  'lsnDisorderPct',
] as const;

/** Converts a share to a percentage with two decimals: more would be noise. */
export function percent(share: number): number {
  return Math.round(share * 10_000) / 100;
}

/** Converts an index that the engine read from a file. */
export function toIndexLayout(index: EngineIndex, place: IndexPlace): IndexLayout {
  const { fill, order } = index;
  return {
    ...place,
    ...NO_FIGURES,
    indexId: index.indexId,
    levels: index.levels,
    leafPages: index.leafPages,
    pages: index.pages,
    records: index.records,
    dataBytes: fill === null ? null : index.dataBytes,
    garbageBytes: fill === null ? null : index.garbageBytes,
    ...(fill !== null && {
      fillPct: percent(fill.mean),
      fillP10Pct: percent(fill.p10),
      belowHalfPct: percent(fill.belowHalf),
      fillHistogram: [...fill.histogram],
      wastedBytes: fill.wastedBytes,
    }),
    ...(order !== null && {
      outOfOrderPct: percent(order.outOfOrder),
      backwardPct: percent(order.backward),
      runs: order.runs,
      extentVisits: order.extentVisits,
      extents: order.extents,
      lanes: order.lanes,
      lsnDisorderPct: percent(order.lsnDisorder),
    }),
    unknown: [
      ...unknownFor(['dataBytes', 'garbageBytes', ...FILL_FIGURES], index.fillUnknown),
      ...unknownFor(ORDER_FIGURES, index.orderUnknown),
    ],
  };
}

function unknownFor(figures: readonly string[], reason: EngineMessage | null): IndexLayout['unknown'] {
  return reason === null ? [] : [{ figures: [...figures], reason: wordsOf(reason) }];
}

export function toFileLayout(
  path: string,
  partition: string | undefined,
  report: EngineFileReport,
): FileLayout {
  const { format, states } = report;
  return {
    path,
    ...(partition !== undefined && { partition }),
    spaceId: format.spaceId,
    origin: format.origin,
    checksums: format.checksums,
    compression: format.compression,
    flags: format.flags,
    pageSize: format.pageSize,
    filePageSize: format.filePageSize,
    bytes: report.fileBytes,
    pages: report.pages,
    pageTypes: report.types.map((type) => ({ ...type })),
    compressedPages: report.compressedPages,
    encryptedPages: report.encryptedPages,
    extents: report.extents,
    freeExtents: report.freeExtents,
    freePages: report.freePages,
    zeroPages: states.zero,
    unverifiedPages: states.unverified,
    checksumFailures: states.damaged + states.wrongNumber,
    mendedPages: report.mended,
    oldestLsn: report.oldestLsn,
    newestLsn: report.newestLsn,
    seconds: report.seconds,
  };
}

/** Returns the notes on a file that its figures don't show. */
export function fileNotes(report: EngineFileReport): readonly string[] {
  const { states, indexesUnknown, mended } = report;
  const bad = states.damaged + states.wrongNumber;
  return [
    ...(indexesUnknown === null ? [] : [inspectText.note(wordsOf(indexesUnknown))]),
    ...(bad === 0 ? [] : [inspectText.damagedPages(bad)]),
    ...(mended === 0 ? [] : [inspectText.mendedPages(mended)]),
    ...(states.unverified === 0 ? [] : [inspectText.unverifiedPages(states.unverified)]),
  ];
}
