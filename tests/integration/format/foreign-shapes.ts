import { promises as fs } from 'fs';
import { join } from 'path';
import { gzipSync } from 'zlib';
import { compress } from 'zstd-napi';
import { dataSetsOf, discover, readData } from './data-files';
import { manifestShape, schemaShape, tableShape, type TableShape } from './shapes';

/** Differences of a dump of another tool, or of another version of MySQL Shell, from ours. */
export interface ForeignShape {
  readonly version: string;
  readonly extension: string;
  readonly store: (text: string) => Buffer;
  /** Null: as ours. */
  readonly dialect: Dialect | null;
  readonly chunked: boolean;
  /** Compression and primary index among a table's options, as MySQL Shell 8.0.21 has them. */
  readonly oldPlacement: boolean;
  /** Function in place of `FROM_BASE64`, and the text that it is given. */
  readonly decoder: (column: string) => string;
  readonly encode: (bytes: Buffer) => string;
  readonly multifileDdl: boolean;
}

interface Dialect {
  readonly fieldsTerminatedBy: string;
  readonly fieldsEnclosedBy: string;
  readonly fieldsOptionallyEnclosed: boolean;
  readonly fieldsEscapedBy: string;
  readonly linesTerminatedBy: string;
}

const PLAIN: ForeignShape = {
  version: '2.0.1',
  extension: 'tsv.zst',
  store: (text) => compress(Buffer.from(text)),
  dialect: null,
  chunked: true,
  oldPlacement: false,
  decoder: () => 'FROM_BASE64',
  encode: (bytes) => bytes.toString('base64'),
  multifileDdl: false,
};

const gzipped = (text: string) => gzipSync(Buffer.from(text));
const stored = (text: string) => Buffer.from(text);
const csv = { fieldsTerminatedBy: ',', fieldsEnclosedBy: '"', fieldsOptionallyEnclosed: true };

export const FOREIGN_SHAPES: Readonly<Record<string, ForeignShape>> = {
  'format 1.0.0, one file of gzip for each table': {
    ...PLAIN,
    version: '1.0.0',
    extension: 'tsv.gz',
    store: gzipped,
    chunked: false,
    oldPlacement: true,
  },
  'format 1.0.2, zstd in chunks, without a version of its own': { ...PLAIN, version: '', oldPlacement: true },
  'CSV with line breaks of two characters, gzip': {
    ...PLAIN,
    extension: 'csv.gz',
    store: gzipped,
    dialect: { ...csv, fieldsEscapedBy: '\\', linesTerminatedBy: '\r\n' },
    decoder: () => 'UNHEX',
    encode: (bytes) => bytes.toString('hex'),
  },
  'CSV after RFC 4180, as it is': {
    ...PLAIN,
    extension: 'csv',
    store: stored,
    dialect: { ...csv, fieldsOptionallyEnclosed: false, fieldsEscapedBy: '', linesTerminatedBy: '\n' },
  },
  'a dialect of its own, an expression as decoder and scripts in several files': {
    ...PLAIN,
    extension: 'txt',
    store: stored,
    dialect: {
      fieldsTerminatedBy: '<|',
      fieldsEnclosedBy: "'",
      fieldsOptionallyEnclosed: true,
      fieldsEscapedBy: '!',
      linesTerminatedBy: '>\n',
    },
    decoder: (column) => `FROM_BASE64(REVERSE(@\`${column}\`))`,
    encode: (bytes) => Array.from(bytes.toString('base64')).reverse().join(''),
    multifileDdl: true,
  },
};

/** Writes a dump of ours, of one schema, again in another shape, without any fact of ours. */
export async function reshape(from: string, to: string, shape: ForeignShape): Promise<void> {
  await fs.mkdir(to);
  const names = new Set(await fs.readdir(from));
  const manifest = await readJson(from, '@.json');
  const [schema = ''] = manifestShape.parse(manifest).schemas;
  const document = await readJson(from, `${schema}.json`);
  for (const name of names) if (name.endsWith('.sql')) await fs.copyFile(join(from, name), join(to, name));
  const { version, ...unversioned } = { ...manifest, dumper: 'mysqlsh 8.0.21', version: shape.version };
  await writeJson(to, '@.json', version === '' ? unversioned : { ...unversioned, version });
  await writeJson(to, `${schema}.json`, shape.multifileDdl ? { ...document, multifileDdl: true } : document);
  if (shape.multifileDdl) await splitScripts(to, schema);
  for (const table of schemaShape.parse(document).tables)
    await reshapeTable(from, to, `${schema}@${table}`, names, shape);
  const { end, tableRows } = await readJson(from, '@.done.json');
  await writeJson(to, '@.done.json', { end, tableRows });
}

async function reshapeTable(
  from: string,
  to: string,
  stem: string,
  names: ReadonlySet<string>,
  shape: ForeignShape,
): Promise<void> {
  const document = await readJson(from, `${stem}.json`);
  const recipe = tableShape.parse(document);
  const decoded = Object.keys(recipe.options.decodeColumns ?? {});
  const { compression, primaryIndex, chunking, ...rest } = document;
  await writeJson(to, `${stem}.json`, {
    ...rest,
    ...(shape.oldPlacement ? {} : { compression: undefined, primaryIndex }),
    ...(shape.chunked ? { chunking } : {}),
    extension: shape.extension,
    options: {
      ...recipe.options,
      ...shape.dialect,
      decodeColumns: Object.fromEntries(decoded.map((column) => [column, shape.decoder(column)])),
      ...(shape.oldPlacement && {
        compression: shape.extension.endsWith('.gz') ? 'gzip' : compression,
        primaryIndex: 'id',
      }),
    },
  });
  for (const { basename } of dataSetsOf(recipe, stem)) {
    const texts: string[] = [];
    for (const file of discover(names, recipe, basename))
      texts.push(rewrite((await readData(from, file, recipe)).toString('utf8'), recipe, shape));
    const files = shape.chunked ? texts : [texts.join('')];
    for (const [number, text] of files.entries()) {
      const last = number === files.length - 1 ? '@@' : '@';
      const name = shape.chunked ? `${basename}${last}${number}` : basename;
      await fs.writeFile(join(to, `${name}.${shape.extension}`), shape.store(text));
    }
  }
}

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  '0': '\0',
  b: '\b',
  Z: '\x1a',
};

/** The rows of our TSV in another dialect, with raw line breaks wherever values hold them. */
function rewrite(text: string, { options }: TableShape, shape: ForeignShape): string {
  const decoders = options.decodeColumns ?? {};
  const isDecoded = options.columns.map((column) => Object.keys(decoders).includes(column));
  const rows = text.split('\n').slice(0, -1);
  return rows
    .map((row) => {
      const fields = row.split('\t').map((field, index) => {
        if (field === '\\N') return null;
        if (isDecoded[index] === true) return shape.encode(Buffer.from(field, 'base64'));
        return field.replace(/\\([^])/g, (_, escaped: string) => ESCAPES[escaped] ?? escaped);
      });
      return shape.dialect === null ? ourRow(row, fields, isDecoded) : foreignRow(fields, shape.dialect);
    })
    .join('');
}

function ourRow(row: string, fields: readonly (string | null)[], isDecoded: readonly boolean[]): string {
  const raw = row.split('\t');
  return `${fields.map((field, index) => (isDecoded[index] === true && field !== null ? field : raw[index])).join('\t')}\n`;
}

function foreignRow(fields: readonly (string | null)[], dialect: Dialect): string {
  const { fieldsTerminatedBy, fieldsEnclosedBy: quote, fieldsEscapedBy: escape, linesTerminatedBy } = dialect;
  const written = fields.map((field) => {
    if (field === null) return escape === '' ? 'NULL' : `${escape}N`;
    // MySQL takes the two-character forms of \0 and others only behind the escape character.
    const inner =
      escape === ''
        ? field.split(quote).join(quote + quote)
        : field
            .split(escape)
            .join(escape + escape)
            .split(quote)
            .join(escape + quote)
            .split('\0')
            .join(`${escape}0`);
    return `${quote}${inner}${quote}`;
  });
  return written.join(fieldsTerminatedBy) + linesTerminatedBy;
}

/** Routines and events into files of their own, as MySQL Shell 9.3 writes them. */
async function splitScripts(folder: string, schema: string): Promise<void> {
  const path = join(folder, `${schema}.sql`);
  const script = await fs.readFile(path, 'utf8');
  const groups = script.split(/(?=^-- begin )/m);
  const of = (kind: RegExp) => groups.filter((group) => kind.test(group)).join('');
  await fs.writeFile(join(folder, `${schema}.routines.sql`), of(/^-- begin (?:function|procedure)/));
  await fs.writeFile(join(folder, `${schema}.events.sql`), of(/^-- begin event/));
  await fs.writeFile(path, groups[0] ?? '');
}

type Json = Readonly<Record<string, unknown>>;

async function readJson(folder: string, name: string): Promise<Json> {
  return JSON.parse(await fs.readFile(join(folder, name), 'utf8')) as Json;
}

async function writeJson(folder: string, name: string, document: Json): Promise<void> {
  await fs.writeFile(join(folder, name), JSON.stringify(document));
}
