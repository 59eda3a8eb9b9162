import { mkdtemp, rm } from 'fs/promises';
import { tmpdir } from 'os';
import { join } from 'path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { JOURNAL_TABLE } from '../../../app/target/journal/journal-table';
import { testVendors } from '../../servers/test-server';
import { runSluice, startSluice } from '../harness/command';
import { OwnServer } from '../harness/own-server';

const SOURCE = 'unbegun';
const COPY = 'Unbegun_Copy';

/** Names fold here: the journal is found again under another spelling of its schema. */
const FOLDED = '--lower-case-table-names=1';

describe.each(testVendors)(
  'a client that is killed between its journal and the first entry, %s',
  (vendor) => {
    let server: OwnServer;
    let parent: string;
    let folder: string;

    beforeAll(async () => {
      parent = await mkdtemp(join(tmpdir(), 'sluice-unbegun-'));
      folder = join(parent, 'dump');
      server = await OwnServer.start(vendor, [FOLDED], [FOLDED]);
      await run(
        `CREATE DATABASE ${SOURCE}`,
        `CREATE TABLE ${SOURCE}.t (id INT PRIMARY KEY)`,
        `INSERT INTO ${SOURCE}.t VALUES (1), (2)`,
      );
      const words = ['dump', '--source', server.dsn, '--schemas', SOURCE, '--out', folder, '--json'];
      const { exitCode, output } = await runSluice(words, server.secret);
      expect(exitCode, output).toBe(0);
    });
    afterAll(async () => {
      await server.end();
      await rm(parent, { recursive: true, force: true });
    });
    beforeEach(() => run(`DROP DATABASE IF EXISTS ${COPY}`));

    const run = (...statements: readonly string[]) =>
      server.use(async (connection) => {
        for (const statement of statements) await connection.query(statement);
      });

    async function names(statement: string): Promise<readonly string[]> {
      const [rows] = await server.use((connection) => connection.query(statement));
      return (rows as readonly object[]).flatMap((row) => Object.values(row) as string[]);
    }

    const copies = () => names(`SHOW DATABASES LIKE '${COPY}'`);
    const verbs = {
      load: () => ['load', '--target', server.dsn, '--dump', folder],
      migrate: () => ['migrate', '--source', server.dsn, '--target', server.dsn, '--schemas', SOURCE],
    };
    const secrets = () => {
      const password = server.secret.SLUICE_PASSWORD ?? '';
      return { ...server.secret, SLUICE_SOURCE_PASSWORD: password, SLUICE_TARGET_PASSWORD: password };
    };
    const wordsOf = (verb: keyof typeof verbs, ...more: readonly string[]) => [
      ...verbs[verb](),
      ...['--schema-map', `${SOURCE}=${COPY}`, '--json', ...more],
    ];

    async function killedAtItsJournal(verb: keyof typeof verbs): Promise<void> {
      const held = server.network.at('first-entry', 'hold');
      const command = startSluice(wordsOf(verb), secrets());
      await Promise.race([held, command.ended]);
      command.process.kill('SIGKILL');
      await command.ended;
      server.network.cut();
      server.network.mend();
      const tables = await names(`SHOW TABLES FROM ${COPY}`);
      expect(tables).toEqual([JOURNAL_TABLE]);
    }

    describe.each(['load', 'migrate'] as const)('of a %s', (verb) => {
      it('is rolled back with its journal and the schema that it made', async () => {
        await killedAtItsJournal(verb);
        const { exitCode, output } = await runSluice(wordsOf(verb, '--roll-back'), secrets());
        expect(exitCode, output).toBe(0);
        expect(await copies()).toEqual([]);
        const again = await runSluice(wordsOf(verb, '--roll-back'), secrets());
        expect(again.result.errors, again.output).toMatchObject([{ code: 'nothing-to-resume' }]);
      });

      it('leaves a schema that was there, and what somebody has put into its own', async () => {
        await run(`CREATE DATABASE ${COPY}`);
        await killedAtItsJournal(verb);
        expect((await runSluice(wordsOf(verb, '--roll-back'), secrets())).exitCode).toBe(0);
        expect(await copies()).toHaveLength(1);
        await run(`DROP DATABASE ${COPY}`);
        await killedAtItsJournal(verb);
        await run(`CREATE PROCEDURE ${COPY}.mine() SELECT 1`);
        expect((await runSluice(wordsOf(verb, '--roll-back'), secrets())).exitCode).toBe(0);
        expect(
          await names(
            `SELECT ROUTINE_NAME FROM information_schema.ROUTINES WHERE ROUTINE_SCHEMA = '${COPY}'`,
          ),
        ).toEqual(['mine']);
        expect(await names(`SHOW TABLES FROM ${COPY}`)).toEqual([]);
      });

      it('is in no next one’s way, and a dry run says so', async () => {
        await killedAtItsJournal(verb);
        const plan = await runSluice(wordsOf(verb, '--dry-run'), secrets());
        expect(plan.exitCode, plan.output).toBe(0);
        const { exitCode, output } = await runSluice(wordsOf(verb), secrets());
        expect(exitCode, output).toBe(0);
        expect(await names(`SHOW TABLES FROM ${COPY}`)).toEqual(['t']);
      });
    });
  },
);
