import { z } from 'zod';
import { coverageGapSchema } from '../contract/coverage';
import { isFileName } from './names';

/**
 * Our own facts beside MySQL Shell's format, one JSON object per line in `@.sluice.jsonl`, appended while the dump
 * runs. A line is written only when what it says is true of the folder, so a reader may follow it; that all of it is
 * on the disk is what the presence of `@.done.json` says. A torn last line (a crash) is ignored.
 */

const fileName = z.string().refine(isFileName, 'It names no file of the dump.');

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
   * The key values of the first and the last row, as the source's text; bytes as base64, like the column's values in
   * the chunk (`decodeColumns` of the table's document has FROM_BASE64 for such columns). Empty for rows without a key.
   */
  first: z.array(z.string()),
  last: z.array(z.string()),
});
export type ChunkFact = z.infer<typeof chunkSchema>;

const writerSchema = z.object({
  /** Of this dump alone, by chance: no other has it. */
  id: z.string(),
  /** The machine, and on it the process, that write the dump: whoever follows it sees by them whether it goes on. */
  host: z.string(),
  pid: z.number(),
  began: z.string(),
  /** When the dump was begun, as an ISO time; dumps of an earlier Sluice do not say. */
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
    /** How consistency was reached, as one sentence. */
    consistency: z.string(),
    /** Dumps of an earlier Sluice do not say. */
    writer: writerSchema.optional(),
  }),
  /** Documents and scripts that are written. Dumps of an earlier Sluice have none. */
  z.object({ fact: z.literal('files'), files: z.array(fileSchema) }),
  /** Objects that the dump does not hold, because the account that made it could not read them. */
  coverageGapSchema.extend({ fact: z.literal('lacks') }),
  /** All documents and scripts are written: nothing is still to come but rows. */
  z.object({ fact: z.literal('structure') }),
  z.object({
    fact: z.literal('definition'),
    schema: z.string(),
    table: z.string(),
    /** SHOW CREATE TABLE on the source. */
    createTable: z.string(),
    /** The columns of the range key, in order; empty for a keyless stream. */
    key: z.array(z.string()),
    /** Whether its rows are those of the moment of the dump, or all that it ever had. Earlier dumps have the former. */
    versions: z.enum(['current', 'all']).optional(),
    /** By the source's statistics: what is known of its rows before they are dumped. */
    estimated: z.object({ rows: z.number(), bytes: z.number() }).optional(),
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
export type DataFact = Extract<Fact, { fact: 'data' }>;

export function formatFact(fact: Fact): string {
  return `${JSON.stringify(fact)}\n`;
}

/** The facts of a text; unknown kinds of a later version and a torn last line are passed over. */
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
