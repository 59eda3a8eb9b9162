import { basename, join } from 'path';
import { SYSTEM_SCHEMAS } from '../../catalog/objects/schemas';
import { SluiceError } from '../../contract/failure';
import type { InputChoices } from '../../contract/commands/input';
import type { Addon } from '../../engine/addon';
import type { EngineXmlContent } from '../../engine/scan/scans';
import { toFailure } from '../../engine/failures';
import { delimitedFailures } from '../../text/format/delimited';
import { scriptFailures } from '../../text/format/script';
import { xmlFailures, xmlText } from '../../text/format/xml';
import { archivedFiles } from '../archive/files';
import type { DumpFormat, DumpGlimpse, DumpPlace } from '../format';
import type { DumpFolder } from '../read/dump';
import { headOf } from '../read/head';
import type { ScriptContent, ScriptFile } from '../script/content';
import { filesIdentity } from '../script/files/identity';
import { assertWithin } from '../read/within';
import { glimpseOf, sizesOf } from '../script/files/sizes';
import { inputIdentity } from '../script/files/inputs';
import { shownPath, spooledDigest } from '../../engine/words/spooled-input';
import { assertText, compressionOf, unpackedHead, xmlTool } from '../script/files/unpacked';
import { folderOf, type ReadScript } from '../script/folder';
import { rangeBytes } from '../script/scan';
import { areMostly, loneName, restOf, schemaOfPlace, schemasOf } from '../values/files';
import type { ValuesFile } from '../values/names';
import { dialectOf } from './dialect';
import { documentOf } from './document';
import { faultOf } from './fault';
import { xmlFile, xmlFiles } from './files';
import { queryTable } from './query';
import type { FoundRows } from './rows';
import { together } from './together';

/** XML of the vendors' clients: mysqldump --xml and mariadb-dump --xml, and the result of a query of mysql --xml. */
export const xmlFormat: DumpFormat = {
  choices: ['table'],
  // The content of a file that is alone tells it, which `formats.ts` looks at.
  recognizes: (place) => {
    const { names, others } = xmlFiles(place);
    return loneName(place) === null && areMostly(place, names, others);
  },
  glimpse,
  read,
};

interface XmlFile {
  readonly path: string;
  /** Name by which it is called, also in an archive; null for a copy of standard input. */
  readonly ownName: string | null;
  readonly file: ScriptFile;
}

interface ScannedFile extends XmlFile {
  readonly found: EngineXmlContent;
}

async function filesAt(place: DumpPlace, engine: Addon): Promise<readonly XmlFile[]> {
  if (place.kind === 'archive') return await filesIn(place);
  const { directory, names } = xmlFiles(place);
  const files: XmlFile[] = [];
  for (const name of names) {
    const path = join(directory, name);
    if (place.kind === 'folder') await assertWithin(directory, path);
    const head = place.kind === 'file' ? place.head : await headOf(path);
    const compression = await compressionOf(path, head, engine, { mayBeXml: true });
    if (compression === 'zip')
      throw scriptFailures.compressed({ path: shownPath(path), suffix: compression });
    files.push({
      path,
      ownName: spooledDigest(path) === null ? name : null,
      file: { name: shownPath(name), path: name, compression, entry: null },
    });
  }
  return files;
}

async function filesIn(place: Extract<DumpPlace, { readonly kind: 'archive' }>): Promise<readonly XmlFile[]> {
  const { path, entries } = place;
  const { names } = xmlFiles(place);
  const chosen = names.flatMap((name) => entries.find((entry) => entry.name === name) ?? []);
  return (await archivedFiles(path, chosen)).map(({ file, head }, at) => {
    assertText(file.name, head, true);
    return { path, ownName: names[at] ?? null, file };
  });
}

async function glimpse(place: DumpPlace, engine: Addon): Promise<DumpGlimpse> {
  const files = await filesAt(place, engine);
  const [first] = files;
  const isQuery =
    first !== undefined &&
    xmlTool(await unpackedHead({ ...first.file, path: first.path }, engine)) === 'mysql';
  return await glimpseOf(
    xmlFiles(place).directory,
    files.map(({ file }) => file),
    {
      form: isQuery ? 'values' : 'xml',
      tool: isQuery ? xmlText.query : xmlText.format,
      serverVersion: null,
    },
  );
}

async function read(place: DumpPlace, engine: Addon, input: InputChoices): Promise<DumpFolder> {
  const { directory, names, others } = xmlFiles(place);
  const scanned: ScannedFile[] = [];
  for (const file of await filesAt(place, engine)) scanned.push(await scan(file, engine));
  const { content, ...facts } = contentOf(scanned, place, input);
  const rest = restOf(place, { own: names[0], others }, (values) => xmlFailures.unknownFile(values).failure);
  const stored = place.kind === 'archive' ? [basename(place.path)] : names;
  return folderOf({
    ...facts,
    path: place.path,
    directory,
    serverVersion: null,
    content: {
      ...content,
      problems: [...rest.problems, ...content.problems],
      remarks: [...rest.remarks, ...content.remarks],
    },
    files: await sizesOf(directory, stored),
    // The next copy of the same input lies elsewhere.
    identity: async () =>
      `xml ${(await inputIdentity(place.path)) ?? (await filesIdentity(directory, stored))}`,
  });
}

async function scan(xml: XmlFile, engine: Addon): Promise<ScannedFile> {
  const { path, file } = xml;
  const { compression, entry } = file;
  const stored = { path, compression, entry };
  const found = await engine.scanXml({
    ...stored,
    bytesPerRange: await rangeBytes(stored),
    ignoredDatabases: SYSTEM_SCHEMAS,
  });
  if ('code' in found) throw SluiceError.from(toFailure(found));
  if (found.bad !== null) throw faultOf(file.name, found.root, found.bad);
  return { ...xml, found };
}

type Content = Pick<ReadScript, 'form' | 'tool' | 'content' | 'likelyVersion'>;

function contentOf(files: readonly ScannedFile[], place: DumpPlace, input: InputChoices): Content {
  const queries = files.filter(({ found }) => found.root === 'resultset');
  const [query, dump] = [queries[0], files.find((file) => !queries.includes(file))];
  if (dump === undefined) return queriesOf(queries, place, input);
  if (query !== undefined) throw xmlFailures.mixed({ query: query.file.name, dump: dump.file.name });
  if (input.table !== undefined) throw xmlFailures.tableOfDump({ file: dump.file.name });
  const dialect = dialectOf(files.flatMap(({ found }) => found.items));
  const content = together(
    files.map(({ file, found }) => ({ file: file.name, content: documentOf(file, found, dialect) })),
  );
  if (content.schemas.length === 0) throw delimitedFailures.empty({ file: dump.file.name });
  return { form: 'xml', tool: xmlText.format, content, likelyVersion: dialect.likelyVersion };
}

function queriesOf(files: readonly ScannedFile[], place: DumpPlace, input: InputChoices): Content {
  if (input.table !== undefined && files.length > 1)
    throw delimitedFailures.tableOfOneFile({ option: '--input-table', files: files.length });
  const schema = schemaOfPlace(place);
  const content = together(
    files.map((each) => ({ file: each.file.name, content: queryContent(each, schema, input) })),
  );
  return { form: 'values', tool: xmlText.query, content };
}

/** `folderName` is the schema of files whose names have none; null for that of the table. */
function queryContent(
  { file, ownName, found }: ScannedFile,
  folderName: string | null,
  input: InputChoices,
): ScriptContent {
  const rows = found.items.find((item): item is FoundRows => item.kind === 'rows');
  if (rows === undefined || rows.rows === 0) throw xmlFailures.noRows({ file: file.name });
  const named = ownName === null ? null : namedBy(ownName);
  if (named === null && input.table === undefined) throw xmlFailures.unnamed();
  const { schema = null, name = named?.table ?? '' } = input.table ?? {};
  const own = schema ?? named?.schema ?? folderName ?? named?.table ?? name;
  const { table, columns, primaryKey } = queryTable(name, file, rows, found);
  return {
    schemas: schemasOf([{ schema: own, table }]),
    statements: [],
    accounts: [],
    problems: [],
    remarks: [xmlText.found({ file: file.name, columns, primaryKey }), xmlText.inferred],
  };
}

/** The table that a file's name is of. Pure. */
function namedBy(path: string): Pick<ValuesFile, 'schema' | 'table'> {
  const name = basename(path);
  return xmlFile(name) ?? { schema: null, table: name.replace(/(?:\.\w+){1,2}$/, '') };
}
