import { z } from 'zod';
import { readingChoicesSchema } from '../commands/input';

/** Version of the certificate's form. A later one is refused by name. */
export const CERTIFICATE_VERSION = 1;

const vendorSchema = z.enum(['mysql', 'mariadb']);
const count = z.number().int().min(0);
const seconds = z.number().min(0);
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** File of a dump. */
export const certifiedFileSchema = z.object({
  /** Path within the dump's folder, with `/` on every system; the name of a dump that is one file, `-` for standard input. */
  file: z.string(),
  bytes: count,
  sha256,
});
export type CertifiedFile = z.infer<typeof certifiedFileSchema>;

const certifiedTableSchema = z.object({
  schema: z.string(),
  table: z.string(),
  /** Counted on the server after the restore. */
  rows: count,
  /** Sum of the hashes of all rows modulo 2^64, as 16 hexadecimal digits, equal in the dump and on the server; or null. */
  checksum: z.string().nullable(),
  /** Reason why there is no checksum; null where there is one. */
  reason: z.string().nullable(),
  /** The server’s own check of the table (`CHECK TABLE … EXTENDED`), where its engine has one. */
  check: z.enum(['ok', 'unsupported']),
});
export type CertifiedTable = z.infer<typeof certifiedTableSchema>;

/** Certificate of a dump that was restored and compared, as it is written. */
export const certificateSchema = z.object({
  certificate: z.literal(CERTIFICATE_VERSION),
  /** Version of Sluice. */
  sluice: z.string(),
  /** Time of the proof, UTC in ISO 8601. */
  provedAt: z.string(),
  dump: z.object({
    /** Absolute path at that time, or a pattern of files; `-` for standard input. */
    path: z.string(),
    place: z.enum(['folder', 'file']),
    /** The tool that wrote it, and the version of its format. */
    writer: z.string(),
    format: z.string(),
    identity: z.string(),
    vendor: vendorSchema,
    /** Version of the server that was dumped. */
    serverVersion: z.string(),
    /** Times as the dump records them; null where it does not. */
    begun: z.string().nullable(),
    ended: z.string().nullable(),
    /** Choices by which its files of values were read; absent for none. */
    input: readingChoicesSchema.optional(),
  }),
  /** The throwaway server. */
  server: z.object({
    vendor: vendorSchema,
    version: z.string(),
    /** Words of `--for`; null where the server was chosen for the dump. */
    wanted: z.string().nullable(),
    /** True if its vendor and series are those of the dumped server. */
    sameSeries: z.boolean(),
  }),
  /** The dumped server whose rows were compared too; null where none was. */
  source: z.string().nullable(),
  threads: count,
  seconds: z.object({
    /** Digests of the dump’s files. */
    files: seconds,
    /** Start of the empty server. */
    start: seconds,
    /** Load with indexes, foreign keys, objects and counted rows: what a restore takes on such a machine. */
    load: seconds,
    /** Comparison of all rows and definitions. */
    compare: seconds,
    /** Check of each table, and of each view and routine. */
    check: seconds,
  }),
  rows: count,
  /** Number of objects of each kind that were restored: schema, table, view, function and so on. */
  objects: z.record(z.string(), count),
  viewsRead: count,
  tables: z.array(certifiedTableSchema),
  /** Kinds of checks, each with the number of tables and objects that passed and of those that could not be checked. */
  checks: z.array(z.object({ kind: z.string(), passed: count, notChecked: count })),
  /** Facts that the dump does not record, and objects that it lacks; sentences. */
  notRecorded: z.array(z.string()),
  /** Circumstances that a reader has to know; sentences. */
  remarks: z.array(z.string()),
  files: z.array(certifiedFileSchema),
  /** SHA-256 over all of the above in canonical form: keys sorted, no white space. */
  digest: sha256,
});
export type Certificate = z.infer<typeof certificateSchema>;

/** A certificate before its digest is known. */
export type CertificateContent = Omit<Certificate, 'digest'>;

/** Proof of a dump as lists of dumps show it. */
export const dumpProofSchema = z.object({
  /** Time of the proof, in ms. */
  provedAt: z.number(),
  /** Duration of the restore. */
  loadSeconds: seconds,
});
export type DumpProof = z.infer<typeof dumpProofSchema>;

/** A certificate as the window shows it: its files and tables are counted. */
export interface CertificateView extends Omit<Certificate, 'files' | 'tables'> {
  /** Path of its file, for display only. */
  readonly file: string;
  readonly files: { readonly count: number; readonly bytes: number };
  readonly tables: { readonly count: number; readonly compared: number };
}

/** Result of comparing a dump’s files with a certificate: names of the files that differ. */
export const filesComparisonSchema = z.object({
  changed: z.array(z.string()),
  missing: z.array(z.string()),
  added: z.array(z.string()),
});
export type FilesComparison = z.infer<typeof filesComparisonSchema>;

/** Result of checking a dump against a certificate. */
export const certificateCheckSchema = z.object({
  ...filesComparisonSchema.shape,
  ok: z.boolean(),
  certificate: z.string(),
  dump: z.string(),
  provedAt: z.string(),
  server: certificateSchema.shape.server,
  /** Choices by which the dump was read when it was proved; absent for none. */
  input: readingChoicesSchema.optional(),
  loadSeconds: seconds,
  files: count,
  bytes: count,
});
export type CertificateCheck = z.infer<typeof certificateCheckSchema>;
