import { counted } from '../../contract/language/counted';
import { spoken } from '../../contract/language/spoken';
import { formatBytes } from '../../contract/quantities';

/** A dump as it was recognized. */
export interface RecognizedDump {
  readonly form: 'folder' | 'script' | 'values' | 'xml';
  readonly tool: string;
  /** Product and version of its source; null where the dump does not say it. */
  readonly source: string | null;
  readonly schemas: number;
  readonly tables: number;
  readonly views: number;
  /** On disk. */
  readonly storedBytes: number;
  readonly files: number;
  /** Compressions of its rows; empty where none is compressed. */
  readonly compressions: readonly string[];
  /** Checksums of its rows; `unknown-form` where Sluice can't compare them. */
  readonly checksums: 'known-form' | 'unknown-form' | 'none';
}

/** Facts that its first bytes tell. */
export type GlimpsedDump = Pick<
  RecognizedDump,
  'form' | 'tool' | 'source' | 'storedBytes' | 'files' | 'compressions'
>;

function headOf({ form, tool, source }: Pick<RecognizedDump, 'form' | 'tool' | 'source'>): string {
  if (form === 'values') return `Files of values (${tool})`;
  const kind = { folder: 'Folder', script: 'SQL script', xml: 'XML' }[form];
  return `${kind} of ${tool}, from ${source ?? 'a server that it does not name'}`;
}

function packed({ compressions }: Pick<RecognizedDump, 'compressions'>): string {
  return compressions.length === 0 ? '' : ` (${compressions.join(', ')})`;
}

const CHECKSUMS = {
  'known-form': 'checksums recorded',
  'unknown-form': 'checksums recorded in a form that Sluice does not know',
  none: 'no checksums recorded',
} as const;

/** Words of how a dump was recognized. */
export const recognizedText = spoken({
  sentence: (dump: RecognizedDump) =>
    `${headOf(dump)}: ${counted(dump.schemas, 'schema', 'schemas')}, ` +
    `${counted(dump.tables, 'table', 'tables')}, ` +
    (dump.views === 0 ? '' : `${counted(dump.views, 'view', 'views')}, `) +
    `${formatBytes(dump.storedBytes)} of rows in ${counted(dump.files, 'file', 'files')}${packed(dump)}; ` +
    `${CHECKSUMS[dump.checksums]}.`,
  glimpse: (dump: GlimpsedDump) =>
    `${headOf(dump)}: ${formatBytes(dump.storedBytes)} in ${counted(dump.files, 'file', 'files')}${packed(dump)}.`,
});
