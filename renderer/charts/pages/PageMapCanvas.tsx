import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import type { PageMap } from '../../../app/contract/pages/page-picture';
import { useAppearance } from '../../theme/appearance';
import styles from './PageMapCanvas.module.css';
import {
  cellAt,
  cellPixels,
  firstRowOf,
  firstShown,
  fittingSize,
  gridOf,
  paintCells,
  shownHeight,
  type CellGrid,
  type MapMode,
} from './page-map';
import { useSize } from '../use-size';
import { gutterMarks } from './map-gutter';

export interface MapPoint {
  readonly cell: number;
  readonly clientX: number;
  readonly clientY: number;
  /** True if it is in the lower half of the map: what is told of it stands above it then, clear of the legend. */
  readonly isLow: boolean;
  /** True if the keyboard led there. */
  readonly byKey: boolean;
}

interface PageMapCanvasProps {
  readonly label: string;
  readonly map: PageMap;
  /** Bytes of a page: the rows are named by their place in the file. */
  readonly pageSize: number;
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
  const { label, map, pageSize, mode, focus, height: most, fitCount, zoom, point, onPoint, testId } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [top, setTop] = useState(0);
  const { width } = useSize(scroller);
  const theme = useAppearance((state) => state.theme);
  const ratio = window.devicePixelRatio;
  const size = fittingSize(fitCount, width * ratio, most * ratio) * 2 ** zoom;
  const count = map.used.length;
  const grid = useMemo(() => gridOf(count, width * ratio, size), [count, width, ratio, size]);
  const height = shownHeight(grid, most * ratio) / ratio;
  const shownTop = firstShown(grid, top * ratio) / ratio;
  const pixels = useMemo(() => cellPixels(map, mode, focus, theme), [map, mode, focus, theme]);

  useEffect(() => {
    if (canvas.current === null || width === 0) return;
    paint(canvas.current, {
      grid,
      pixels,
      top: Math.round(shownTop * ratio),
      width: Math.round(width * ratio),
      height: Math.round(height * ratio),
    });
  }, [grid, pixels, shownTop, width, height, ratio]);

  // The chosen index comes into view, wherever in the file it begins.
  const lastFocus = useRef(focus);
  useEffect(() => {
    if (lastFocus.current === focus) return;
    lastFocus.current = focus;
    const row = firstRowOf(grid, map, focus);
    if (row !== null && scroller.current !== null) scroller.current.scrollTop = row / ratio;
  }, [grid, map, focus, ratio]);

  const onPointerMove = (event: PointerEvent<HTMLElement>): void => {
    const place = event.currentTarget.getBoundingClientRect();
    const x = (event.clientX - place.left) * ratio;
    const y = (event.clientY - place.top + shownTop) * ratio;
    const cell = cellAt(grid, x, y);
    const { clientX, clientY } = event;
    const isLow = clientY - place.top > place.height / 2;
    onPoint(cell === null ? null : { cell, clientX, clientY, isLow, byKey: false });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.key === 'Escape') onPoint(null);
    const cell = cellOfKey(event.key, point?.cell ?? -1, grid);
    if (cell === null) return;
    event.preventDefault();
    const place = event.currentTarget.getBoundingClientRect();
    const rowTop = (Math.floor(cell / grid.columns) * size) / ratio;
    const shown = Math.min(Math.max(shownTop, rowTop + size / ratio - height), rowTop);
    const below = rowTop - shown;
    event.currentTarget.scrollTop = shown;
    onPoint({
      cell,
      clientX: place.left + (((cell % grid.columns) + 1) * size) / ratio,
      clientY: place.top + below + size / ratio,
      isLow: below > height / 2,
      byKey: true,
    });
  };

  const bytesPerCell = map.pagesPerCell * pageSize;
  return (
    <div className={styles.frame}>
      <Gutter grid={grid} ratio={ratio} top={shownTop} height={height} bytesPerCell={bytesPerCell} />
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
          {point !== null && <Mark cell={point.cell} grid={grid} ratio={ratio} over={top - shownTop} />}
        </div>
      </div>
    </div>
  );
}

interface GutterProps {
  readonly grid: CellGrid;
  readonly ratio: number;
  readonly top: number;
  readonly height: number;
  readonly bytesPerCell: number;
}

/** Least distance of two of its labels, in CSS pixels. */
const GUTTER_SPACING = 40;

/** Places in the file of the rows that are in view. */
function Gutter({ grid, ratio, top, height, bytesPerCell }: GutterProps) {
  const view = { top: top * ratio, height: height * ratio, spacing: GUTTER_SPACING * ratio, bytesPerCell };
  return (
    <div className={styles.gutter} style={{ height }} aria-hidden>
      {gutterMarks(grid, view).map(({ y, label }) => (
        <span key={label} style={{ transform: `translateY(${y / ratio}px)` }}>
          {label}
        </span>
      ))}
    </div>
  );
}

interface MarkProps {
  readonly cell: number;
  readonly grid: CellGrid;
  readonly ratio: number;
  /** Offset of the rows' picture below their place, in CSS pixels. */
  readonly over: number;
}

/** The frame of the cell that is told of. */
function Mark({ cell, grid: { columns, size }, ratio, over }: MarkProps) {
  const [x, y] = [(cell % columns) * size, Math.floor(cell / columns) * size];
  const side = size / ratio;
  const transform = `translate(${String(x / ratio)}px, ${String(y / ratio + over)}px)`;
  return <div className={styles.mark} style={{ width: side, height: side, transform }} aria-hidden />;
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

/** Cell that a key leads to; null where there is none. */
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
