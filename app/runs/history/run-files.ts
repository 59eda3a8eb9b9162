import { promises as fs } from 'fs';
import { join } from 'path';
import { promisify } from 'util';
import { gunzip, gzip } from 'zlib';
import { replaceFile } from '../../storage/atomic-file';
import { makeFolder } from '../../storage/make-folder';
import { runIdSchema } from './records';

const compress = promisify<Buffer | string, Buffer>(gzip);
const expand = promisify<Buffer, Buffer>(gunzip);

const SUFFIX = '.json.gz';

/** A folder with one compressed JSON file per run. */
export class RunFiles {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async write(runId: string, content: unknown): Promise<void> {
    await makeFolder(this.#folder, 0o700);
    await replaceFile(this.#pathOf(runId), await compress(JSON.stringify(content)));
  }

  /** Null where the run has no file, or one that is damaged. */
  async read(runId: string): Promise<unknown> {
    try {
      return JSON.parse((await expand(await fs.readFile(this.#pathOf(runId)))).toString());
    } catch {
      return null;
    }
  }

  async count(): Promise<number> {
    return (await this.#names()).length;
  }

  /** Removes the files of all other runs. */
  async keepOnly(runIds: readonly string[]): Promise<void> {
    const kept = new Set(runIds.map((runId) => `${runId}${SUFFIX}`));
    for (const name of await this.#names()) if (!kept.has(name)) await fs.unlink(join(this.#folder, name));
  }

  async #names(): Promise<readonly string[]> {
    return (await fs.readdir(this.#folder)).filter((name) => name.endsWith(SUFFIX));
  }

  #pathOf(runId: string): string {
    return join(this.#folder, `${runIdSchema.parse(runId)}${SUFFIX}`);
  }
}
