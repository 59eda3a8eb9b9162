import { randomBytes } from 'crypto';
import { promises as fs } from 'fs';
import { join } from 'path';
import { z } from 'zod';
import { replaceFile } from '../../storage/atomic-file';
import { makeFolder } from '../../storage/make-folder';
import { identifySelf, isRunning } from '../../storage/process-identity';

const readingSchema = z.object({
  folder: z.string(),
  process: z.object({ pid: z.number(), began: z.string() }),
});

/** Dumps that commands read without a run, such as a conversion: a file for each, which counts while its process runs. */
export class Readings {
  readonly #place: string;

  constructor(place: string) {
    this.#place = place;
  }

  /** Does the work, which reads a dump. Where that can't be noted, the work is done all the same. */
  async during<T>(folder: string, work: () => Promise<T>): Promise<T> {
    const file = join(this.#place, `${randomBytes(8).toString('hex')}.json`);
    await this.#note(file, { folder, process: await identifySelf() }).catch(() => undefined);
    try {
      return await work();
    } finally {
      await fs.rm(file, { force: true }).catch(() => undefined);
    }
  }

  /** The dumps that are being read. Notes of processes that have ended are removed. */
  async folders(): Promise<readonly string[]> {
    const names = await fs.readdir(this.#place).catch(() => []);
    const found = await Promise.all(names.map((name) => this.#read(join(this.#place, name))));
    return found.flatMap((folder) => folder ?? []);
  }

  async #note(file: string, reading: z.infer<typeof readingSchema>): Promise<void> {
    await makeFolder(this.#place, 0o700);
    await replaceFile(file, `${JSON.stringify(reading)}\n`);
  }

  async #read(file: string): Promise<string | null> {
    try {
      const { folder, process } = readingSchema.parse(JSON.parse(await fs.readFile(file, 'utf8')));
      if (await isRunning(process)) return folder;
      await fs.rm(file, { force: true });
    } catch {
      // Half a note, or one that its process has just removed.
    }
    return null;
  }
}
