import { inflateSync } from 'zlib';
import { z } from 'zod';
import type { EngineSdiDocument } from '../../engine/tablespace';

/** Name of an index as its tablespace file records it. */
export interface NamedIndex {
  readonly table: string;
  readonly partition: string | null;
  readonly name: string;
}

/** InnoDB's name for the index that it creates where a table has no suitable key; the dictionary calls it PRIMARY. */
const HIDDEN_CLUSTERED = 'GEN_CLUST_INDEX';

/** Largest size that a document may declare: more is no dictionary of one table. */
const MOST_BYTES = 64 * 1024 * 1024;

const indexOfPartitionSchema = z.object({ se_private_data: z.string(), index_opx: z.number() });
const partitionSchema = z.object({
  name: z.string(),
  indexes: z.array(indexOfPartitionSchema).default([]),
});
const documentSchema = z.object({
  dd_object: z.object({
    name: z.string(),
    schema_ref: z.string(),
    indexes: z.array(
      z.object({ name: z.string(), hidden: z.boolean().default(false), se_private_data: z.string() }),
    ),
    partitions: z
      .array(partitionSchema.extend({ subpartitions: z.array(partitionSchema).default([]) }))
      .default([]),
  }),
});
type TableObject = z.infer<typeof documentSchema>['dd_object'];

/**
 * Reads the names of indexes by their ids, from the copy of the dictionary that MySQL 8 and later keep in each file
 * (SDI). Empty for other files; skips a document that can't be read.
 */
export function namesInFile(documents: readonly EngineSdiDocument[]): ReadonlyMap<number, NamedIndex> {
  return new Map(documents.flatMap((document) => namesIn(parse(document))));
}

function parse({ bytes, deflated }: EngineSdiDocument): TableObject | null {
  if (bytes > MOST_BYTES) return null;
  try {
    const text = inflateSync(deflated, { maxOutputLength: MOST_BYTES }).toString('utf8');
    const parsed = documentSchema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data.dd_object : null;
  } catch {
    // Not compressed, or no JSON: the file's figures are useful without names.
    return null;
  }
}

type Entry = readonly [number, NamedIndex];

function namesIn(object: TableObject | null): readonly Entry[] {
  if (object === null) return [];
  const table = `${object.schema_ref}.${object.name}`;
  const names = object.indexes.map(({ name, hidden }) => (hidden ? HIDDEN_CLUSTERED : name));
  const whole = object.indexes.map(({ se_private_data: data }, at) =>
    entry(data, { table, partition: null, name: names[at] ?? '' }),
  );
  const leaves = object.partitions.flatMap((partition) => [partition, ...partition.subpartitions]);
  const parts = leaves.flatMap((partition) =>
    partition.indexes.map(({ se_private_data: data, index_opx: at }) =>
      entry(data, { table, partition: partition.name, name: names[at] ?? '' }),
    ),
  );
  return [...whole, ...parts].flatMap((found) => (found === null ? [] : [found]));
}

/** Parses InnoDB's own facts, text such as `id=155;root=4;space_id=2;`; an index of a partitioned table has none. */
function entry(data: string, named: NamedIndex): Entry | null {
  const id = /(?:^|;)id=(\d+)/.exec(data)?.[1];
  return id === undefined || named.name === '' ? null : [Number(id), named];
}
