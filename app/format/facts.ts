import { z } from 'zod';
import { coverageGapSchema } from '../contract/runs/coverage';
import { isFileName } from './names';

/**
 * Sluice's own facts beside MySQL Shell's format, one JSON object per line in `@.sluice.jsonl`, appended while the dump
 * runs. A line is written only when it is true of the folder, so a reader may follow it; only `@.done.json` promises
 * that all of it is on the disk. A torn last line (a crash) is ignored.
 */

const fileName = z.string().refine(isFileName);

const chunkSchema = z.object({
  file: fileName,
  rows: z.number(),
  /** Uncompressed. */
  bytes: z.number(),
  /** On disk. */
  storedBytes: z.number(),
  /** xxHash64 of the uncompressed bytes, 16 hexadecimal digits. */
  xxh64: z.string().regex(/^[0-9a-f]{16}$/),
  /**
   * Bytes of the longest value that it holds as base64; 0 where no row is larger than 64 KiB. Absent in dumps of an earlier
   * Sluice.
   */
  longestBinary: z.number().optional(),
  /**
   * The key values of the first and the last row, as the source's text; bytes as base64, like the column's values in
   * the chunk (`decodeColumns` of the table's document has FROM_BASE64 for such columns). Empty for rows without a key.
   */
  first: z.array(z.string()),
  last: z.array(z.string()),
});
export type ChunkFact = z.infer<typeof chunkSchema>;

const writerSchema = z.object({
  /** Random id of this dump; no other has it. */
  id: z.string(),
  /** Host and process that write the dump: a follower uses them to see whether the dump is still being written. */
  host: z.string(),
  pid: z.number(),
  began: z.string(),
  /** Start of the dump, as an ISO time; absent in dumps of an earlier Sluice. */
  since: z.string().optional(),
});
export type DumpedBy = z.infer<typeof writerSchema>;

const fileSchema = z.object({
  file: fileName,
  bytes: z.number(),
  /** 64 hexadecimal digits. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
/** A written file that is not table data. */
export type FileFact = z.infer<typeof fileSchema>;

export const factSchema = z.discriminatedUnion('fact', [
  z.object({
    fact: z.literal('dump'),
    sluice: z.string(),
    /** The planned consistency, as one sentence, before the lock was taken; the run's result says what was granted. */
    consistency: z.string(),
    /** Absent in dumps of an earlier Sluice. */
    writer: writerSchema.optional(),
  }),
  /** Documents and scripts that are written. Dumps of an earlier Sluice have none. */
  z.object({ fact: z.literal('files'), files: z.array(fileSchema) }),
  /** Objects that the dump does not contain, because its account could not read them. */
  coverageGapSchema.extend({ fact: z.literal('lacks') }),
  /** Privileges of every account of the source, as SHOW GRANTS FOR PUBLIC printed them (MariaDB), where accounts are dumped. */
  z.object({ fact: z.literal('public-grants'), statements: z.array(z.string()) }),
  /** All documents and scripts are written: only rows follow. */
  z.object({ fact: z.literal('structure') }),
  z.object({
    fact: z.literal('definition'),
    schema: z.string(),
    table: z.string(),
    /** SHOW CREATE TABLE on the source. */
    createTable: z.string(),
    /** The columns of the range key, in order; empty for a keyless stream. */
    key: z.array(z.string()),
    /**
     * Row versions: those current at the dump's snapshot, or also all past ones. Absent in earlier dumps: `current`.
     */
    versions: z.enum(['current', 'all']).optional(),
    /** The source's statistics: an estimate of its rows before they are dumped. */
    estimated: z.object({ rows: z.number(), bytes: z.number() }).optional(),
  }),
  /**
   * The dump was converted from another one than a dump folder. Where that does not record its source, the manifest has the
   * likeliest server, or one that nothing tells.
   */
  z.object({ fact: z.literal('source'), known: z.enum(['yes', 'likely', 'no']) }),
  /** A table of a converted dump: facts that stand for a missing definition. */
  z.object({
    fact: z.literal('converted-table'),
    schema: z.string(),
    table: z.string(),
    /** Its CREATE TABLE is not as a server printed it. */
    isReworded: z.boolean(),
    /** Its rows are row versions of the past too. */
    hasHistory: z.boolean(),
    /** The types of its columns were inferred from values. */
    hasInferredTypes: z.boolean(),
  }),
  z.object({
    fact: z.literal('data'),
    schema: z.string(),
    table: z.string(),
    partition: z.string().nullable(),
    rows: z.number(),
    bytes: z.number(),
    countedRows: z.number().nullable(),
    chunks: z.array(chunkSchema),
  }),
]);
export type Fact = z.infer<typeof factSchema>;
export type DumpFact = Extract<Fact, { fact: 'dump' }>;
export type DefinitionFact = Extract<Fact, { fact: 'definition' }>;
export type ConvertedTableFact = Extract<Fact, { fact: 'converted-table' }>;
export type DataFact = Extract<Fact, { fact: 'data' }>;

export function formatFact(fact: Fact): string {
  return `${JSON.stringify(fact)}\n`;
}

/** Reads the facts of a text; ignores unknown kinds of a later version and a torn last line. */
export function parseFacts(text: string): readonly Fact[] {
  const facts: Fact[] = [];
  for (const line of text.split('\n').slice(0, -1)) {
    const parsed = factSchema.safeParse(parseLine(line));
    if (parsed.success) facts.push(parsed.data);
  }
  return facts;
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
