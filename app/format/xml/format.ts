import { basename, dirname } from 'path';
import { SYSTEM_SCHEMAS } from '../../catalog/objects/schemas';
import { SluiceError } from '../../contract/failure';
import type { InputChoices } from '../../contract/commands/input';
import type { Addon } from '../../engine/addon';
import type { EngineXmlContent } from '../../engine/scan/scans';
import { toFailure } from '../../engine/failures';
import { delimitedFailures } from '../../text/format/delimited';
import { scriptFailures } from '../../text/format/script';
import { xmlFailures, xmlText } from '../../text/format/xml';
import type { DumpFormat, DumpGlimpse, DumpPlace } from '../format';
import { namePattern, valuesFile, type ValuesFile } from '../values/names';
import { schemasOf } from '../values/files';
import type { DumpFolder } from '../read/dump';
import type { ScriptFile } from '../script/content';
import { filesIdentity } from '../script/files/identity';
import { glimpseOf, sizesOf } from '../script/files/sizes';
import { inputIdentity } from '../script/files/inputs';
import { spooledDigest } from '../script/files/spooled';
import { compressionOf, unpackedHead, xmlTool } from '../script/files/unpacked';
import { folderOf } from '../script/folder';
import { rangeBytes } from '../script/scan';
import { documentOf } from './document';
import { faultOf } from './fault';
import { queryTable } from './query';
import type { FoundRows } from './rows';

const NAME = namePattern('xml');

/** Returns whether a file is called as one of XML. Pure. */
export function isXmlName(path: string): boolean {
  return NAME.test(basename(path));
}

/** XML of the vendors' clients: mysqldump --xml and mariadb-dump --xml, and the result of a query of mysql --xml. */
export const xmlFormat: DumpFormat = {
  choices: ['table'],
  // Its content tells it, which `formats.ts` looks at.
  recognizes: () => false,
  glimpse,
  read,
};

type FilePlace = Extract<DumpPlace, { kind: 'file' }>;

function assertFile(place: DumpPlace): asserts place is FilePlace {
  if (place.kind !== 'file') throw xmlFailures.folder({ path: place.path });
}

async function fileAt(place: FilePlace, engine: Addon): Promise<ScriptFile> {
  const name = basename(place.path);
  const compression = await compressionOf(place.path, place.head, engine, { mayBeXml: true });
  if (compression === 'zip') throw scriptFailures.compressed({ path: place.path, suffix: compression });
  return { name, path: name, compression, entry: null };
}

async function glimpse(place: DumpPlace, engine: Addon): Promise<DumpGlimpse> {
  assertFile(place);
  const file = await fileAt(place, engine);
  const isQuery = xmlTool(await unpackedHead(place.path, file.compression, engine)) === 'mysql';
  return await glimpseOf(dirname(place.path), [file], {
    form: isQuery ? 'values' : 'xml',
    tool: isQuery ? xmlText.query : xmlText.format,
    serverVersion: null,
  });
}

async function read(place: DumpPlace, engine: Addon, input: InputChoices): Promise<DumpFolder> {
  assertFile(place);
  const { path } = place;
  const file = await fileAt(place, engine);
  const { compression } = file;
  const found = await engine.scanXml({
    path,
    compression,
    bytesPerRange: await rangeBytes({ path, compression, entry: null }),
    ignoredDatabases: SYSTEM_SCHEMAS,
  });
  if ('code' in found) throw SluiceError.from(toFailure(found));
  if (found.bad !== null) throw faultOf(file.name, found.root, found.bad);
  const directory = dirname(path);
  const common = {
    path,
    directory,
    serverVersion: null,
    files: await sizesOf(directory, [file.name]),
    // The next copy of the same input lies elsewhere.
    identity: async () =>
      `xml ${(await inputIdentity(path)) ?? (await filesIdentity(directory, [file.name]))}`,
  };
  if (found.root === 'resultset')
    return folderOf({
      ...common,
      form: 'values',
      tool: xmlText.query,
      content: queryContent(file, found, path, input),
    });
  if (input.table !== undefined) throw xmlFailures.tableOfDump({ file: file.name });
  const { content, likelyVersion } = documentOf(file, found);
  if (content.schemas.length === 0) throw delimitedFailures.empty({ file: file.name });
  return folderOf({ ...common, form: 'xml', tool: xmlText.format, content, likelyVersion });
}

function queryContent(file: ScriptFile, found: EngineXmlContent, path: string, input: InputChoices) {
  const rows = found.items.find((item): item is FoundRows => item.kind === 'rows');
  if (rows === undefined || rows.rows === 0) throw xmlFailures.noRows({ file: file.name });
  const named = namedBy(path);
  if (named === null && input.table === undefined) throw xmlFailures.unnamed();
  const { schema = null, name = named?.table ?? '' } = input.table ?? {};
  const own = schema ?? named?.schema ?? named?.table ?? name;
  const { table, columns, primaryKey } = queryTable(name, file, rows, found);
  return {
    schemas: schemasOf([{ schema: own, table }]),
    statements: [],
    accounts: [],
    problems: [],
    remarks: [xmlText.found({ file: file.name, columns, primaryKey }), xmlText.inferred],
  };
}

/** The table that a file's name is of; null for a copy of standard input. */
function namedBy(path: string): Pick<ValuesFile, 'schema' | 'table'> | null {
  if (spooledDigest(path) !== null) return null;
  const name = basename(path);
  return valuesFile(name, NAME) ?? { schema: null, table: name.replace(/(?:\.\w+){1,2}$/, '') };
}
