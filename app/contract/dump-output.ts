import { z } from 'zod';

/** Formats that a dump is written in, besides the dump folder of MySQL Shell. */
export const writtenFormats = ['sql', 'mydumper', 'csv', 'jsonl', 'parquet'] as const;
export type WrittenFormat = (typeof writtenFormats)[number];

/** Compression of files in another format. */
export const packingSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  z.object({ kind: z.literal('gzip'), level: z.number().int().min(1).max(9) }),
  z.object({ kind: z.literal('zstd'), level: z.number().int().min(1).max(19) }),
]);
export type Packing = z.infer<typeof packingSchema>;

/** Format of a dump: `shell` is the dump folder itself, with the compression that the options name. */
export const dumpOutputSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('shell') }),
  z.object({ kind: z.enum(writtenFormats), packing: packingSchema }),
]);
export type DumpOutput = z.infer<typeof dumpOutputSchema>;
export type OutputKind = DumpOutput['kind'];

export const outputKinds = ['shell', ...writtenFormats] as const satisfies readonly OutputKind[];

/** Ends of names of the files that a dump can be; the empty one is that of a folder. */
export const outputExtensions = ['', '.sql', '.sql.gz', '.sql.zst'] as const;
export type OutputExtension = (typeof outputExtensions)[number];

/** Ends of names of packed files. */
export const packingSuffixes = { none: '', gzip: '.gz', zstd: '.zst' } as const;

/** End of the name of a dump that is one file; empty for a folder. */
export function extensionOf(output: DumpOutput): OutputExtension {
  if (output.kind !== 'sql') return '';
  return `.sql${packingSuffixes[output.packing.kind]}` as const;
}

/** The stem of a script's name, `shop` of `shop.sql.gz`; null where the name is none of a script. */
export function scriptStem(name: string): string | null {
  return /^(.*)\.sql(?:\.gz|\.zst)?$/is.exec(name)?.[1] ?? null;
}

/** Kind of packing that the end of a file's name promises. */
export function packingOfName(name: string): Packing['kind'] {
  const end = name.toLowerCase();
  return (['gzip', 'zstd'] as const).find((kind) => end.endsWith(packingSuffixes[kind])) ?? 'none';
}
