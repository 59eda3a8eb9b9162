import { mkdtemp, readFile, rm, writeFile } from 'fs/promises';
import { tmpdir } from 'os';
import { join } from 'path';
import { gzipSync } from 'zlib';
import type { Connection } from 'mysql2/promise';
import { expect } from 'vitest';
import type { Vendor } from '../../../app/contract/connections/connection';
import { schemaFingerprint } from '../../fixtures/fingerprint';
import { dumpByClient } from '../../servers/dump-programs';
import type { RunningCommand } from '../harness/command';
import { startAt, targetWords, type ServerCommand } from '../harness/server-command';
import { connectToFresh, dropSchemas } from '../harness/servers';
import { hasJournal, saboteurCommand } from '../load/crash-schema';

/** More than four ranges of 16 MiB in the large table. */
const ROWS = 1 << 14;

/**
 * Makes the table `many` in the connection's schema, of 4 KiB a row.
 *
 * @param rows a power of two
 * @param word that the rows' texts repeat, as it stands in a statement
 */
export async function makeMany(connection: Connection, rows: number, word = "it''s\\n"): Promise<void> {
  await connection.query(
    'CREATE TABLE many (id INT PRIMARY KEY, v INT, t VARCHAR(4000), b VARBINARY(40), KEY v (v)) DEFAULT CHARSET=utf8mb4',
  );
  await connection.query(`INSERT INTO many VALUES (0, 0, REPEAT('${word}', 800), UNHEX('00275C22'))`);
  for (let made = 1; made < rows; made *= 2)
    await connection.query(`INSERT INTO many SELECT id + ${made}, id * 7 % 1000, t, b FROM many`);
}

interface DumpToKill {
  readonly source: string;
  readonly folder: string;
  readonly dump: string;
  /** Set where it has rows alone, of tables that are there. */
  readonly fills?: boolean;
  /** Word that its texts repeat; absent for one of ASCII. */
  readonly word?: string;
  /** Account that loads; absent for the test server's. */
  readonly user?: string | undefined;
}

/** A dump as the vendor's client writes it, and loads of it that end when their engine kills the process. */
export class KilledLoads {
  readonly #vendor: Vendor;
  readonly #connection: Connection;
  readonly #source: string;
  readonly #copy: string;
  readonly #fills: boolean;
  readonly #user: string | undefined;
  readonly #saboteur: string;
  readonly folder: string;
  readonly dump: string;

  private constructor(
    vendor: Vendor,
    connection: Connection,
    { source, folder, dump, fills = false, user }: DumpToKill,
    saboteur: string,
  ) {
    this.#vendor = vendor;
    this.#connection = connection;
    this.#source = source;
    this.#copy = `${source}_copy`;
    this.#fills = fills;
    this.#user = user;
    this.folder = folder;
    this.dump = dump;
    this.#saboteur = saboteur;
  }

  /** Makes the schema `source`, and a dump of it with the client's options `words` under the name `file`. */
  static async begin(
    vendor: Vendor,
    {
      source,
      file,
      words,
      fills = false,
      word,
      user,
    }: Omit<DumpToKill, 'folder' | 'dump'> & { readonly file: string; readonly words: readonly string[] },
  ): Promise<KilledLoads> {
    const connection = await connectToFresh(vendor, source);
    await connection.query('CREATE TABLE few (id INT PRIMARY KEY, v VARCHAR(9), KEY v (v))');
    await connection.query("INSERT INTO few VALUES (1, 'a;b'), (2, 'c''d')");
    await makeMany(connection, ROWS, word);
    const folder = await mkdtemp(join(tmpdir(), 'sluice-killed-loads-'));
    const dump = join(folder, file);
    await dumpByClient(vendor, dump, [...words, source]);
    const saboteur = await saboteurCommand(join(folder, 'saboteur'));
    return new KilledLoads(vendor, connection, { source, folder, dump, fills, user }, saboteur);
  }

  async end(): Promise<void> {
    await this.#connection.end();
    await dropSchemas(this.#vendor, this.#source, this.#copy);
    await rm(this.folder, { recursive: true, force: true });
  }

  /** Makes the target as it was before the load. */
  async dropCopy(): Promise<void> {
    await dropSchemas(this.#vendor, this.#copy);
    if (!this.#fills) return;
    await this.#connection.query(`CREATE DATABASE ${this.#copy}`);
    for (const table of ['few', 'many'])
      await this.#connection.query(`CREATE TABLE ${this.#copy}.${table} LIKE ${this.#source}.${table}`);
  }

  /** @param at event of the engine at which it kills the process */
  start(
    dump: string,
    more: readonly string[],
    at?: string,
    place: Pick<ServerCommand, 'home' | 'more'> = {},
  ): RunningCommand {
    const crash = at === undefined ? undefined : { saboteur: this.#saboteur, at };
    return startAt({ vendor: this.#vendor, crash, ...place }, [
      ...['load', ...targetWords(this.#vendor, this.#user), '--dump', dump],
      ...['--schema-map', `${this.#source}=${this.#copy}`, '--indexes', 'defer', '--threads', '2', '--json'],
      ...more,
    ]);
  }

  async expectEqual(): Promise<void> {
    expect(await schemaFingerprint(this.#connection, this.#copy)).toEqual(
      await schemaFingerprint(this.#connection, this.#source),
    );
  }

  /** Loads the dump, as it is or packed, in lives that end so; the last one ends by itself. */
  async expectOnceEach(how: 'plain' | 'packed', ends: readonly string[]): Promise<void> {
    await this.dropCopy();
    const dump = how === 'plain' ? this.dump : `${this.dump}.gz`;
    if (how === 'packed') await writeFile(dump, gzipSync(await readFile(this.dump), { level: 1 }));
    for (const end of ends) {
      const resumes = await hasJournal(this.#connection, this.#copy);
      const { exitCode, output } = await this.start(dump, resumes ? ['--resume'] : [], end).ended.catch(
        (error: unknown) => ({ exitCode: null, output: String(error) }),
      );
      expect(exitCode, output).toBeNull();
    }
    const { exitCode, result } = await this.start(dump, ['--resume']).ended;
    expect({ exitCode, errors: result.errors }).toEqual({ exitCode: 0, errors: [] });
    await this.expectEqual();
  }

  /** Resumes a load that is killed behind its third range. */
  async expectNothingMovedAgain(): Promise<void> {
    await this.dropCopy();
    await this.start(this.dump, [], 'after-commit:3').ended.catch(() => undefined);
    const { result } = await this.start(this.dump, ['--resume']).ended;
    expect(result).toMatchObject({ ok: true, unfinished: null });
    expect(result.movedBytes).toBeLessThan(result.bytes - (16 << 20));
    await this.expectEqual();
  }
}
