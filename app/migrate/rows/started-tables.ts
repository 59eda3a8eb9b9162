import { quoteTable } from '../../catalog/text/quote';
import type { EngineDumpTable } from '../../engine/specs';
import { NO_ROWS, together, type Sums, type TableSum } from '../../checksums/totals';
import type { Route } from './routes';
import {
  divided,
  partWithin,
  keyRangesBetween,
  type ComparedRange,
  type CutKey,
  type PartitionPair,
  type KeyRange,
} from './key-ranges';
import type { TargetRun } from '../../target/context';

/** What is decided of tables that an earlier run of a migration has begun; go-on.ts asks the servers. Pure. */

/** A section of such a table, and where it is cut for being compared. */
export interface CutSection extends PartitionPair {
  readonly cuts: readonly CutKey[];
}

/**
 * Whether the rows that are in the table's target are an earlier run's: it has recorded the table, and nobody else's rows
 * are among them, which couldn't be told from its own.
 */
export function isRecorded(
  route: {
    readonly prepared: Pick<Route['prepared'], 'schema' | 'existingRows'> & {
      readonly dump: { readonly name: string };
    };
  },
  records: TargetRun['records'],
): boolean {
  const { schema, existingRows, dump } = route.prepared;
  return existingRows === null && records?.has(quoteTable(schema, dump.name)) === true;
}

/**
 * Whether a table can go on where the earlier run was: both sides put all its sections' cuts in one order (`inOrder` are
 * those of which they do), and there is a cut at all.
 */
export function canGoOn(sections: readonly PartitionPair[], inOrder: readonly CutSection[]): boolean {
  return inOrder.length === sections.length && inOrder.some(({ cuts }) => cuts.length > 0);
}

/** A stretch as it is read on both sides. */
interface ReadStretch {
  readonly stretch: KeyRange;
  readonly source: EngineDumpTable;
  readonly target: EngineDumpTable;
}

/** What of a section is read for a comparison. */
export interface SectionReading {
  readonly section: CutSection;
  readonly read: readonly ReadStretch[];
  /** The last stretch is where the earlier run was: nobody needs to read it before it comes. */
  readonly open: readonly KeyRange[];
}

/** How the sections are read; the data sets of both sides have the numbers from `firstId` on. */
export function readingsOf(sections: readonly CutSection[], firstId: number): readonly SectionReading[] {
  let nextId = firstId;
  return sections.map((section) => {
    const stretches = keyRangesBetween(section.source.key, section.cuts);
    const read = stretches.slice(0, -1).map((stretch) => {
      const id = nextId++;
      return {
        stretch,
        source: partWithin(section.source, stretch, id),
        target: partWithin(section.target, stretch, id),
      };
    });
    return { section, read, open: stretches.slice(-1) };
  });
}

/** What both sides hold in each stretch of the sections. Fails where the engine said nothing of one. */
export function comparedBy(
  readings: readonly SectionReading[],
  source: Pick<Sums, 'of'>,
  target: Pick<Sums, 'of'>,
): ReadonlyMap<CutSection, readonly ComparedRange[]> {
  return new Map(
    readings.map(({ section, read, open }) => [
      section,
      [
        ...read.map((one) => ({
          stretch: one.stretch,
          source: source.of([one.source]),
          target: target.of([one.target]),
        })),
        ...open.map((stretch) => ({ stretch, source: null, target: NO_ROWS })),
      ],
    ]),
  );
}

/** A stretch that comes again: where its rows go, and how they are read. */
interface StretchAgain {
  readonly target: EngineDumpTable;
  readonly stretch: KeyRange;
  readonly part: EngineDumpTable;
}

/**
 * What stays of a table's sections, and what comes again. A section's first stretch bears its own number, by which the run
 * has announced it; the others have numbers from `firstId` on.
 */
export function leftOf(
  sections: readonly CutSection[],
  compared: ReadonlyMap<CutSection, readonly ComparedRange[]>,
  firstId: number,
): { readonly kept: TableSum; readonly again: readonly StretchAgain[] } {
  let nextId = firstId;
  let kept = NO_ROWS;
  const again: StretchAgain[] = [];
  for (const section of sections) {
    const { source, target } = section;
    const division = divided(compared.get(section) ?? []);
    kept = together(kept, division.kept);
    for (const [at, stretch] of division.again.entries())
      again.push({ target, stretch, part: partWithin(source, stretch, at === 0 ? source.id : nextId++) });
  }
  return { kept, again };
}

/** What became of an earlier run's rows, as a sentence. */
export function toldOf(rows: number, ranges: number): string {
  const left = ranges === 1 ? 'the range without them is' : `the ${ranges} ranges without them are`;
  return `Gone on with: ${rows.toLocaleString('en')} rows of the earlier run are the same on both sides under the new snapshot; only ${left} brought.`;
}
