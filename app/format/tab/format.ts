import { promises as fs } from 'fs';
import { basename, join } from 'path';
import type { Failure } from '../../contract/failure';
import type { Addon } from '../../engine/addon';
import type { EngineRowDialect } from '../../engine/chunk-files';
import { delimitedFailures, delimitedText } from '../../text/format/delimited';
import { fieldsFailures, fieldsText } from '../../text/format/fields';
import { fieldsRecipe } from '../fields/columns';
import { fieldsRows } from '../fields/rows';
import { inZone } from '../values/zone';
import type { DumpFormat } from '../format';
import type { DumpFolder } from '../read/dump';
import { ScriptCollector } from '../script/collect';
import type { ScriptContent, ScriptFile, ScriptTable } from '../script/content';
import { filesIdentity } from '../script/files/identity';
import { assertWithin } from '../read/within';
import { mergedContent } from '../script/files/merged-content';
import { sizesOf } from '../script/files/sizes';
import { unpackedHead } from '../script/files/unpacked';
import { folderOf } from '../script/folder';
import { headerOf } from '../script/header';
import { scanFile } from '../script/scan';
import { choicesText } from '../script/settings';
import { shapeOf, tabDialect, type TabSample } from './dialect';
import { hasPairs, schemaFolder, tabFiles, type NamedFile, type TabFiles } from './names';
import { fileSession } from './session';

const HEAD_BYTES = 1 << 16;
const TAIL_BYTES = 8;

/**
 * Folders of mysqldump --tab and mariadb-dump --tab: a script for each table, and the rows that its server has written beside it;
 * and those of mariadb-dump --dir, which has such a folder for each schema.
 */
export const tabFormat: DumpFormat = {
  recognizes: (place) => place.kind === 'folder' && hasPairs(place.names),
  choices: ['timeZone'],
  read: (place, engine, { timeZone }) =>
    read(place.path, place.kind === 'folder' ? place.names : [], engine, timeZone),
};

/** A script of the folder, what it holds, and its table with the file of its rows. */
interface ReadScript {
  readonly script: NamedFile;
  readonly content: ScriptContent;
  readonly comments: string;
  readonly table: RowsOfTable | null;
}

interface RowsOfTable {
  readonly schema: string;
  readonly table: ScriptTable;
  /** The file that creates the table. */
  readonly script: string;
  readonly file: ScriptFile;
  /** Character set of the file. */
  readonly charset: string;
  /** True if its TIMESTAMP values are in a time zone that the dump does not name. */
  readonly lacksZone: boolean;
  readonly sample: TabSample;
  /** Names of the columns, in the order of the values, for each shape of the sample. */
  readonly names: readonly (readonly string[])[];
}

async function read(
  path: string,
  names: readonly string[],
  engine: Addon,
  timeZone?: string,
): Promise<DumpFolder> {
  const { pairs, others } = tabFiles(names);
  const emptyFolders = others.filter((name) => name.endsWith('/'));
  const unknown = others.filter((name) => !emptyFolders.includes(name));
  const problems: Failure[] = unknown.map(
    (file) => delimitedFailures.unknownFile({ file, ending: null }).failure,
  );
  const scripts: ReadScript[] = [];
  for (const pair of pairs) scripts.push(await readPair(engine, path, pair, problems));
  const tables = scripts.flatMap(({ table }) => table ?? []);
  if (timeZone === undefined) problems.push(...timesOfNoZone(tables));
  const safe = tables.filter(
    ({ table, charset, names: [own = []] }) => fieldsRecipe(table.text, own, charset).unsafe.length === 0,
  );
  const { tool, serverVersion } = headerOf(scripts.map(({ comments }) => comments).join('\n'));
  problems.push(...rawBits(safe, serverVersion));
  const plain = safe.filter(({ sample }) => sample.shapes[0]?.includes('bit') !== true);
  const dialect = tabDialect((plain.length > 0 ? plain : safe).map(({ sample }) => sample));
  const filled =
    dialect === null
      ? new Map<ScriptTable, ScriptTable>()
      : await fill(engine, path, tables, dialect, { timeZone, problems });
  if (dialect === null) problems.push(fieldsFailures.noDialect({ file: tables[0]?.file.name ?? '' }).failure);
  const files = pairs.flatMap(({ script, rows }) => [script.name, ...(rows === null ? [] : [rows.name])]);
  const content = mergedContent(
    scripts.map((script) => script.content),
    (table) => filled.get(table) ?? table,
  );
  return folderOf({
    form: 'script',
    path,
    directory: path,
    tool,
    serverVersion,
    content: {
      ...content,
      problems: [...content.problems, ...problems],
      remarks: [
        ...content.remarks,
        ...(dialect === null ? [] : [fieldsText.found(dialect)]),
        ...(timeZone === undefined ? [] : [zoneRemark(tables, timeZone)]),
        ...emptyFolders.map(fieldsText.emptyFolder),
      ],
    },
    files: await sizesOf(path, files),
    identity: async () => `tab ${await filesIdentity(path, files)}${choicesText({ timeZone })}`,
  });
}

/** Bytes of more bits may be a tab, a line feed or a backslash. */
const MOST_PLAIN_BITS = 3;
const BITS = /^(?:`(?:[^`]|``)+`|\w+)\s+bit\((\d+)\)/i;

/** MariaDB writes a BIT without escapes, as earlier versions of MySQL may (measured on 10.11; 9.7 does not). */
function rawBits(tables: readonly RowsOfTable[], version: string | null): readonly Failure[] {
  if (version !== null && /^(?:[89]|[1-9]\d)\./.test(version) && !/MariaDB/i.test(version)) return [];
  return tables.flatMap(({ table, file }) =>
    table.text.elements.some((element) => Number(BITS.exec(element)?.[1] ?? 0) > MOST_PLAIN_BITS)
      ? [fieldsFailures.rawBits({ file: file.name }).failure]
      : [],
  );
}

function timesOfNoZone(tables: readonly RowsOfTable[]): readonly Failure[] {
  return tables
    .filter(({ lacksZone }) => lacksZone)
    .map(({ schema, table: { text }, script }) => {
      const table = `${schema}.${text.name}`;
      return fieldsFailures.timesOfNoZone({ file: script, table }, { table }).failure;
    });
}

function zoneRemark(tables: readonly RowsOfTable[], timeZone: string): string {
  return tables.some(({ lacksZone }) => lacksZone) ? delimitedText.timesIn(timeZone) : fieldsText.zoneUnused;
}

async function readPair(
  engine: Addon,
  directory: string,
  { script, rows }: TabFiles,
  problems: Failure[],
): Promise<ReadScript> {
  const file = { ...script, path: script.name, entry: null };
  const path = join(directory, script.name);
  await assertWithin(directory, path);
  const schema = schemaFolder(script.name) ?? basename(directory);
  const collector = new ScriptCollector({ file, schema });
  await scanFile(engine, { ...file, path, ends: 'client' }, collector);
  const content = collector.content();
  const head = (
    await unpackedHead({ path, compression: script.compression, entry: null }, engine, HEAD_BYTES)
  ).toString('utf8');
  const created = content.schemas.flatMap(({ name, tables }) =>
    tables.filter(({ isCreated }) => isCreated).map((table) => ({ schema: name, table })),
  );
  const [only] = created;
  const read = { script, content, comments: head };
  if (rows === null) {
    if (only?.table.rows.length === 0)
      problems.push(
        fieldsFailures.rowsMissing({ file: script.name, rows: script.name.replace(/\.sql/i, '.txt') })
          .failure,
      );
    return { ...read, table: null };
  }
  if (only === undefined || created.length > 1) {
    problems.push(fieldsFailures.noTable({ file: script.name, rows: rows.name }).failure);
    return { ...read, table: null };
  }
  const { charset, isUtc } = fileSession(head);
  const lacksZone = !isUtc && only.table.columns.some(({ type }) => type === 'timestamp');
  const sample = await sampleOf(engine, directory, rows, only.table);
  return { ...read, table: { ...only, ...sample, script: script.name, charset, lacksZone } };
}

async function sampleOf(
  engine: Addon,
  directory: string,
  { name, compression }: NamedFile,
  { columns }: ScriptTable,
): Promise<Pick<RowsOfTable, 'file' | 'sample' | 'names'>> {
  const path = join(directory, name);
  await assertWithin(directory, path);
  const { size } = await fs.stat(path);
  const head =
    size === 0
      ? ''
      : (await unpackedHead({ path, compression, entry: null }, engine, HEAD_BYTES)).toString('latin1');
  // mysqldump leaves out what the server computes; mariadb-dump has the server write all columns.
  const stored = columns.filter(({ isGenerated }) => !isGenerated);
  const shapes = stored.length === columns.length ? [columns] : [stored, columns];
  return {
    file: { name, path: name, compression, entry: null },
    sample: {
      head,
      isWhole: head.length < HEAD_BYTES,
      tail: compression === 'none' ? await tailOf(path, size) : '',
      shapes: shapes.map((shape) => shape.map(({ type }) => type)),
    },
    names: shapes.map((shape) => shape.map((column) => column.name)),
  };
}

async function tailOf(path: string, size: number): Promise<string> {
  const bytes = Math.min(TAIL_BYTES, size);
  const file = await fs.open(path, 'r');
  try {
    const { buffer } = await file.read(Buffer.alloc(bytes), 0, bytes, size - bytes);
    return buffer.toString('latin1');
  } finally {
    await file.close();
  }
}

async function fill(
  engine: Addon,
  directory: string,
  tables: readonly RowsOfTable[],
  dialect: EngineRowDialect,
  { timeZone, problems }: { readonly timeZone: string | undefined; readonly problems: Failure[] },
): Promise<ReadonlyMap<ScriptTable, ScriptTable>> {
  const filled = new Map<ScriptTable, ScriptTable>();
  for (const { table, file, charset, lacksZone, sample, names } of tables) {
    const own = names[shapeOf(sample, dialect) ?? 0] ?? [];
    const recipe = fieldsRecipe(table.text, own, charset);
    const found = await fieldsRows(engine, { directory, file, dialect, recipe, skippedRows: 0 });
    problems.push(...found.problems);
    filled.set(table, { ...table, rows: lacksZone ? inZone(found.rows, timeZone) : found.rows });
  }
  return filled;
}
