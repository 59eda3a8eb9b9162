import { promises as fs } from 'fs';
import { createHash } from 'crypto';
import { basename, join } from 'path';
import type { Failure } from '../../contract/failure';
import type { Addon } from '../../engine/addon';
import { mydumperFailures } from '../../text/format/mydumper';
import type { DumpFormat } from '../format';
import { dumpedKey } from '../read/documents';
import { tablesOf, type DumpFolder } from '../read/dump';
import { ScriptCollector } from '../script/collect';
import { folderOf } from '../script/folder';
import { scanFile } from '../script/scan';
import { readMetadata, type MydumperMetadata } from './metadata';
import { mydumperFiles, type MydumperFile } from './names';

const METADATA = 'metadata';
/** Definition of a schema or a table, compressed or not (mydumper's manual, "Files"). */
const DEFINITION = /-schema(?:-create)?\.sql(?:\.gz|\.zst)?$/;

/** Folders of mydumper, whose files hold statements. */
export const mydumperFormat: DumpFormat = {
  recognizes: (place) =>
    place.kind === 'folder' &&
    place.names.some((name) => /^metadata(?:\.partial)?$/.test(name)) &&
    place.names.some((name) => DEFINITION.test(name)),
  read: (place, engine) => read(place.path, place.kind === 'folder' ? place.names : [], engine),
};

async function read(path: string, names: readonly string[], engine: Addon): Promise<DumpFolder> {
  const { files, unknown } = mydumperFiles(names);
  const collector = new ScriptCollector(placeOf(files[0], basename(path)));
  const schemas = new Map<string, string>();
  for (const file of files) {
    collector.enter(placeOf(file, schemas.get(file.schema) ?? file.schema));
    const before = collector.schemaNames().length;
    const ends = file.part === 'programs' || file.part === 'triggers' ? 'line' : 'client';
    await scanFile(engine, { path: join(path, file.name), compression: file.compression, ends }, collector);
    // A file of odd letters has a number as its name.
    const [made] = collector.schemaNames().slice(before);
    if (file.part === 'schema' && made !== undefined) schemas.set(file.schema, made);
  }
  const folder = folderOf({
    path,
    directory: path,
    tool: 'mydumper',
    serverVersion: null,
    content: collector.content(),
    files: names.length,
    identity: () => identityOf(path, names),
  });
  const isWhole = names.includes(METADATA);
  const metadata = isWhole ? readMetadata(await fs.readFile(join(path, METADATA), 'utf8')) : null;
  const problems = [
    ...(metadata === null ? [mydumperFailures.unfinished({ path }).failure] : missingRows(folder, metadata)),
    ...unknown.map((file) => mydumperFailures.unknownFile({ file }, { chunk: file }).failure),
  ];
  return { ...folder, problems: [...problems, ...folder.problems] };
}

function placeOf(file: MydumperFile | undefined, schema: string) {
  return { file: file ?? { name: METADATA, compression: 'none' as const }, schema };
}

function missingRows(folder: DumpFolder, { rows }: MydumperMetadata): readonly Failure[] {
  return tablesOf(folder).flatMap(({ schema, name, dumpedName, rows: found }) => {
    const recorded = rows.get(dumpedKey({ schema, dumpedName }));
    if (recorded === undefined || found === null || recorded === found) return [];
    const table = `${schema}.${name}`;
    return [mydumperFailures.rowsMissing({ table, found, recorded }, { table }).failure];
  });
}

/** The names, sizes and times of change of all files: as long as they are the same, so are their bytes. */
async function identityOf(path: string, names: readonly string[]): Promise<string> {
  const digest = createHash('sha256');
  for (const name of [...names].sort()) {
    const { size, mtimeMs } = await fs.stat(join(path, name));
    digest.update(`${name}\n${size} ${mtimeMs}\n`);
  }
  return `mydumper ${digest.digest('hex')}`;
}
