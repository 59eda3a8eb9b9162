import { promises as fs } from 'fs';
import { join } from 'path';
import { SluiceError } from '../../../contract/failure';
import type { Addon } from '../../../engine/addon';
import { scriptFailures } from '../../../text/format/script';
import { withAccountsOfRows } from '../accounts/written-rows';
import { ScriptCollector } from '../collect';
import type { ScriptContent, ScriptFile } from '../content';
import type { ReadScript } from '../folder';
import type { ScriptHeader } from '../header';
import { IncludedFiles } from '../include';
import { scanFile } from '../scan';
import type { SessionChoices } from '../settings';
import { sizesOf } from './sizes';
import { shownPath, spooledDigest } from '../../../engine/words/spooled-input';

/** Scripts that are one dump. */
export interface Scripts {
  readonly path: string;
  /** Folder that the files' paths begin in. */
  readonly directory: string;
  /** In the order in which they are read. */
  readonly files: readonly ScriptFile[];
  /** Schema of objects before which a file names none. */
  readonly schema: string;
  readonly choices: SessionChoices;
  readonly remarks: readonly string[];
  /** @param included files that the scripts include, relative to the folder */
  readonly identity: (included: readonly string[]) => Promise<string>;
}

interface Scanned {
  readonly content: ScriptContent;
  readonly header: ScriptHeader;
  /** Files that create tables, and then those that need them. */
  readonly sorted: readonly ScriptFile[];
  /** Files that the scripts include, relative to the folder. */
  readonly included: readonly string[];
}

/** Scripts that were read. */
export interface DumpOfScripts {
  readonly script: ReadScript;
  readonly remarks: readonly string[];
}

/**
 * Reads scripts as one dump, in the order in which they are given; where that finds rows or triggers before their tables,
 * those that create tables are read first.
 */
export async function readScripts(scripts: Scripts, engine: Addon): Promise<DumpOfScripts> {
  const { path, directory, remarks, identity } = scripts;
  const { content, header, included } = await scanned(scripts, engine);
  const [problem] = content.problems;
  if (problem !== undefined && (content.schemas.length === 0 || problem.code === 'not-a-dump'))
    throw SluiceError.from(problem);
  if (content.schemas.length === 0) throw nothingIn(shownPath(path), content);
  const { tool, serverVersion } = header;
  const files = await sizesOf(directory, [...scripts.files.map((file) => file.path), ...included]);
  const found = {
    ...{ form: 'script' as const, path, directory, tool, serverVersion, files },
    identity: () => identity(included),
  };
  return { script: { ...found, content: await withAccountsOfRows(engine, found, content) }, remarks };
}

function nothingIn(path: string, { accounts, remarks }: ScriptContent): SluiceError {
  if (accounts.length > 0) return scriptFailures.accountsAlone({ path });
  return remarks.length > 0 ? scriptFailures.nothingTaken({ path, remarks }) : scriptFailures.empty({ path });
}

async function scanned(scripts: Scripts, engine: Addon): Promise<Scanned> {
  const first = await scan(scripts, scripts.files, engine);
  const isInOrder = first.sorted.every((file, at) => file === scripts.files[at]);
  if (isInOrder || first.content.problems.length === 0) return first;
  return await scan(scripts, first.sorted, engine);
}

async function scan(
  { directory, schema, choices }: Scripts,
  files: readonly ScriptFile[],
  engine: Addon,
): Promise<Scanned> {
  const [first] = files;
  if (first === undefined) throw new Error('There is no script.');
  const collector = new ScriptCollector({ file: first, schema }, choices);
  const creating = new Set<ScriptFile>();
  const included = new Set<string>();
  const real = await fs.realpath(directory);
  for (const file of files) {
    collector.enter({ file, schema });
    const path = join(directory, file.path);
    // Nobody knows what lies beside a script in an archive, and nothing does beside standard input.
    const hasFolder = file.entry === null && spooledDigest(path) === null;
    const includes = hasFolder ? new IncludedFiles(engine, real, await fs.realpath(path)) : null;
    const before = collector.tables();
    await scanFile(engine, { ...file, path, ends: 'client' }, collector, includes);
    for (const name of includes?.names ?? []) included.add(name);
    if (collector.tables() > before) creating.add(file);
  }
  return {
    content: collector.content(),
    header: collector.header(),
    included: [...included],
    sorted: [...files.filter((file) => creating.has(file)), ...files.filter((file) => !creating.has(file))],
  };
}
