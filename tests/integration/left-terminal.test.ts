import { mkdtemp, rm } from 'fs/promises';
import { tmpdir } from 'os';
import { join } from 'path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { shareOf } from '../fixtures/extent';
import { testServer, testVendors } from '../servers/test-server';
import { runSluice, startSluice, type RunningCommand } from './harness/command';
import { OwnServer } from './harness/own-server';
import { dropSchemas, withPlain } from './harness/servers';

const SOURCE = 'left_terminal';
const COPY = 'left_copy';
const ROWS = 3000;

const quoted = (word: string): string => `'${word.replace(/'/g, `'\\''`)}'`;
/** The command behind `exec` leads the terminal's session, and script(1) is the terminal. */
const TERMINAL = (words: readonly string[]) => [
  ...['script', '-qfec'],
  `exec ${words.map(quoted).join(' ')}`,
  '/dev/null',
];

const signal = (name: NodeJS.Signals) => (command: RunningCommand) => {
  command.process.kill(name);
};

/** The five ways to leave a terminal; of a dump they are in cancel.test.ts. */
const WAYS = [
  { way: 'Ctrl+C', leave: signal('SIGINT') },
  { way: 'SIGTERM', leave: signal('SIGTERM') },
  { way: 'SIGHUP', leave: signal('SIGHUP') },
  {
    way: 'a closed pipe',
    leave: (command: RunningCommand) => {
      command.process.stdout?.destroy();
      command.process.stderr?.destroy();
    },
  },
  { way: 'a closed terminal', leave: signal('SIGKILL'), through: TERMINAL },
] as const;

describe.each(testVendors)('a terminal that is left in the middle, %s', (vendor) => {
  let server: OwnServer;
  let parent: string;
  let folder: string;

  beforeAll(async () => {
    parent = await mkdtemp(join(tmpdir(), 'sluice-left-'));
    folder = join(parent, 'dump');
    server = await OwnServer.start(vendor);
    await dropSchemas(vendor, SOURCE);
    await withPlain(vendor, async (connection) => {
      await connection.query(`CREATE DATABASE ${SOURCE}`);
      for (const table of ['a', 'b', 'c']) {
        await connection.query(
          `CREATE TABLE ${SOURCE}.${table} (id INT PRIMARY KEY, word VARCHAR(40), KEY (word))`,
        );
        const rows = Array.from({ length: ROWS }, (_, id) => `(${id}, 'word ${id % 97}')`);
        await connection.query(`INSERT INTO ${SOURCE}.${table} VALUES ${rows.join()}`);
      }
    });
    const dumped = await runSluice(['dump', ...source(), '--out', folder, '--json'], secrets());
    expect(dumped.exitCode, dumped.output).toBe(0);
  });
  afterAll(async () => {
    await server.end();
    await dropSchemas(vendor, SOURCE);
    await rm(parent, { recursive: true, force: true });
  });
  beforeEach(async () => {
    await server.use((connection) => connection.query(`DROP DATABASE IF EXISTS ${COPY}`));
    await rm(join(parent, 'state'), { recursive: true, force: true });
  });

  const source = () => {
    const { host, port, user } = testServer(vendor);
    return ['--source', `mysql://${user}@${host}:${port}`, '--schemas', SOURCE];
  };
  const secrets = () => {
    const { password } = testServer(vendor);
    const target = server.secret.SLUICE_PASSWORD ?? '';
    return {
      ...{ SLUICE_SOURCE_PASSWORD: password, SLUICE_TARGET_PASSWORD: target },
      XDG_STATE_HOME: join(parent, 'state'),
    };
  };
  // A setting of the whole server is changed while the load lasts.
  const verbs = {
    load: () => ['load', '--dump', folder, '--fast-unsafe', 'flush'],
    migrate: () => ['migrate', ...source()],
  };
  const wordsOf = (verb: keyof typeof verbs, ...more: readonly string[]) => [
    ...verbs[verb](),
    ...['--target', server.dsn, '--schema-map', `${SOURCE}=${COPY}`, '--threads', '2', '--json', ...more],
  ];
  const columnOf = async (statement: string): Promise<readonly string[]> => {
    const [rows] = await server.use((connection) => connection.query(statement));
    return (rows as readonly object[]).map((row) => JSON.stringify(Object.values(row)));
  };
  const settings = async () =>
    (await columnOf('SHOW GLOBAL VARIABLES')).filter((line) => !/gtid|timestamp|binlog_pos/.test(line));
  const history = async () => (await runSluice(['history', '--json'], secrets())).output;

  /** Servers take a moment to notice that a client has gone; a session that stays would hang the test. */
  async function expectNoSessions(): Promise<void> {
    const others = `SELECT ID, INFO FROM information_schema.PROCESSLIST WHERE USER = 'faults' AND ID <> CONNECTION_ID()`;
    while ((await columnOf(others)).length > 0) await new Promise((resolve) => setTimeout(resolve, 20));
  }

  describe.each(['load', 'migrate'] as const)('of a %s', (verb) => {
    it.each(shareOf(WAYS, vendor === 'mariadb'))(
      'by $way: its locks, sessions and settings go, and it is resumed',
      async (one) => {
        const before = await settings();
        const middle = server.network.at('commit', 'wait', 2);
        const command = startSluice(wordsOf(verb), secrets(), 'through' in one ? one.through : []);
        await Promise.race([middle, command.ended]);
        if (verb === 'load') expect(await settings()).not.toEqual(before);
        one.leave(command);
        // A process that left its terminal can't be waited for.
        if ('through' in one) await expect.poll(history).toContain('"state":"cancelled"');
        else expect((await command.ended).exitCode).toBe(130);
        server.network.release();
        server.network.mend();
        await expectNoSessions();
        expect(await settings()).toEqual(before);
        expect(await history()).toContain('"state":"cancelled"');
        const resumed = await runSluice(wordsOf(verb, '--resume'), secrets());
        expect(resumed.exitCode, resumed.output).toBe(0);
        for (const table of ['a', 'b', 'c'])
          expect(await columnOf(`SELECT COUNT(*) FROM ${COPY}.${table}`)).toEqual([`[${ROWS}]`]);
        expect(await settings()).toEqual(before);
      },
    );
  });

  it.each([
    ['load', 'made'],
    ['load', 'commit'],
    ['load', 'count'],
    ['migrate', 'made'],
    ['migrate', 'commit'],
  ] as const)('of a %s whose server is silent from %s on, by Ctrl+C: it ends', async (verb, moment) => {
    const silent = server.network.at(moment, 'silence');
    const command = startSluice(wordsOf(verb), secrets());
    await Promise.race([silent, command.ended]);
    command.process.kill('SIGINT');
    const { exitCode, output } = await command.ended;
    server.network.cut();
    server.network.mend();
    expect(exitCode, output).toBe(130);
    await expectNoSessions();
    const gone = await runSluice(wordsOf(verb, '--roll-back'), secrets());
    expect(gone.result.errors.map(({ code }) => code).filter((code) => code !== 'nothing-to-resume')).toEqual(
      [],
    );
    expect(await columnOf(`SHOW DATABASES LIKE '${COPY}'`)).toEqual([]);
  });
});
