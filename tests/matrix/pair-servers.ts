import { promises as fs, mkdtempSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { expect } from 'vitest';
import { readCommonSchema, type CommonSchema } from '../fixtures/common-schema';
import { runSluice } from '../integration/harness/command';
import { MatrixServer } from './matrix-server';

/** Servers of the matrix for as long as a file's tests run, each with the same schema, and a dump of it. */
export class PairServers {
  readonly #servers = new Map<string, MatrixServer>();
  readonly #folder = mkdtempSync(join(tmpdir(), 'sluice-pairs-'));

  get(name: string): MatrixServer {
    const found = this.#servers.get(name);
    if (found === undefined) throw new Error(`${name} was not started.`);
    return found;
  }

  /** Folder of what was dumped from a server. */
  readonly folderOf = ({ name }: MatrixServer): string => join(this.#folder, name);

  /** Starts a server, makes the schema by these statements, and dumps it. */
  async add(
    name: string,
    schema: string,
    statementsFor: (server: MatrixServer) => readonly string[],
  ): Promise<void> {
    const server = await MatrixServer.start(name);
    this.#servers.set(name, server);
    await server.run(statementsFor(server));
    const words = ['--source', server.dsn, '--out', this.folderOf(server), '--schemas', schema];
    const { exitCode, output } = await runSluice(
      ['dump', ...words, '--row-versions', 'skip', '--json'],
      server.secret,
    );
    expect([0, 3], output).toContain(exitCode);
  }

  /** What another client sees of a schema. */
  async read(name: string, schema: string): Promise<CommonSchema> {
    return await this.get(name).use((connection) => readCommonSchema({ connection }, schema));
  }

  async end(): Promise<void> {
    for (const server of this.#servers.values()) await server.end();
    await fs.rm(this.#folder, { recursive: true, force: true });
  }
}
