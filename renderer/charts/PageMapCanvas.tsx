import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import type { PageMap } from '../../app/contract/page-picture';
import { useAppearance } from '../theme/appearance';
import styles from './PageMapCanvas.module.css';
import { cellAt, cellPixels, fittingSize, gridOf, paintCells, type CellGrid, type MapMode } from './page-map';
import { useSize } from './use-size';

export interface MapPoint {
  readonly cell: number;
  readonly clientX: number;
  readonly clientY: number;
  /** Whether the keyboard led there. */
  readonly byKey: boolean;
}

interface PageMapCanvasProps {
  readonly label: string;
  readonly map: PageMap;
  readonly mode: MapMode;
  /** The place of the index that is shown among the file's. */
  readonly focus: number;
  /** The most that it takes; fewer cells take less. */
  readonly height: number;
  /** Cells that are to fit: those of the larger of two maps that stand side by side. */
  readonly fitCount: number;
  /** Doubles the cells so many times. */
  readonly zoom: number;
  readonly point: MapPoint | null;
  readonly onPoint: (point: MapPoint | null) => void;
  readonly testId: string;
}

/**
 * The pages of a file as cells. Only the cells in view are painted, however many there are, and only when they or their
 * colours change: the pointer paints nothing.
 */
export function PageMapCanvas(props: PageMapCanvasProps) {
  const { label, map, mode, focus, height: most, fitCount, zoom, point, onPoint, testId } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [top, setTop] = useState(0);
  const { width } = useSize(scroller);
  const theme = useAppearance((state) => state.theme);
  const ratio = window.devicePixelRatio;
  const size = fittingSize(fitCount, width * ratio, most * ratio) * 2 ** zoom;
  const count = map.used.length;
  const grid = useMemo(() => gridOf(count, width * ratio, size), [count, width, ratio, size]);
  const height = Math.max(1, Math.min(most, (grid.rows * size) / ratio));
  const pixels = useMemo(() => cellPixels(map, mode, focus, theme), [map, mode, focus, theme]);

  useEffect(() => {
    if (canvas.current === null || width === 0) return;
    paint(canvas.current, {
      grid,
      pixels,
      top: Math.round(top * ratio),
      width: Math.round(width * ratio),
      height: Math.round(height * ratio),
    });
  }, [grid, pixels, top, width, height, ratio]);

  const onPointerMove = (event: PointerEvent<HTMLElement>): void => {
    const place = event.currentTarget.getBoundingClientRect();
    const x = (event.clientX - place.left) * ratio;
    const y = (event.clientY - place.top + top) * ratio;
    const cell = cellAt(grid, x, y);
    onPoint(cell === null ? null : { cell, clientX: event.clientX, clientY: event.clientY, byKey: false });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.key === 'Escape') onPoint(null);
    const cell = cellOfKey(event.key, point?.cell ?? -1, grid);
    if (cell === null) return;
    event.preventDefault();
    const place = event.currentTarget.getBoundingClientRect();
    const rowTop = (Math.floor(cell / grid.columns) * size) / ratio;
    const shown = Math.min(Math.max(top, rowTop + size / ratio - height), rowTop);
    event.currentTarget.scrollTop = shown;
    onPoint({
      cell,
      clientX: place.left + (((cell % grid.columns) + 1) * size) / ratio,
      clientY: place.top + rowTop - shown + size / ratio,
      byKey: true,
    });
  };

  return (
    <div
      className={styles.scroller}
      ref={scroller}
      style={{ height }}
      role="group"
      aria-label={label}
      tabIndex={0}
      data-testid={testId}
      onScroll={(event) => {
        setTop(event.currentTarget.scrollTop);
      }}
      onPointerMove={onPointerMove}
      onPointerLeave={() => {
        onPoint(null);
      }}
      onBlur={() => {
        onPoint(null);
      }}
      onKeyDown={onKeyDown}
    >
      <div style={{ height: (grid.rows * size) / ratio }}>
        <canvas ref={canvas} className={styles.canvas} style={{ width, height }} aria-hidden />
      </div>
    </div>
  );
}

interface MapPicture {
  readonly grid: CellGrid;
  readonly pixels: Uint32Array;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

function paint(canvas: HTMLCanvasElement, { grid, pixels, top, width, height }: MapPicture): void {
  const shownHeight = Math.max(1, Math.min(height, grid.rows * grid.size));
  canvas.width = width;
  canvas.height = shownHeight;
  const context = canvas.getContext('2d');
  if (context === null) return;
  const image = context.createImageData(width, shownHeight);
  paintCells(new Uint32Array(image.data.buffer), width, shownHeight, grid, pixels, top);
  context.putImageData(image, 0, 0);
}

/** Where a key leads from a cell; null where it leads nowhere. */
function cellOfKey(key: string, cell: number, { columns, count }: CellGrid): number | null {
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: cell + 1,
    ArrowLeft: cell - 1,
    ArrowDown: cell < 0 ? 0 : cell + columns,
    ArrowUp: cell - columns,
    Home: 0,
    End: count - 1,
  };
  const target = steps[key];
  return target === undefined ? null : Math.max(0, Math.min(count - 1, target));
}
