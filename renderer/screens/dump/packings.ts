import type { Packing } from '../../../app/contract/dump-output';

/** Compression by each program, at its own usual level. */
export const PACKINGS: Readonly<Record<Packing['kind'], Packing>> = {
  none: { kind: 'none' },
  gzip: { kind: 'gzip', level: 6 },
  zstd: { kind: 'zstd', level: 3 },
};
