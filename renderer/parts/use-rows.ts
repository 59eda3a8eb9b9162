import { useRef, type RefObject } from 'react';
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

/** Keeps only the rows in view in the document, however many there are. All rows have one height. */
export function useRows(count: number, rowHeight: number): Rows {
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count,
    estimateSize: () => rowHeight,
    getScrollElement: () => scroller.current,
    overscan: 8,
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
