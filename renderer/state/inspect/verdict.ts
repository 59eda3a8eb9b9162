import type { IndexLayout, TableLayout } from '../../../app/contract/pages/inspection';
import { interleavedLanes, isJudged } from '../pages/figures';

/** Verdict on one index and advice: figures only, the words are in `text`. */
export type Verdict =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'small' }
  | { readonly kind: 'good' }
  | {
      /** Dense, and in order but for lanes whose pages take turns. */
      readonly kind: 'interleaved';
      readonly lanes: number;
      readonly writtenBytes: number;
    }
  | {
      readonly kind: 'rebuild';
      readonly problem: 'loose' | 'scattered' | 'both';
      readonly index: 'clustered' | 'secondary';
      /** Bytes gained: leaf pages that a load in key order would not need. */
      readonly freedBytes: number;
      /** Bytes to write again, and to have free meanwhile. */
      readonly writtenBytes: number;
      /** So few rows fit a page that no load can fill all of them. */
      readonly wideRows: boolean;
    };

/** Below the first, an index is loose; beyond the second, it is scattered. In per cent. */
const DENSE_FILL = 85;
const ORDERLY = 10;
/** With fewer rows on a page, one row more or less shows. */
const FEW_ROWS = 15;

/** Judges the fill and the order of one index; `isClustered` says whether the rows themselves are in it. */
export function judge(index: IndexLayout, table: TableLayout, isClustered: boolean): Verdict {
  if (index.fillPct === null) return { kind: 'unknown' };
  if (!isJudged(index)) return { kind: 'small' };
  const loose = index.fillPct < DENSE_FILL;
  const isOrderly = (index.outOfOrderPct ?? 0) <= ORDERLY;
  if (!loose && isOrderly) return { kind: 'good' };
  const lanes = interleavedLanes(index);
  const scattered = !isOrderly && lanes === null;
  const pageSize = table.files[0]?.pageSize ?? 16_384;
  const leafPages = index.leafPages ?? 0;
  const freedBytes = index.wastedBytes ?? 0;
  const writtenBytes = Math.max(0, leafPages * pageSize - freedBytes);
  if (!loose && lanes !== null) return { kind: 'interleaved', lanes, writtenBytes };
  return {
    kind: 'rebuild',
    problem: loose && scattered ? 'both' : loose ? 'loose' : 'scattered',
    index: isClustered ? 'clustered' : 'secondary',
    freedBytes,
    writtenBytes,
    wideRows: index.records !== null && index.records / Math.max(1, leafPages) < FEW_ROWS,
  };
}
