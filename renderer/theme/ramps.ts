import { mixColours } from './palette';

/**
 * Ramps for shares from 0 to 1. Lightness rises or falls evenly along each, so that they hold for people with any of
 * the common colour vision deficiencies and in print; both themes use the same, so that pictures can be compared.
 */
export type RampName = 'fill' | 'key' | 'lsn';

const STOPS: Readonly<Record<RampName, readonly string[]>> = {
  // Empty is what stands out: yellow on the blue of full pages. Between them it keeps clear of grey, which is what other
  // indexes have.
  fill: ['#ffe45c', '#f7b35a', '#e17f66', '#b3628c', '#6a58a3', '#2a5597'],
  key: ['#46307e', '#365c8d', '#277f8e', '#1fa187', '#6fcf57', '#f4e61e'],
  lsn: ['#3b1c6b', '#7d2a78', '#c2415f', '#ee7340', '#f9b13c', '#f7ee8e'],
};

const STEPS = 256;

/** A colour of a ramp as `#rrggbb`; what lies outside 0 to 1 has the colour of the nearer end. */
export function rampColour(name: RampName, share: number): string {
  const stops = STOPS[name];
  const at = Math.min(1, Math.max(0, share)) * (stops.length - 1);
  const low = Math.min(stops.length - 2, Math.floor(at));
  return mixColours(stops[low] ?? '#888888', stops[low + 1] ?? '#888888', at - low);
}

/** The colours of a ramp as pixels, from 0 to 1. */
export function rampPixels(name: RampName): Uint32Array {
  return Uint32Array.from({ length: STEPS }, (_, step) => pixelOf(rampColour(name, step / (STEPS - 1))));
}

/** `#rrggbb` as an opaque pixel of an ImageData, whose bytes are red, green, blue and alpha. */
export function pixelOf(colour: string): number {
  const rgb = parseInt(colour.slice(1), 16);
  return (0xff000000 | ((rgb & 0xff) << 16) | (rgb & 0xff00) | (rgb >> 16)) >>> 0;
}
