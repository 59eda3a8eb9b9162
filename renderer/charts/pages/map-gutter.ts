import type { CellGrid } from './page-map';

/** Place in the file of a row of a page map, beside it. */
export interface GutterMark {
  /** Top of the row within the view, in device pixels. */
  readonly y: number;
  readonly label: string;
}

interface GutterView {
  /** Scroll position of the rows, and the pixels of them that are seen. */
  readonly top: number;
  readonly height: number;
  /** Least distance of two marks. */
  readonly spacing: number;
  readonly bytesPerCell: number;
}

const MIB = 2 ** 20;

/** Marks of the rows in view, the first one always, where each row begins in the file in MiB. */
export function gutterMarks({ size, columns, rows }: CellGrid, view: GutterView): readonly GutterMark[] {
  const { top, height, spacing, bytesPerCell } = view;
  const first = Math.floor(top / size);
  const last = Math.min(rows, Math.floor((top + height) / size)) - 1;
  const step = Math.max(1, Math.ceil(spacing / size));
  const count = Math.max(0, Math.floor((last - first) / step) + 1);
  return Array.from({ length: count }, (_, at) => {
    const row = first + at * step;
    return { y: row * size - top, label: placeOf((row * columns * bytesPerCell) / MIB) };
  });
}

function placeOf(mebibytes: number): string {
  const digits = mebibytes === 0 || mebibytes >= 10 ? 0 : 1;
  return `${mebibytes.toFixed(digits)} MiB`;
}
