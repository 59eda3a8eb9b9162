import { promises as fs } from 'fs';
import { join } from 'path';
import { SluiceError } from '../../contract/failure';
import { writtenBySluice } from '../../format/documents';
import { MANIFEST_FILE, POST_SCRIPT_FILE, PRE_SCRIPT_FILE, USERS_SCRIPT_FILE } from '../../format/names';
import { tablesOf, type DumpFolder } from '../../format/read/dump';
import { readGrowingDump } from '../../format/read/reader';
import { loadFailures } from '../../text/load/load';
import { Silence } from './silence';

/**
 * Looks whether the definitions of a dump of MySQL Shell are complete: each file that another one names is there, none was
 * changed since the last look, and the first rows come. Its threads write definitions before they write rows, and nothing
 * marks the last one. Fails with `dump-unsupported` for a dump that can't be read, and with `not-a-dump` for another tool's.
 */
export class ShellDefinitions {
  readonly #folder: string;
  readonly #silence: Silence;
  #last: string | null = null;

  constructor(folder: string, log: (text: string) => void) {
    this.#folder = folder;
    this.#silence = new Silence(folder, log);
  }

  async areComplete(names: readonly string[]): Promise<boolean> {
    const are = await this.#look(names);
    if (!are) await this.#silence.look(new Set(names));
    return are;
  }

  async #look(names: readonly string[]): Promise<boolean> {
    const whole = await readGrowingDump(this.#folder).catch((error: unknown) => {
      if (error instanceof SluiceError && error.failure.code !== 'dump-unsupported') return null;
      throw error;
    });
    if (whole === null || whole.problems.length > 0) return false;
    // It has lost its facts, without which a dump of Sluice is not followed.
    if (writtenBySluice(whole.manifest.dumper)) throw loadFailures.dumpOfOtherTool({ folder: this.#folder });
    const definitions = definitionsOf(whole);
    const sizes = await Promise.all(
      names
        .filter((name) => definitions.has(name))
        .map(async (name): Promise<SizedFile> => [name, await sizeOf(join(this.#folder, name))]),
    );
    const now = JSON.stringify(sizes);
    const isSame = now === this.#last;
    this.#last = now;
    const hasRows = tablesOf(whole).some(({ document }) => document.includesData);
    return isSame && !sizes.some(isEmpty) && (!hasRows || names.some(isOfRows));
  }
}

/**
 * Returns the names that the files of all definitions may have. None is taken apart: those of the table `a.pre` end as the
 * view's `a` do.
 */
function definitionsOf({ schemas }: DumpFolder): ReadonlySet<string> {
  return new Set([
    ...[MANIFEST_FILE, PRE_SCRIPT_FILE, POST_SCRIPT_FILE, USERS_SCRIPT_FILE],
    ...schemas.flatMap(({ stem, scripts, tables, views }) => [
      ...[`${stem}.json`, ...scripts],
      ...tables.flatMap((table) => [`${table.stem}.json`, `${table.stem}.sql`, `${table.stem}.triggers.sql`]),
      ...views.flatMap((view) => [`${view.stem}.pre.sql`, `${view.stem}.sql`]),
    ]),
  ]);
}

/** Bytes of a file; none where it is not there. */
async function sizeOf(path: string): Promise<number> {
  return await fs.stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}

type SizedFile = readonly [name: string, bytes: number];

/** Scripts of the dump as a whole may hold nothing. */
function isEmpty([name, bytes]: SizedFile): boolean {
  return bytes === 0 && !name.startsWith('@.');
}

function isOfRows(name: string): boolean {
  return name.includes('@') && !/\.(?:json|sql)$/.test(name);
}
