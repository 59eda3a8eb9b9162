import { mkdtemp, rm } from 'fs/promises';
import { tmpdir } from 'os';
import { join } from 'path';
import type { Connection } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testVendors } from '../../servers/test-server';
import { runSluice } from '../harness/command';
import { OwnServer } from '../harness/own-server';
import { dumpSchema, newRegistry } from '../harness/runs';
import { dropSchemas, withPlain } from '../harness/servers';
import { HOST, makeAccount, naming, printedBy, type PrintedPrivilege } from './accounts';

const SOURCE = 'logged_shop';
const COPY = 'logged_copy';
const USER = 'least_logged';

/** Servers that do not trust creators of functions and triggers: the privilege for that may stand for others. */
describe.each(testVendors)('accounts for a server with a binary log, %s', (vendor) => {
  let server: OwnServer;
  let root: Connection;
  let parent: string;

  beforeAll(async () => {
    parent = await mkdtemp(join(tmpdir(), 'sluice-logged-'));
    server = await OwnServer.start(vendor, [
      ...['--server-id=7', '--log-bin=log', '--log-bin-trust-function-creators=0'],
      ...(vendor === 'mysql' ? ['--gtid-mode=ON', '--enforce-gtid-consistency=ON'] : []),
    ]);
    root = await server.connect();
    await dropSchemas(vendor, SOURCE);
    await withPlain(vendor, async (connection) => {
      for (const statement of [
        `CREATE DATABASE ${SOURCE}`,
        `CREATE TABLE ${SOURCE}.t (id INT PRIMARY KEY)`,
        `INSERT INTO ${SOURCE}.t VALUES (1)`,
        `CREATE FUNCTION ${SOURCE}.f() RETURNS INT DETERMINISTIC RETURN 1`,
        `CREATE TRIGGER ${SOURCE}.r BEFORE INSERT ON ${SOURCE}.t FOR EACH ROW SET NEW.id = NEW.id`,
      ])
        await connection.query(statement);
    });
    const dumped = await dumpSchema(newRegistry(), { vendor, schema: SOURCE, folder: join(parent, 'dump') });
    expect(dumped.errors).toEqual([]);
  });

  afterAll(async () => {
    await dropSchemas(vendor, SOURCE);
    await root.end();
    await server.end();
    await rm(parent, { recursive: true, force: true });
  });

  it.each([
    { name: 'with it', grants: [], words: [] },
    { name: 'past it', grants: ['--binlog', 'off'], words: ['--binlog', 'off'] },
  ])(
    'suffice to load $name, and each of their privileges is missed by its name',
    async ({ grants, words }) => {
      const account = await printedBy(server.dsn, server.secret, USER, [
        ...['load', '--schemas', COPY, ...grants],
      ]);
      expect(account.privileges.map(({ privilege }) => privilege)).toContain('SUPER');
      const load = async (without: PrintedPrivilege | null) => {
        await root.query(`DROP DATABASE IF EXISTS ${COPY}`);
        await makeAccount(root, USER, account, without);
        const dsn = server.dsn.replace(/\/\/[^@]*@/, `//${USER}@`);
        return await runSluice(
          [
            ...['load', '--dump', join(parent, 'dump'), '--target', dsn, ...words, '--json'],
            ...['--schema-map', `${SOURCE}=${COPY}`],
          ],
          { SLUICE_PASSWORD: account.password },
        );
      };
      const whole = await load(null);
      expect(whole.result.state, whole.output).toBe('done');
      for (const right of account.privileges.filter(({ place }) => place === '*.*')) {
        const { result } = await load(right);
        const said = result.errors.map(({ message, hint }) => `${message} ${hint}`).join(' ');
        expect(said).toContain('GRANT');
        expect(said, right.privilege).toMatch(naming(right));
        const [there] = await root.query(`SHOW DATABASES LIKE '${COPY}'`);
        expect(there).toEqual([]);
      }
      await root.query(`DROP USER '${USER}'@'${HOST}'`);
    },
  );
});
