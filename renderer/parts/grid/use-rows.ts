import { useRef, type RefCallback, type RefObject } from 'react';
import { useVirtualizer, type VirtualItem } from '@tanstack/react-virtual';

interface Rows {
  /** Goes on the element that scrolls. */
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** The rows that are in view, with a few around them. */
  readonly visible: readonly VirtualItem[];
  /** Height of all rows together, in pixels. */
  readonly height: number;
  readonly reveal: (index: number) => void;
}

/** Height in pixels of heads that stay above the rows within what scrolls, see list.module.css. */
export const HEAD_HEIGHT = 28;

/**
 * Keeps only the rows in view in the document, however many there are. All rows have one height. `headHeight` is what
 * stands above the first row and covers as much of those that are in view; 0 for rows alone. Both in pixels.
 */
export function useRows(count: number, rowHeight: number, headHeight = 0): Rows {
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count,
    estimateSize: () => rowHeight,
    getScrollElement: () => scroller.current,
    overscan: 8,
    scrollPaddingEnd: headHeight,
  });
  return {
    scroller,
    visible: virtualizer.getVirtualItems(),
    height: virtualizer.getTotalSize(),
    reveal: (index) => {
      virtualizer.scrollToIndex(index);
    },
  };
}

interface GrowingRows extends Omit<Rows, 'reveal'> {
  /** Goes on each row, beside a `data-index` that says which one it is. */
  readonly measure: RefCallback<HTMLElement>;
}

/** The same for rows that are as high as what they say, at least `leastHeight` pixels. */
export function useGrowingRows(count: number, leastHeight: number): GrowingRows {
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count,
    estimateSize: () => leastHeight,
    getScrollElement: () => scroller.current,
    overscan: 8,
  });
  return {
    scroller,
    visible: virtualizer.getVirtualItems(),
    height: virtualizer.getTotalSize(),
    measure: virtualizer.measureElement,
  };
}
