import { z } from 'zod';
import { dumpedKey } from './documents';
import { tablesOf, type ChecksumOf, type DumpFolder, type RecordedPart } from './dump';

const names = z.array(z.string());
const part = z.object({ checksum: z.string(), count: z.number(), boundary: z.string().optional() });
const table = z.object({
  columns: names,
  nullColumns: names.default([]),
  extraFilter: z.string().optional(),
  partitions: z.record(z.string(), z.record(z.string(), part)),
});

/**
 * `@.checksums.json` of MySQL Shell, which writes it since 8.3.0 where its option `checksum` is on
 * (modules/util/common/dump/checksums.cc).
 */
const knownSchema = z.object({
  config: z.object({
    version: z.string().regex(/^1\.0\./),
    algorithm: z.literal('bit_xor'),
    hash: z.enum(['sha224', 'sha256', 'sha384', 'sha512']),
  }),
  data: z.record(z.string(), z.record(z.string(), table)),
});
/** A later form, of which nothing else is known. */
const laterSchema = z.object({
  config: z.object({ version: z.string().refine((version) => !version.startsWith('1.0.')) }),
});

export const shellChecksumsSchema = z.union([knownSchema, laterSchema]);

/** Returns the checksums of a dump of MySQL Shell. Pure. */
export function shellChecksums(recorded: z.infer<typeof shellChecksumsSchema>): ChecksumOf {
  if (!('data' in recorded)) {
    const { version } = recorded.config;
    return () => ({ kind: 'unknown-form', version });
  }
  const { config, data } = recorded;
  const bits = Number(config.hash.slice(3));
  const tables = new Map(
    Object.entries(data).flatMap(([schema, tables]) =>
      Object.entries(tables).map(([name, { columns, nullColumns, extraFilter, partitions }]) => [
        dumpedKey({ schema, dumpedName: name }),
        { kind: 'hashed', bits, columns, nullColumns, parts: partsOf(partitions, extraFilter) } as const,
      ]),
    ),
  );
  return (table) => tables.get(dumpedKey(table)) ?? { kind: 'absent' };
}

/** Returns the version of the form in which a dump's tool recorded its checksums, where Sluice does not know it; else null. */
export async function unknownFormOf(
  dump: Pick<DumpFolder, 'recordedChecksums' | 'schemas'>,
): Promise<string | null> {
  const checksumOf = await dump.recordedChecksums?.read();
  const [table] = tablesOf(dump);
  // The form is that of all tables.
  const checksum = table === undefined ? null : (checksumOf?.(table) ?? null);
  return checksum?.kind === 'unknown-form' ? checksum.version : null;
}

function partsOf(
  partitions: z.infer<typeof table>['partitions'],
  filter: string | undefined,
): readonly RecordedPart[] {
  return Object.entries(partitions).flatMap(([partition, chunks]) =>
    Object.values(chunks).map(({ checksum, count, boundary }) => ({
      partition: partition === '' ? null : partition,
      condition: [boundary, filter].flatMap((one) => one ?? []).join(' AND ') || null,
      rows: count,
      checksum: checksum.toUpperCase(),
    })),
  );
}
