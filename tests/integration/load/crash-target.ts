import { mkdtemp, rm } from 'fs/promises';
import { tmpdir } from 'os';
import { join } from 'path';
import type { Connection } from 'mysql2/promise';
import { expect } from 'vitest';
import type { Vendor } from '../../../app/contract/connections/connection';
import { LOAD_DEFAULTS, type LoadOptions } from '../../../app/contract/runs/options';
import type { LoadResult } from '../../../app/contract/runs/result';
import { startSluice, type RunningCommand } from '../harness/command';
import { OwnServer } from '../harness/own-server';
import { dumpSchema, newRegistry } from '../harness/runs';
import { connectPlain, dropSchemas } from '../harness/servers';
import {
  addSmallTables,
  CRASH_CHUNK_BYTES,
  expectWhole,
  hasJournal,
  makeCrashSchema,
  saboteurCommand,
} from './crash-schema';
import { ofKind } from '../harness/result';

const registry = newRegistry();

/** The schema that is dumped, on the tests' server, and what its copies on the server that is killed begin with. */
export interface CrashNames {
  readonly source: string;
  readonly copy: string;
}

/** ER_DB_DROP_RMDIR. */
const FOLDER_NOT_EMPTY = 1010;

/** A dump of the crash schema, and a server of its own to load it into that a test may kill again and again. */
export class CrashTarget {
  readonly server: OwnServer;
  readonly #vendor: Vendor;
  readonly #names: CrashNames;
  readonly #source: Connection;
  readonly #parent: string;
  readonly #saboteur: string;
  #copies = 1;

  private constructor(
    vendor: Vendor,
    names: CrashNames,
    parent: string,
    saboteur: string,
    source: Connection,
    server: OwnServer,
  ) {
    this.#vendor = vendor;
    this.#names = names;
    this.#parent = parent;
    this.#saboteur = saboteur;
    this.#source = source;
    this.server = server;
  }

  /** `options` are of its server's command line. */
  static async make(
    vendor: Vendor,
    names: CrashNames,
    options: readonly string[] = [],
  ): Promise<CrashTarget> {
    const source = await connectPlain(vendor);
    await makeCrashSchema(source, names.source);
    await addSmallTables(source, names.source);
    const parent = await mkdtemp(join(tmpdir(), 'sluice-killed-'));
    const saboteur = await saboteurCommand(join(parent, 'saboteur'));
    const server = await OwnServer.start(vendor, options);
    const target = new CrashTarget(vendor, names, parent, saboteur, source, server);
    const { folder } = target;
    const wish = { vendor, schema: names.source, folder, threads: 2, bytesPerChunk: CRASH_CHUNK_BYTES };
    expect((await dumpSchema(registry, wish)).errors).toEqual([]);
    return target;
  }

  /** The dump's. */
  get folder(): string {
    return join(this.#parent, 'dump');
  }

  /** Name of the copy: another schema after each {@link clear}. */
  get copy(): string {
    return `${this.#names.copy}_${this.#copies}`;
  }

  /** Loads the dump, unless the options say otherwise all of it and without waiting for a server that is gone. */
  async load(options: Partial<LoadOptions> = {}): Promise<LoadResult> {
    const { source } = this.#names;
    const { runId } = registry.startLoad(this.#vendor, {
      endpoint: this.server.endpoint,
      profile: null,
      folder: this.folder,
      options: {
        ...LOAD_DEFAULTS,
        ...{ schemaMap: { [source]: this.copy }, threads: 2, indexes: 'defer', reconnectMs: 0 },
        ...options,
      },
    });
    return ofKind(await registry.finished(runId), 'load');
  }

  /** Loads the dump in a process of its own, which can be killed, with an engine that can be told to do it itself. */
  loadElsewhere(more: readonly string[], environment: Readonly<Record<string, string>> = {}): RunningCommand {
    const { source } = this.#names;
    const target = more.includes('--target') ? [] : ['--target', this.dsn];
    const where = [...target, '--dump', this.folder, '--schema-map', `${source}=${this.copy}`];
    const how = ['--indexes', 'defer', '--threads', '2', '--json', ...more];
    return startSluice(['load', ...where, ...how], { ...this.secret, ...environment }, [], this.#saboteur);
  }

  /** The server, for a command line. */
  get dsn(): string {
    return this.server.dsn;
  }

  /** Password for a command line, as environment variables. */
  get secret(): Readonly<Record<string, string>> {
    return this.server.secret;
  }

  /** Kills the server, whatever it does, and lets nobody in any more. */
  async kill(): Promise<void> {
    await this.server.goDown();
  }

  async comeBack(): Promise<void> {
    await this.server.comeBack();
  }

  /**
   * Nothing of an earlier test is in the way. A server that was killed while it altered a table may leave a file of no
   * table behind, which keeps the schema's folder (measured on MariaDB 10.11): so the next copy has another name.
   */
  async clear(): Promise<void> {
    await this.onServer((connection) =>
      connection.query(`DROP DATABASE IF EXISTS ${this.copy}`).catch((error: unknown) => {
        if ((error as { readonly errno?: number }).errno !== FOLDER_NOT_EMPTY) throw error;
      }),
    );
    this.#copies += 1;
  }

  async isUnfinished(): Promise<boolean> {
    return await this.onServer((connection) => hasJournal(connection, this.copy));
  }

  async expectWhole(): Promise<void> {
    const { source } = this.#names;
    await this.onServer((connection) => expectWhole(this.#source, source, this.copy, connection));
  }

  /** Past the network. */
  async onServer<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    return await this.server.use(work);
  }

  async end(): Promise<void> {
    await this.server.end();
    await this.#source.end();
    await dropSchemas(this.#vendor, this.#names.source);
    await rm(this.#parent, { recursive: true, force: true });
  }
}
