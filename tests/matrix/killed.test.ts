import { promises as fs, mkdtempSync } from 'fs';
import { rm } from 'fs/promises';
import { tmpdir } from 'os';
import { join } from 'path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readCommonSchema, type CommonSchema } from '../fixtures/common-schema';
import { startSluice, type RunningCommand } from '../integration/harness/command';
import { FaultyNetwork, type Moment } from '../integration/harness/faulty-network';
import { closeGate, openGate, waitsAt, type Gate } from '../integration/harness/gate';
import { sessionIds, untilOnly } from '../integration/faults/sessions';
import { MatrixServer, serverNames, skipMissingServers } from './matrix-server';
import { shopStatements } from './shop';

skipMissingServers();

const SCHEMA = 'shop';
/** A table of several chunks, so that there is a middle, and one whose rows can’t be told apart. */
const MORE: readonly string[] = [
  `CREATE TABLE ${SCHEMA}.large (id INT NOT NULL PRIMARY KEY, a INT NOT NULL, v VARCHAR(200) NOT NULL, KEY a (a), KEY v (v)) ENGINE=InnoDB`,
  `CREATE TABLE ${SCHEMA}.keyless (a INT, v VARCHAR(200)) ENGINE=InnoDB`,
];
const ROWS = 6000;
const GATE: Gate = { column: 'id', value: 4000 };
const WHERE = ['--where', `${SCHEMA}.large=${waitsAt(GATE)}`];

const valuesOf = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => from + at)
    .map((id) => `(${id}, ${id % 97}, REPEAT('${String.fromCharCode(97 + (id % 26))}', 190))`)
    .join(', ');

/** Moments of a load, as they show on the wire, at which its process or its server is killed. MySQL 5.5 has no LOAD DATA. */
const momentsOf = (name: string): readonly (readonly [Moment, number])[] => [
  ['table', 2],
  name === 'mysql-5.5' ? ['commit', 6] : ['rows', 4],
  ['commit', 3],
  ['index', 1],
  ['count', 1],
];

/** A dump whose process is killed is none; a load whose process or server is killed is resumed and ends equal. */
describe.each(serverNames)('%s', (name) => {
  let server: MatrixServer;
  let network: FaultyNetwork;
  let folder = '';
  let copies = 0;
  /** Read while nothing has been killed: a server that is may lose of its own tables what it has of events. */
  let source: CommonSchema = {};

  beforeAll(async () => {
    server = await MatrixServer.start(name);
    network = await FaultyNetwork.to(server.instance);
    folder = mkdtempSync(join(tmpdir(), 'sluice-killed-'));
    await server.run([...shopStatements(SCHEMA, server.pointFunction), ...MORE]);
    for (let from = 1; from <= ROWS; from += 1000)
      await server.run([`INSERT INTO ${SCHEMA}.large VALUES ${valuesOf(from, 1000)}`]);
    await server.run([`INSERT INTO ${SCHEMA}.keyless SELECT a % 7, v FROM ${SCHEMA}.large`]);
    source = await read(SCHEMA);
    const { exitCode, output } = await dump(join(folder, 'dump')).ended;
    expect([0, 3], output).toContain(exitCode);
  });
  afterAll(async () => {
    await network.close();
    await server.end();
    await rm(folder, { recursive: true, force: true });
  });

  const dsn = () => `mysql://${server.instance.user}@127.0.0.1:${network.port}/?tls=disabled`;

  function dump(out: string, ...more: readonly string[]): RunningCommand {
    const where = ['--source', dsn(), '--out', out, '--schemas', SCHEMA];
    const how = ['--threads', '2', '--chunk-bytes', '131072', '--json'];
    return startSluice(['dump', ...where, ...how, ...more], server.secret);
  }

  function load(copy: string, ...more: readonly string[]): RunningCommand {
    const where = ['--target', dsn(), '--dump', join(folder, 'dump'), '--schema-map', `${SCHEMA}=${copy}`];
    const how = ['--threads', '2', '--indexes', 'defer', '--json'];
    return startSluice(['load', ...where, ...how, ...more], server.secret);
  }

  async function read(schema: string): Promise<CommonSchema> {
    return await server.use((connection) => readCommonSchema({ connection }, schema));
  }

  async function resume(copy: string): Promise<void> {
    const { exitCode, output, result } = await load(copy, '--resume').ended;
    // A server that was killed while it built an index may have lost it: then it was built again.
    expect([0, 3], output).toContain(exitCode);
    expect(result.warnings.filter(({ code }) => code !== 'index-rebuilt')).toEqual([]);
    expect(await read(copy)).toEqual(source);
    const words = [
      '--target',
      server.dsn,
      '--dump',
      join(folder, 'dump'),
      '--schema-map',
      `${SCHEMA}=${copy}`,
    ];
    const verified = await startSluice(['verify', ...words, '--checksum', '--json'], server.secret).ended;
    expect(verified.exitCode, verified.output).toBe(0);
    await server.run([`DROP DATABASE ${copy}`]);
  }

  it('a dump that is killed is no dump, and leaves no session; made again it is equal', async () => {
    const watcher = await server.connect();
    try {
      const before = await sessionIds(watcher);
      const out = join(folder, 'cut');
      await closeGate(watcher, GATE);
      const command = dump(out, ...WHERE);
      await untilRowsCome(command, out);
      command.process.kill('SIGKILL');
      expect((await command.ended.catch(() => ({ exitCode: null }))).exitCode).toBeNull();
      await openGate(watcher, GATE);
      await untilOnly(watcher, before);
      for (const words of [
        ['verify', '--dump', out],
        ['load', '--target', dsn(), '--dump', out, '--schema-map', `${SCHEMA}=cut`],
      ]) {
        const { exitCode, result, output } = await startSluice([...words, '--json'], server.secret).ended;
        expect([1, 5], output).toContain(exitCode);
        expect(['not-a-dump', 'dump-incomplete', 'dump-damaged']).toContain(result.errors[0]?.code);
      }
      await rm(out, { recursive: true });
      expect([0, 3]).toContain((await dump(out).ended).exitCode);
    } finally {
      await watcher.end();
    }
  });

  it.each(momentsOf(name))(
    'a load whose process is killed at %s %i is resumed and ends equal',
    async (moment, times) => {
      const copy = `copy_${++copies}`;
      const command = load(copy);
      await Promise.race([network.at(moment, 'hold', times), command.ended]);
      command.process.kill('SIGKILL');
      const { exitCode } = await command.ended.catch(() => ({ exitCode: null }));
      // As the kernel closes the connections of a process that is gone.
      network.cut();
      network.mend();
      expect(exitCode, 'it ended before the moment came').toBeNull();
      await resume(copy);
    },
  );

  it.each(momentsOf(name))(
    'a load whose server is killed at %s %i is resumed and ends equal',
    async (moment, times) => {
      const copy = `copy_${++copies}`;
      const command = load(copy, '--retry-for', '0');
      await Promise.race([network.at(moment, 'hold', times), command.ended]);
      await server.kill();
      network.cut();
      const { exitCode, result, output } = await command.ended;
      await server.startAgain();
      network.target = server.instance;
      network.mend();
      expect([1, 4, 5], output).toContain(exitCode);
      expect(result.errors.length, output).toBeGreaterThan(0);
      await resume(copy);
    },
  );

  /** Until all documents are written and rows come, or the command has ended. */
  async function untilRowsCome(command: RunningCommand, out: string): Promise<void> {
    for (;;) {
      const names = await fs.readdir(out).catch((): readonly string[] => []);
      if (names.includes(`${SCHEMA}.json`) && names.some((file) => /large.*\.tsv/.test(file))) return;
      if (command.process.exitCode !== null) throw new Error((await command.ended).output);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
});
