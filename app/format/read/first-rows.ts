import { SluiceError } from '../../contract/failure';
import type { Addon } from '../../engine/addon';
import { toFailure } from '../../engine/failures';
import type { FirstRows } from '../../contract/runs/dump-folder';
import { unsupportedFailures } from '../../text/format/unsupported';
import { formOf, type ColumnForm } from '../decoders';
import { textOf } from '../encoded-text';
import type { DumpFolder, DumpTable } from './dump';

/** No value is shown longer; a row may hold gigabytes. */
const LONGEST_VALUE = 200;
/** Enough for many rows; reading stops here also in the middle of one. */
const MOST_BYTES = 1 << 20;

/**
 * Reads the first rows of a table from its first data file, at most `limit`, for a preview. Fails with
 * `dump-unsupported` for files in another dialect than MySQL Shell's default TSV.
 */
export async function readFirstRows(
  engine: Addon,
  { directory }: Pick<DumpFolder, 'directory'>,
  table: DumpTable,
  limit: number,
): Promise<FirstRows> {
  const { options } = table.document;
  assertPlainTsv(table);
  const chunk = table.chunks.find(({ rows }) => rows !== 0);
  const text =
    chunk === undefined ? '' : await readText(engine, directory, chunk, options.defaultCharacterSet);
  // Line breaks inside values are escaped; what follows the last one is a row that was cut off.
  const lines = text.split('\n').slice(0, -1).slice(0, limit);
  const forms = options.columns.map((column) => formOf(table.document, column));
  return {
    columns: options.columns,
    rows: lines.map((line) => line.split('\t').map((field, index) => showField(field, forms[index] ?? null))),
  };
}

function assertPlainTsv({ schema, name, document }: DumpTable): void {
  const { fieldsTerminatedBy, fieldsEnclosedBy, fieldsEscapedBy, linesTerminatedBy } = document.options;
  const plain =
    fieldsTerminatedBy === '\t' &&
    fieldsEnclosedBy === '' &&
    fieldsEscapedBy === '\\' &&
    linesTerminatedBy === '\n';
  if (plain) return;
  throw unsupportedFailures.noPreview({ table: `${schema}.${name}` });
}

async function readText(
  engine: Addon,
  directory: string,
  chunk: DumpTable['chunks'][number],
  charset: string,
): Promise<string> {
  const text = await engine.firstText(directory, chunk, MOST_BYTES);
  if (!(text instanceof Uint8Array)) throw SluiceError.from(toFailure(text));
  return textOf(text, charset) ?? text.toString('utf8');
}

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  '0': '\0',
  b: '\b',
  Z: '\x1a',
};

/** Text of a field for display: null for NULL; bytes in hexadecimal, as the servers show them. */
function showField(field: string, form: ColumnForm | null): string | null {
  if (field === '\\N') return null;
  if (form?.kind === 'bytes') return showBytes(Buffer.from(field, 'base64'));
  if (form?.kind === 'encoded') {
    const bytes = Buffer.from(field, 'base64');
    const text = textOf(bytes, form.charset);
    return text === null ? showBytes(bytes) : cut(text);
  }
  return cut(field.replace(/\\([^])/g, (_, escaped: string) => ESCAPES[escaped] ?? escaped));
}

function showBytes(bytes: Buffer): string {
  const most = LONGEST_VALUE / 2;
  const shown = bytes.subarray(0, most).toString('hex').toUpperCase();
  return `0x${shown}${bytes.length > most ? '…' : ''}`;
}

function cut(text: string): string {
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text;
}
