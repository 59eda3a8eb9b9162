import type { ReactNode } from 'react';
import { classes } from '../classes';
import list from './list.module.css';
import styles from './LongList.module.css';
import { useGrowingRows } from './use-rows';

interface LongListProps<Item> {
  readonly label: string;
  readonly items: readonly Item[];
  /** Least height of an item in pixels. */
  readonly leastHeight: number;
  /** The height that it scrolls in, and its ground. */
  readonly className?: string | undefined;
  readonly children: (item: Item) => ReactNode;
}

/** A list that scrolls by keys too: items as high as what they say, of which those in view are in the document. */
export function LongList<Item>({ label, items, leastHeight, className, children }: LongListProps<Item>) {
  const { scroller, visible, height, measure } = useGrowingRows(items.length, leastHeight);
  return (
    <div
      className={classes(list.scroller, className)}
      ref={scroller}
      tabIndex={0}
      aria-label={label}
      role="list"
    >
      <div className={list.sizer} role="presentation" style={{ height }}>
        {visible.map(({ index, start }) => {
          const item = items[index];
          return item === undefined ? null : (
            <div
              key={index}
              ref={measure}
              data-index={index}
              role="listitem"
              aria-setsize={items.length}
              aria-posinset={index + 1}
              className={styles.item}
              style={{ transform: `translateY(${String(start)}px)` }}
            >
              {children(item)}
            </div>
          );
        })}
      </div>
    </div>
  );
}
