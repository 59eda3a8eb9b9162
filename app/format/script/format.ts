import { basename, dirname, join } from 'path';
import type { Addon } from '../../engine/addon';
import { scriptsAmong, type ArchivedScripts } from '../archive/scripts';
import { NO_TABLES, type DumpFormat, type DumpGlimpse, type DumpPlace, type TablesThere } from '../format';
import { packingOf } from '../packing';
import type { DumpFolder } from '../read/dump';
import { LastRead } from './files/last-read';
import { folderOf } from './folder';
import { likelyVersion } from './likely-version';
import { withTablesThere } from './tables/there';
import { filesIdentity } from './files/identity';
import { glimpseScripts } from './files/glimpse';
import { holdsScripts, SCRIPT_SUFFIX, scriptsInFile, scriptsInFolder } from './files/in-folder';
import { factsOf, inputIdentity } from './files/inputs';
import { readScripts, type DumpOfScripts } from './files/read-scripts';
import { spooledDigest } from '../../engine/words/spooled-input';
import { directoryOf } from '../values/files';
import { choicesText, type SessionChoices } from './settings';

const NAME_END = /(?:\.(?:sql|csv|tsv))?(?:\.(?:gz|zst|bz2|xz|lz4|zip))?$/i;

/**
 * First line of what mysqldump, mariadb-dump and Sluice write: a comment that names the tool, behind a line that turns off the
 * client's commands (mariadb-dump from 10.5.25 on), or behind a warning of the tool's that was written into the file.
 */
const TOOL_LINE = /^(?:.*\n){0,3}-- (?:(?:MySQL|MariaDB) dump|Sluice) /;

/** SQL scripts, as mysqldump, mariadb-dump, phpMyAdmin and others write them: one, or a folder of them. */
export const scriptFormat: DumpFormat = {
  recognizes: (place) =>
    place.kind === 'folder'
      ? holdsScripts(place.names)
      : place.kind === 'archive' ||
        SCRIPT_SUFFIX.test(place.path) ||
        packingOf(place.head, place.path) !== null ||
        TOOL_LINE.test(place.head.toString('latin1')),
  glimpse,
  choices: ['timeZone', 'charset'],
  read: async (place, engine, choices, there = NO_TABLES) =>
    asFolder(
      await lastRead.of(`${place.path}\n${await identityOf(place, choices)}`, () =>
        read(place, choices, engine),
      ),
      there,
    ),
};

function asFolder({ script, remarks }: DumpOfScripts, there: TablesThere): DumpFolder {
  const folder = folderOf({
    ...script,
    // The definitions that are there tell nothing of the server that the script comes from.
    likelyVersion: likelyVersion(script.content),
    content: withTablesThere(script.content, there),
  });
  return { ...folder, isReadByTables: true, remarks: [...folder.remarks, ...remarks] };
}

async function glimpse(place: DumpPlace, engine: Addon): Promise<DumpGlimpse> {
  const { scripts } = await scriptsAt(place, engine);
  return await glimpseScripts(directoryOf(place), scripts, engine);
}

const lastRead = new LastRead<DumpOfScripts>(({ script }) => script.identity());

async function read(place: DumpPlace, choices: SessionChoices, engine: Addon): Promise<DumpOfScripts> {
  const { path } = place;
  const { scripts, remarks } = await scriptsAt(place, engine);
  return await readScripts(
    {
      path,
      directory: directoryOf(place),
      files: scripts,
      schema: schemaAt(place),
      choices,
      remarks,
      identity: (included) => identityOf(place, choices, included),
    },
    engine,
  );
}

async function scriptsAt(place: DumpPlace, engine: Addon): Promise<ArchivedScripts> {
  const { path } = place;
  if (place.kind === 'folder') return await scriptsInFolder(path, namesIn(place), engine);
  if (place.kind === 'archive') return await scriptsAmong(path, place.entries);
  return await scriptsInFile(path, place.head, engine);
}

/** Files that were chosen one by one are read as they are listed. */
function namesIn({ names, pattern }: Extract<DumpPlace, { kind: 'folder' }>): readonly string[] {
  return pattern === undefined ? [...names].sort() : names;
}

/** The name that a schema gets which the script itself does not name. */
function schemaAt({ kind, path }: DumpPlace): string {
  const name = basename(path);
  if (kind === 'folder') return name;
  return spooledDigest(path) === null ? name.replace(NAME_END, '') : 'stdin';
}

/**
 * Place, size and time of change of a file and those that it includes: as long as they are the same, so are their bytes;
 * and the choices that give them their meaning.
 * @param included relative to the dump's folder
 */
async function identityOf(
  place: DumpPlace,
  choices: SessionChoices,
  included: readonly string[] = [],
): Promise<string> {
  const files = await filesAt(place, included);
  return `${files}${choicesText(choices)}`;
}

async function filesAt(place: DumpPlace, included: readonly string[]): Promise<string> {
  if (place.kind === 'folder') {
    const names = place.names.filter((name) => SCRIPT_SUFFIX.test(name));
    const order = place.pattern === undefined ? '' : `${JSON.stringify(names)} `;
    return `scripts ${order}${await filesIdentity(place.path, [...new Set([...names, ...included])])}`;
  }
  // The next copy of the same input lies elsewhere.
  const input = await inputIdentity(place.path);
  if (input !== null) return `script ${input}`;
  const paths = [place.path, ...included.map((name) => join(dirname(place.path), name))];
  return `script ${(await Promise.all(paths.map(factsOf))).join(' ')}`;
}
