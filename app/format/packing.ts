import type { EngineChunkFile } from '../engine/chunk-files';

type Compression = EngineChunkFile['compression'];

/** Way in which a file may be packed. */
export interface Packing {
  /** Its name, as the endings of files have it. */
  readonly suffix: string;
  /** Null where Sluice does not unpack it. */
  readonly compression: Compression | 'zip' | null;
}

/** Endings of the files that the engine unpacks. */
export const COMPRESSED_SUFFIXES = [
  ['.zst', 'zstd'],
  ['.gz', 'gzip'],
  ['.bz2', 'bzip2'],
  ['.xz', 'xz'],
  ['.lz4', 'lz4'],
] as const;

/** First bytes as Latin-1 (RFC 1952, RFC 8878, the other formats' own descriptions; file(1)). */
const MAGIC_NUMBERS: readonly (readonly [magic: RegExp, packing: Packing])[] = [
  [/^\x1f\x8b/, { suffix: 'gz', compression: 'gzip' }],
  [/^\x28\xb5\x2f\xfd/, { suffix: 'zst', compression: 'zstd' }],
  // A text may begin with the first four; a block, or the end of what is empty, follows them.
  [/^BZh[1-9](?:1AY&SY|\x17rE8P)/, { suffix: 'bz2', compression: 'bzip2' }],
  [/^\xfd7zXZ/, { suffix: 'xz', compression: 'xz' }],
  [/^\x04\x22\x4d\x18/, { suffix: 'lz4', compression: 'lz4' }],
  [/^PK(?:\x03\x04|\x05\x06)/, { suffix: 'zip', compression: 'zip' }],
  [/^\x02\x21\x4c\x18/, { suffix: 'lz4 -l', compression: null }],
  [/^\x1f\x9d/, { suffix: 'Z', compression: null }],
  [/^7z\xbc\xaf\x27\x1c/, { suffix: '7z', compression: null }],
  [/^Rar!\x1a\x07/, { suffix: 'rar', compression: null }],
  [/^\x5d\0\0[^]{2}(?:\xff{8}|[^]{5}\0{3})/, { suffix: 'lzma', compression: null }],
  [/^[^]{257}ustar/, { suffix: 'tar', compression: null }],
];
/** Whole magic numbers, by the endings of files that have them. */
const WHOLE_MAGIC: ReadonlyMap<string, string> = new Map([
  ['gz', '\x1f\x8b'],
  ['zst', '\x28\xb5\x2f\xfd'],
  ['bz2', 'BZh'],
  ['xz', '\xfd7zXZ'],
  ['lz4', '\x04\x22\x4d\x18'],
  ['zip', 'PK\x03\x04'],
]);

/** Returns whether a file ends within the magic number that its ending promises. Pure. */
export function endsWithinMagic(head: Buffer, suffix: string): boolean {
  return (
    head.length > 0 && WHOLE_MAGIC.get(suffix.toLowerCase())?.startsWith(head.toString('latin1')) === true
  );
}

/** A frame that any reader skips: zstd and LZ4 have the same. */
const SKIPPABLE = /^[\x50-\x5f]\x2a\x4d\x18/;

/**
 * The way in which a file is packed, by its first bytes, and by its name where these may mean two things. Null for one that isn't.
 * Pure.
 */
export function packingOf(head: Buffer, name: string): Packing | null {
  const text = head.toString('latin1');
  const known = MAGIC_NUMBERS.find(([magic]) => magic.test(text))?.[1];
  if (known !== undefined) return known;
  if (!SKIPPABLE.test(text)) return null;
  return /\.lz4$/i.test(name)
    ? { suffix: 'lz4', compression: 'lz4' }
    : { suffix: 'zst', compression: 'zstd' };
}
