import { describe, expect, it } from 'vitest';
import { fileTicks, plotArea } from '../../../../../renderer/charts/pages/axes';

const MIB = 2 ** 20;

describe('fileTicks', () => {
  it('stand at round numbers of MiB, from 0 on and never beyond the end', () => {
    expect(fileTicks(204 * MIB).map(({ label }) => label)).toEqual(['0', '50', '100', '150', '200']);
    expect(fileTicks(200 * MIB).map(({ share }) => share)).toEqual([0, 0.25, 0.5, 0.75, 1]);
    expect(fileTicks(9 * MIB).map(({ label }) => label)).toEqual(['0', '2', '4', '6', '8']);
  });

  it('have decimals in a file of less than some MiB', () => {
    expect(fileTicks(0.5 * MIB).map(({ label }) => label)).toEqual(['0', '0.1', '0.2', '0.3', '0.4', '0.5']);
  });

  it('take an empty file', () => {
    expect(fileTicks(0)[0]).toEqual({ share: 0, label: '0' });
  });
});

describe('plotArea', () => {
  it('leaves room for the labels within the figure', () => {
    const area = plotArea({ x: 10, y: 20, width: 300, height: 200 });
    expect(area.x).toBeGreaterThan(10);
    expect(area.y).toBeGreaterThan(20);
    expect(area.x + area.width).toBeLessThan(310);
    expect(area.y + area.height).toBeLessThan(220);
  });
});
