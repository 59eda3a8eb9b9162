import { describe, expect, it } from 'vitest';
import { gutterMarks } from '../../../../../renderer/charts/pages/map-gutter';

const grid = { count: 640, size: 10, columns: 64, rows: 10 };

describe('gutterMarks', () => {
  it('name where rows begin in the file, as far apart as asked for', () => {
    const view = { top: 0, height: 100, spacing: 40, bytesPerCell: 16_384 };
    expect(gutterMarks(grid, view)).toEqual([
      { y: 0, label: '0 MiB' },
      { y: 40, label: '4.0 MiB' },
      { y: 80, label: '8.0 MiB' },
    ]);
  });

  it('go with the rows that are scrolled into view', () => {
    const view = { top: 50, height: 50, spacing: 40, bytesPerCell: 163_840 };
    expect(gutterMarks(grid, view)).toEqual([
      { y: 0, label: '50 MiB' },
      { y: 40, label: '90 MiB' },
    ]);
  });
});
