import { promises as fs } from 'fs';
import { dirname, join } from 'path';
import { inputWords, type InputChoices } from '../contract/commands/input';
import { SluiceError } from '../contract/failure';
import type { Addon } from '../engine/addon';
import { delimitedFailures } from '../text/format/delimited';
import { folderFailures } from '../text/format/folder';
import { jsonFailures } from '../text/format/json';
import { scriptFailures } from '../text/format/script';
import { severalFailures } from '../text/format/several';
import { archiveEntries } from './archive/files';
import type { DumpFormat, DumpGlimpse, DumpPlace, TablesThere } from './format';
import { headOf } from './read/head';
import { delimitedFormat } from './delimited/format';
import { delimitedFile } from './delimited/names';
import { contentHead, contentOf } from './delimited/recognize';
import { assertJsonChoices } from './json/chosen';
import { jsonFormat } from './json/format';
import { jsonFile } from './json/names';
import { mydumperFormat } from './mydumper/format';
import { MANIFEST_FILE } from './names';
import { packingOf } from './packing';
import type { DumpFolder } from './read/dump';
import { folderFormat } from './read/format';
import { unopened } from './read/reader';
import { chosenFiles, isPattern } from './read/several';
import { SCRIPT_SUFFIX } from './script/files/in-folder';
import { shownPath, spooledDigest } from '../engine/words/spooled-input';
import { xmlTool } from './script/files/unpacked';
import { scriptFormat } from './script/format';
import { definitionFile, folderDefinitions } from './values/definition';
import { isHidden, loneName } from './values/files';
import { assertNoValues, isJsonOnStandardInput } from './values/standard-input';
import { tabFormat } from './tab/format';
import { hasPairs, isOfTab } from './tab/names';
import { isXmlName } from './xml/files';
import { xmlFormat } from './xml/format';

const IS_JSON = /\.json(?:\.(?:gz|zst|bz2|xz|lz4))?$/i;

/** All formats; the first that recognizes a dump reads it. */
const FORMATS: readonly DumpFormat[] = [
  folderFormat,
  mydumperFormat,
  delimitedFormat,
  jsonFormat,
  xmlFormat,
  tabFormat,
  scriptFormat,
];

/**
 * Opens a dump that is not being written, in whichever format it is. Fails with `not-a-dump` or `dump-unsupported`;
 * damage is collected in its `problems` instead, and with `usage` where choices made by hand don't fit it.
 *
 * @param there what rows without a definition of their own are to fit
 */
export async function openDump(
  path: string,
  engine: Addon,
  input: InputChoices = {},
  there?: TablesThere,
): Promise<DumpFolder> {
  const place = await placeAt(path);
  if (place.kind === 'archive' && IS_JSON.test(loneName(place) ?? '')) throw jsonFailures.notLines({ path });
  const format = await formatAt(place, engine);
  if (format === jsonFormat) assertJsonChoices(shownPath(place.path), input);
  else if (format !== undefined) assertChoices(shownPath(place.path), format, input);
  if (format === scriptFormat) await assertNoValues(place, engine);
  if (format !== undefined) return { ...(await format.read(place, engine, input, there)), path };
  if (place.kind === 'file' && IS_JSON.test(path)) throw jsonFailures.notLines({ path });
  if (place.kind === 'file') throw folderFailures.isFile({ path });
  throw folderFailures.noManifest({ path, manifest: MANIFEST_FILE });
}

/** Looks at the dump that {@link openDump} would take long to open; null where it would not. */
export async function glimpseDump(path: string, engine: Addon): Promise<DumpGlimpse | null> {
  const place = await placeAt(path);
  const format = await formatAt(place, engine);
  return (await format?.glimpse?.(place, engine)) ?? null;
}

async function formatAt(place: DumpPlace, engine: Addon): Promise<DumpFormat | undefined> {
  if (place.kind === 'folder' && place.pattern !== undefined) return formatOfChosen(place.names);
  if (place.kind === 'folder' && place.hasFolders === true) return formatOfFolders(place.names);
  return (await byContent(place, engine)) ?? FORMATS.find(({ recognizes }) => recognizes(place));
}

/** Finds the format of a file by its first bytes, where its name leaves that open or says something else. */
async function byContent(place: DumpPlace, engine: Addon): Promise<DumpFormat | null> {
  const name = loneName(place);
  if (name === null) return null;
  if (isXmlName(name)) return xmlFormat;
  const head = await contentHead(place, engine);
  if (xmlTool(head) !== null) return xmlFormat;
  if (place.kind === 'file' && spooledDigest(place.path) !== null)
    return (await isJsonOnStandardInput(place, engine)) ? jsonFormat : null;
  const content = contentOf(name, head);
  if (content === null) return null;
  return content === 'values' ? delimitedFormat : scriptFormat;
}

/** The format of files that lie in a folder for each table; its reader refuses what else there is. */
function formatOfFolders(names: readonly string[]): DumpFormat | undefined {
  if (names.some((name) => delimitedFile(name) !== null)) return delimitedFormat;
  if (names.some((name) => jsonFile(name) !== null)) return jsonFormat;
  return hasPairs(names) ? tabFormat : undefined;
}

/** The format of files that were chosen one by one; fails where they have several, or another one. */
function formatOfChosen(names: readonly string[]): DumpFormat {
  if (names.every(isXmlName)) return xmlFormat;
  const values = names.filter((name) => delimitedFile(name) !== null);
  const lines = names.filter((name) => jsonFile(name) !== null);
  const rows = [...values, ...lines];
  const scripts = names.filter((name) => SCRIPT_SUFFIX.test(name));
  const other = names.find((name) => !rows.includes(name) && !scripts.includes(name));
  if (other !== undefined) throw severalFailures.otherForm({ file: other });
  const [one] = rows;
  if (one === undefined) {
    const [first = '', ...others] = scripts;
    const outside = others.find((name) => dirname(name) !== dirname(first));
    if (outside !== undefined) throw severalFailures.scriptsOfFolders({ one: first, other: outside });
    return scriptFormat;
  }
  const definitions = new Set(
    rows.flatMap((name) => delimitedFile(name) ?? jsonFile(name) ?? []).map(definitionFile),
  );
  const script = scripts.find((name) => !definitions.has(name));
  if (script !== undefined) throw severalFailures.mixedForms({ values: one, script });
  const [[value], [line]] = [values, lines];
  if (value !== undefined && line !== undefined)
    throw severalFailures.mixedValues({ values: value, lines: line });
  return value === undefined ? jsonFormat : delimitedFormat;
}

function assertChoices(path: string, format: DumpFormat, input: InputChoices): void {
  const taken = new Set<string>(format.choices);
  assertNoChoices(path, Object.fromEntries(Object.entries(input).filter(([name]) => !taken.has(name))));
}

/** Refuses choices about files of values, and about scripts, for a dump that has none. */
export function assertNoChoices(path: string, { timeZone, ...ofValues }: InputChoices): void {
  if (timeZone !== undefined) throw scriptFailures.zoneOfNoScript({ path });
  const [option] = inputWords(ofValues);
  if (option !== undefined) throw delimitedFailures.notValues({ path, option });
}

async function placeAt(path: string): Promise<DumpPlace> {
  try {
    const found = await fs.stat(path);
    // To open a pipe waits for whoever writes into it, and a dump is read more than once.
    if (!found.isDirectory() && !found.isFile()) throw folderFailures.isNoFile({ path });
    if (found.isDirectory()) return await folderAt(path);
    const head = await headOf(path);
    return packingOf(head, path)?.compression === 'zip'
      ? await archiveAt(path)
      : { kind: 'file', path, head };
  } catch (error) {
    if (error instanceof SluiceError) throw error;
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    if (!isMissing || !isPattern(path)) throw unopened(path, error);
    const { directory, names } = await chosenFiles(path);
    return { kind: 'folder', path: directory, names, pattern: path };
  }
}

/** A folder with its files; with those in its folders, where these hold the rows of a table each. */
async function folderAt(path: string): Promise<DumpPlace> {
  const entries = (await fs.readdir(path, { withFileTypes: true })).sort((one, other) =>
    one.name < other.name ? -1 : 1,
  );
  const names = entries.map(({ name }) => name);
  // Those of other dumps are not looked into.
  if (names.some(isOfOtherDump)) return { kind: 'folder', path, names };
  const folders: FolderWithin[] = [];
  for (const entry of entries.filter((each) => each.isDirectory() && !isHidden(each.name)))
    folders.push({ name: entry.name, files: await rowsFolder(join(path, entry.name)) });
  if (!haveTables(names, folders) && !haveSchemas(names, folders)) return { kind: 'folder', path, names };
  const within = folders.flatMap(({ name, files }) =>
    // An empty one is named, so that nobody takes it for a table without rows.
    files.length === 0 ? [`${name}/`] : files.map((file) => `${name}/${file}`),
  );
  const isFolder = new Set(folders.map(({ name }) => name));
  const others = names.filter((name) => !isFolder.has(name));
  return { kind: 'folder', path, names: [...others, ...within], hasFolders: true };
}

/** A folder within another, with the files in it. */
interface FolderWithin {
  readonly name: string;
  readonly files: readonly string[];
}

/** Returns whether a file tells that a folder is a dump of its own. */
function isOfOtherDump(name: string): boolean {
  return name === MANIFEST_FILE || name === 'metadata';
}

async function rowsFolder(path: string): Promise<readonly string[]> {
  // One that can't be read, such as lost+found, is as one without files.
  const names = await fs.readdir(path).catch((): string[] => []);
  return names.filter((name) => !isHidden(name)).sort();
}

/** Returns whether folders hold the rows of tables, rather than dumps of their own beside scripts or other files of rows. */
function haveTables(names: readonly string[], folders: readonly FolderWithin[]): boolean {
  const isRows = (name: string) => delimitedFile(name) !== null || jsonFile(name) !== null;
  const withRows = folders.filter(({ files }) => files.some(isRows) && !files.some(isOfOtherDump));
  const isFolder = new Set(folders.map(({ name }) => name));
  const isFile = (name: string) => !isFolder.has(name) && !isHidden(name);
  if (withRows.length === 0 || names.some((name) => isRows(name) && isFile(name))) return false;
  const isDefined = withRows.some(({ name }) => folderDefinitions(name).some((one) => names.includes(one)));
  return isDefined || !names.some((name) => SCRIPT_SUFFIX.test(name));
}

/** Returns whether folders hold a schema each, of pairs as mariadb-dump --dir writes them (its manual, since 11.5), and nothing lies beside them. */
function haveSchemas(names: readonly string[], folders: readonly FolderWithin[]): boolean {
  const isFolder = new Set(folders.map(({ name }) => name));
  if (names.some((name) => !isFolder.has(name) && !isHidden(name))) return false;
  return folders.some(({ files }) => hasPairs(files)) && folders.every(({ files }) => files.every(isOfTab));
}

async function archiveAt(path: string): Promise<DumpPlace> {
  const entries = await archiveEntries(path);
  return { kind: 'archive', path, entries, names: entries.map(({ name }) => name) };
}
