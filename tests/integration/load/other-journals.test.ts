import { mkdtemp, rm } from 'fs/promises';
import { tmpdir } from 'os';
import { join } from 'path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOAD_DEFAULTS } from '../../../app/contract/runs/options';
import { LoadJournal } from '../../../app/target/journal/journal';
import { JOURNAL_TABLE } from '../../../app/target/journal/journal-table';
import { persistedOptions } from '../../../app/target/journal/resume';
import { testVendors } from '../../servers/test-server';
import { runSluice, startSluice } from '../harness/command';
import { OwnServer } from '../harness/own-server';
import { rollBackLoad, dumpSchema, loadDump, newRegistry } from '../harness/runs';
import { dropSchemas, withPlain } from '../harness/servers';
import { connect } from '../../../app/catalog/connect/connect';

const SOURCE = 'journalled';
const COPY = 'journalled_copy';
const OTHER = 'journalled_elsewhere';

describe.each(testVendors)('loads of others on the same server, %s', (vendor) => {
  const registry = newRegistry();
  let server: OwnServer;
  let parent: string;
  let folder: string;

  beforeAll(async () => {
    parent = await mkdtemp(join(tmpdir(), 'sluice-journalled-'));
    folder = join(parent, 'dump');
    server = await OwnServer.start(vendor);
    await dropSchemas(vendor, SOURCE);
    await withPlain(vendor, async (connection) => {
      for (const statement of [
        `CREATE DATABASE ${SOURCE}`,
        `CREATE TABLE ${SOURCE}.t (id INT PRIMARY KEY)`,
        `INSERT INTO ${SOURCE}.t VALUES (1), (2)`,
        `CREATE TRIGGER ${SOURCE}.r BEFORE INSERT ON ${SOURCE}.t FOR EACH ROW SET NEW.id = NEW.id`,
      ])
        await connection.query(statement);
    });
    expect((await dumpSchema(registry, { vendor, schema: SOURCE, folder })).errors).toEqual([]);
    await dropSchemas(vendor, SOURCE);
  });
  afterAll(async () => {
    await server.end();
    await rm(parent, { recursive: true, force: true });
  });

  const wish = () => ({ vendor, folder, endpoint: server.endpoint, schemaMap: { [SOURCE]: COPY } });
  const run = (...statements: readonly string[]) =>
    server.use(async (connection) => {
      for (const statement of statements) await connection.query(statement);
    });

  /** A journal as a version of Sluice to come may leave it. */
  async function journalOfAnotherVersion(schema: string): Promise<void> {
    await run(`DROP DATABASE IF EXISTS ${schema}`, `CREATE DATABASE ${schema}`);
    const session = await connect(server.endpoint);
    await LoadJournal.begin(session, {
      dump: 'none',
      options: persistedOptions(LOAD_DEFAULTS),
      targets: [
        {
          ...{ source: schema, target: schema, exists: true, firstObject: null },
          ...{ clashes: [], namesakes: [], foreignTriggers: [] },
        },
      ],
    });
    await session.close();
    await run(
      `UPDATE ${schema}.${JOURNAL_TABLE} SET detail = JSON_SET(detail, '$.version', 999) WHERE kind = 'load'`,
    );
  }

  it('of another version of Sluice block no load, resume or rollback beside them', async () => {
    await run(`DROP DATABASE IF EXISTS ${COPY}`);
    await journalOfAnotherVersion(OTHER);
    // A stranger's trigger stops it behind its rows.
    const held = server.network.at('made', 'wait');
    const loading = loadDump(registry, wish());
    await held;
    await run(
      `CREATE TABLE ${COPY}.beside (n INT)`,
      `CREATE TRIGGER ${COPY}.r BEFORE INSERT ON ${COPY}.beside FOR EACH ROW SET NEW.n = 7`,
    );
    server.network.release();
    expect((await loading).state).toBe('incomplete');
    await run(`DROP TRIGGER ${COPY}.r`);
    expect((await loadDump(registry, { ...wish(), resume: true })).errors).toEqual([]);
    await run(`DROP DATABASE ${COPY}`);
    expect((await rollBackLoad(registry, wish())).errors).toMatchObject([{ code: 'nothing-to-resume' }]);
    const [[left]] = (await server.use((connection) =>
      connection.query(`SELECT COUNT(*) AS rows_left FROM ${OTHER}.${JOURNAL_TABLE}`),
    )) as unknown as [[{ rows_left: number }]];
    expect(left.rows_left).toBe(1);
    await run(`DROP DATABASE ${OTHER}`);
  });

  it('of another version of Sluice are named as blockers, and kept', async () => {
    await journalOfAnotherVersion(COPY);
    for (const resume of [false, true]) {
      const { errors } = await loadDump(registry, { ...wish(), resume, onExisting: 'skip' });
      expect(errors).toMatchObject([{ code: 'load-unfinished' }]);
      expect(errors[0]?.message).toContain(`Another version of Sluice began a load into “${COPY}”`);
    }
    await run(`DROP DATABASE ${COPY}`);
  });

  // The wait for a sign of life, 10 s long, is the same with both: claim.test.ts has its parts with either.
  if (vendor === 'mysql')
    it('from another host are named by process and host while they live', async () => {
      await run(`DROP DATABASE IF EXISTS ${COPY}`);
      const words = [
        ...['load', '--target', server.dsn, '--dump', folder, '--schema-map', `${SOURCE}=${COPY}`, '--json'],
      ];
      const held = server.network.at('commit', 'wait');
      const elsewhere = [
        'unshare',
        '--map-root-user',
        '--uts',
        'sh',
        '-c',
        'hostname far-away && exec "$@"',
        'sh',
      ];
      const first = startSluice(words, server.secret, elsewhere);
      await held;
      const second = await runSluice([...words, '--resume'], server.secret);
      expect(second.result.errors, second.output).toMatchObject([{ code: 'load-running' }]);
      expect(second.result.errors[0]?.message).toContain(
        `by the process ${String(first.process.pid)} on far-away, since 20`,
      );
      server.network.release();
      const { exitCode, output } = await first.ended;
      expect(exitCode, output).toBe(0);
      await run(`DROP DATABASE ${COPY}`);
    });
});
