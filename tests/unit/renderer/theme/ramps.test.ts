import { describe, expect, it } from 'vitest';
import { pixelOf, rampColour, rampPixels, type RampName } from '../../../../renderer/theme/ramps';

/** Relative luminance, as WCAG defines it. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

describe('rampColour', () => {
  it.each<[RampName, 1 | -1]>([
    ['fill', -1],
    ['key', 1],
    ['lsn', 1],
  ])('%s changes lightness one way only, so that hue is not needed to read it', (name, way) => {
    const values = Array.from({ length: 21 }, (_, step) => luminance(rampColour(name, step / 20)));
    values.slice(1).forEach((value, at) => {
      expect(way * (value - (values[at] ?? 0))).toBeGreaterThan(0);
    });
  });

  it('fill keeps clear of grey, which is what other indexes have', () => {
    for (let step = 0; step <= 20; step += 1) {
      const colour = rampColour('fill', step / 20);
      const parts = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
      expect(Math.max(...parts) - Math.min(...parts), colour).toBeGreaterThan(40);
    }
  });

  it('stays at its ends beyond them', () => {
    expect(rampColour('fill', 2)).toBe(rampColour('fill', 1));
    expect(rampColour('fill', -1)).toBe(rampColour('fill', 0));
  });
});

describe('pixelOf', () => {
  it('has the bytes in the order of an ImageData', () => {
    const bytes = new Uint8ClampedArray(Uint32Array.of(pixelOf('#102030')).buffer);
    expect([...bytes]).toEqual([0x10, 0x20, 0x30, 0xff]);
    expect(rampPixels('key')[255]).toBe(pixelOf(rampColour('key', 1)));
  });
});
