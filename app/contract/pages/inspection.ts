import { z } from 'zod';

/**
 * The page layout of a table, before or after a load. Percentages are 0 to 100. What a source can't know is null, and
 * `unknown` says why.
 */

/**
 * Sources of the figures: `statistics` are page counts for anybody; `buffer-pool` are the pages that the server has in
 * memory; `file` is every page.
 */
export const inspectTiers = ['statistics', 'buffer-pool', 'file'] as const;
export type InspectTier = (typeof inspectTiers)[number];

const figure = z.number().nullable();

const indexLayoutSchema = z.object({
  /** `schema.table`; absent where only a file is known. */
  table: z.string().optional(),
  partition: z.string().optional(),
  name: z.string().optional(),
  indexId: figure,
  levels: figure,
  leafPages: figure,
  /** On all levels. Statistics count the reserved pages too. */
  pages: figure,
  records: figure,
  dataBytes: figure,
  garbageBytes: figure,
  /** Data bytes of usable bytes of the leaf pages: mean, tenth percentile, and the share of pages below 50. */
  fillPct: figure,
  fillP10Pct: figure,
  belowHalfPct: figure,
  /** Leaf pages by fill, in steps of one twentieth. */
  fillHistogram: z.array(z.number()).nullable(),
  /** Steps in key order whose next page is not the index's next one in the file, and those that go back. */
  outOfOrderPct: figure,
  backwardPct: figure,
  runs: figure,
  extentVisits: figure,
  extents: figure,
  /**
   * Ascending streams that lie side by side in the file, as lanes that wrote at once leave them: the median over the
   * file; null in inspections of an earlier Sluice too.
   */
  lanes: figure.default(null),
  lsnDisorderPct: figure,
  /** Bytes that the leaf pages take beyond those needed at 15/16 full, which a load in key order reaches. */
  wastedBytes: figure,
  unknown: z.array(z.object({ figures: z.array(z.string()), reason: z.string() })),
});
export type IndexLayout = Readonly<z.infer<typeof indexLayoutSchema>>;

const fileLayoutSchema = z.object({
  path: z.string(),
  partition: z.string().optional(),
  spaceId: z.number(),
  origin: z.enum(['mysql', 'mariadb', 'either']),
  checksums: z.enum(['field', 'full-crc32']),
  compression: z.enum(['none', 'rows', 'pages']),
  flags: z.number(),
  pageSize: z.number(),
  filePageSize: z.number(),
  bytes: z.number(),
  pages: z.number(),
  pageTypes: z.array(z.object({ type: z.number(), kind: z.string(), pages: z.number() })),
  compressedPages: z.number(),
  encryptedPages: z.number(),
  extents: z.number(),
  freeExtents: z.number(),
  /** Pages that the file's extent descriptors count as free; absent in inspections of an earlier Sluice. */
  freePages: z.number().optional(),
  zeroPages: z.number(),
  unverifiedPages: z.number(),
  /** Pages whose checksum or number was wrong to the end, and those that were whole when read again. */
  checksumFailures: z.number(),
  mendedPages: z.number(),
  oldestLsn: z.number(),
  newestLsn: z.number(),
  seconds: z.number(),
});
export type FileLayout = Readonly<z.infer<typeof fileLayoutSchema>>;

const tableLayoutSchema = z.object({
  /** `schema.table`; absent where only a file is known. */
  table: z.string().optional(),
  tier: z.enum(inspectTiers),
  /** The source of the figures and the share of the table that they cover, for people. */
  source: z.string(),
  coverage: z.string(),
  /** Pages that the figures are of, and those there are; null where that is not known. */
  pagesSeen: figure,
  pagesInAll: figure,
  /** Bytes of the pages that statistics count; absent for other sources, and in results of an earlier Sluice. */
  bytes: z.number().optional(),
  /** Caveats that matter for reading the figures. */
  notes: z.array(z.string()),
  files: z.array(fileLayoutSchema),
});
export type TableLayout = Readonly<z.infer<typeof tableLayoutSchema>>;

/** The layouts of tables at one time; they can be kept and compared. */
export const inspectionSchema = z.object({
  type: z.literal('inspection'),
  version: z.literal(1),
  takenAt: z.string(),
  /** The server, as a person knows it; absent for a file. */
  server: z.string().optional(),
  /** In the order in which the tables were requested, the clustered index of each first. */
  indexes: z.array(indexLayoutSchema),
  tables: z.array(tableLayoutSchema),
});
export type Inspection = Readonly<z.infer<typeof inspectionSchema>>;

/** The figures whose change says what a load did. */
export const COMPARED = [
  'leafPages',
  'fillPct',
  'belowHalfPct',
  'outOfOrderPct',
  'backwardPct',
  'runs',
  'extentVisits',
  'lsnDisorderPct',
  'wastedBytes',
] as const;
export type ComparedFigure = (typeof COMPARED)[number];

/** Share of the steps in key order, as it is shown everywhere: like fill, the more the better. The engine counts the others. */
export function inOrderPct(outOfOrderPct: number): number;
export function inOrderPct(outOfOrderPct: number | null): number | null;
export function inOrderPct(outOfOrderPct: number | null): number | null {
  return outOfOrderPct === null ? null : 100 - outOfOrderPct;
}

/** One index before and after; null where it was not there. */
export interface IndexComparison {
  readonly table?: string;
  readonly partition?: string;
  readonly name?: string;
  readonly before: IndexLayout | null;
  readonly after: IndexLayout | null;
  /** After minus before; null where either is not known. */
  readonly change: Readonly<Record<ComparedFigure, number | null>>;
}

/** Source of one layout of a table. */
export type LayoutSource = Pick<TableLayout, 'tier' | 'source' | 'coverage' | 'notes'> &
  Pick<Inspection, 'takenAt'>;

/**
 * Page layout of a loaded table, and so the effect of the load on it. `before` is the target's own table where it
 * existed, else the source's where that could be inspected: `comparedWith` says which.
 */
export interface TableOutcome {
  readonly schema: string;
  readonly table: string;
  readonly after: LayoutSource | null;
  readonly before: LayoutSource | null;
  readonly comparedWith: 'target' | 'source' | null;
  /** The clustered index first. */
  readonly indexes: readonly IndexComparison[];
  /** Reason why the table was not inspected after the load; null where it was. */
  readonly skipped: string | null;
}
