import { mkdtempSync, rmSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import type { Vendor } from '../../../app/contract/connections/connection';
import type { CommandRun } from '../harness/command';
import { startAt, targetWords, type Crash } from '../harness/server-command';
import { dropSchemas } from '../harness/servers';

/** Loads of files of rows by the command line, with a place for rows that are set aside. */
export class RowsLoads {
  readonly #vendor: Vendor;
  readonly #schema: string;
  readonly #copy: string;
  readonly home = mkdtempSync(join(tmpdir(), 'sluice-rows-loads-'));
  readonly rejects = join(this.home, 'rejects.csv');

  /** @param schema name that the loaded dumps give their schema  @param copy its name on the server */
  constructor(vendor: Vendor, schema: string, copy: string) {
    this.#vendor = vendor;
    this.#schema = schema;
    this.#copy = copy;
  }

  /** Makes the target and the place of the rejects empty. */
  async clear(): Promise<void> {
    await dropSchemas(this.#vendor, this.#copy);
    rmSync(this.rejects, { force: true });
  }

  async end(): Promise<void> {
    await dropSchemas(this.#vendor, this.#copy);
    rmSync(this.home, { recursive: true, force: true });
  }

  load(dump: string, words: readonly string[], crash?: Crash): Promise<CommandRun> {
    const target = [...targetWords(this.#vendor), '--schema-map', `${this.#schema}=${this.#copy}`];
    const all = ['load', ...target, '--dump', dump, ...words];
    return startAt({ vendor: this.#vendor, home: this.home, crash }, all).ended;
  }
}
