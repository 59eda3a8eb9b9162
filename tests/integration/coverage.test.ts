import { existsSync } from 'fs';
import { readdir, readFile } from 'fs/promises';
import { join } from 'path';
import type { Connection } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect } from '../../app/catalog/connect/connect';
import type { Endpoint } from '../../app/catalog/connect/endpoint';
import { DUMP_DEFAULTS, selecting, type DumpOptions } from '../../app/contract/runs/options';
import type { RunResult } from '../../app/contract/runs/result';
import { planDump } from '../../app/source/preflight';
import { testVendors } from '../servers/test-server';
import { dumpSchema, loadDump, newRegistry, verifyDump, withFolder } from './harness/runs';
import { connectPlain, dropSchemas, testEndpoint } from './harness/servers';

const SCHEMA = 'cover_shop';
const COPY = 'cover_copy';
const USER = 'cover_reader';
const ROLE = 'cover_role';
const PASSWORD = 'Cover-1!';

/** Objects that every schema of a shop has, made by another account than the one that reads. */
const OBJECTS = [
  `CREATE TABLE ${SCHEMA}.orders (id INT PRIMARY KEY, total INT, note TEXT)`,
  `CREATE TABLE ${SCHEMA}.items (id INT PRIMARY KEY)`,
  `INSERT INTO ${SCHEMA}.orders VALUES (1, 10, 'a'), (2, 20, 'b')`,
  `INSERT INTO ${SCHEMA}.items VALUES (1)`,
  `CREATE VIEW ${SCHEMA}.totals AS SELECT id, total FROM ${SCHEMA}.orders`,
  `CREATE PROCEDURE ${SCHEMA}.bill() SELECT 1`,
  `CREATE FUNCTION ${SCHEMA}.tax() RETURNS INT DETERMINISTIC RETURN 19`,
  `CREATE TRIGGER ${SCHEMA}.stamp BEFORE INSERT ON ${SCHEMA}.orders FOR EACH ROW SET NEW.note = 'x'`,
  `CREATE EVENT ${SCHEMA}.purge ON SCHEDULE EVERY 1 DAY DISABLE DO SELECT 1`,
];

/** The grants of an account that reads the whole schema. */
const WHOLE = {
  mysql: [`SELECT, SHOW VIEW, TRIGGER, EVENT, LOCK TABLES ON \`cover\\_shop\`.*`, 'SHOW_ROUTINE ON *.*'],
  mariadb: [`SELECT, SHOW VIEW, TRIGGER, EVENT, LOCK TABLES ON \`cover\\_shop\`.*`, 'SELECT ON mysql.proc'],
} as const;

describe.each(testVendors)('a dump by an account that can’t read everything, %s', (vendor) => {
  let root: Connection;
  const reader = `'${USER}'@'%'`;
  const endpoint: Endpoint = testEndpoint(vendor, { user: USER, password: PASSWORD });
  const role = vendor === 'mysql' ? `'${ROLE}'@'%'` : ROLE;

  beforeAll(async () => {
    root = await connectPlain(vendor);
    await root.query(`DROP DATABASE IF EXISTS ${SCHEMA}`);
    await root.query(`CREATE DATABASE ${SCHEMA}`);
    for (const statement of OBJECTS) await root.query(statement);
  });

  afterAll(async () => {
    await root.query(`DROP USER IF EXISTS ${reader}`);
    await root.query(`DROP ROLE IF EXISTS ${role}`);
    await root.end();
    await dropSchemas(vendor, SCHEMA, COPY);
  });

  async function account(grants: readonly string[]): Promise<void> {
    await root.query(`DROP USER IF EXISTS ${reader}`);
    await root.query(`CREATE USER ${reader} IDENTIFIED BY '${PASSWORD}'`);
    for (const grant of grants) await root.query(`GRANT ${grant} TO ${reader}`);
  }

  async function dumped(folder: string, options: Partial<DumpOptions> = {}): Promise<RunResult> {
    return await dumpSchema(newRegistry(), { vendor, schema: SCHEMA, folder, endpoint, ...options });
  }

  /** Objects that the account of these grants is told that it can't read. */
  async function lacks(grants: readonly string[]): Promise<readonly string[]> {
    await account(grants);
    return await withFolder(async (parent) => {
      const { state, warnings, errors } = await dumped(join(parent, 'dump'));
      expect(errors).toEqual([]);
      expect(state).toBe(warnings.length === 0 ? 'done' : 'done-with-warnings');
      return warnings.map(({ message }) => message.replace('This account can’t read ', ''));
    });
  }

  const bodies = vendor === 'mysql' ? 'routines and libraries' : 'routines and packages';
  const bodyPrivilege = vendor === 'mysql' ? 'SHOW_ROUTINE' : 'SELECT on mysql.proc';

  it('is whole, without a word, where the grants suffice', async () => {
    expect(await lacks(WHOLE[vendor])).toEqual([]);
  });

  it('names what is missing and how to mend it, before and after, and in the dump for ever', async () => {
    await account([
      `SELECT, LOCK TABLES, SHOW VIEW, EXECUTE, CREATE ROUTINE, ALTER ROUTINE ON ${SCHEMA}.*`,
      'PROCESS, RELOAD ON *.*',
    ]);
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      const registry = newRegistry();
      const log: string[] = [];
      registry.onUpdate((update) => log.push(...update.log.map(({ text }) => text)));
      const result = await dumpSchema(registry, { vendor, schema: SCHEMA, folder, endpoint });
      expect(result.state).toBe('done-with-warnings');
      expect(result.warnings.map(({ code, message }) => [code, message])).toEqual([
        [
          'not-readable',
          `This account can’t read routines of \`${SCHEMA}\`: bill, tax (needs ${bodyPrivilege}).`,
        ],
        ['not-readable', `This account can’t read triggers of \`${SCHEMA}\` (needs TRIGGER).`],
        ['not-readable', `This account can’t read events of \`${SCHEMA}\` (needs EVENT).`],
      ]);
      // No text of the dump holds a procedure without a body.
      for (const file of (await readdir(folder)).filter((name) => name.endsWith('.sql')))
        expect(await readFile(join(folder, file), 'utf8')).not.toMatch(/PROCEDURE|FUNCTION|bill|tax/);
      const verified = await verifyDump(newRegistry(), folder);
      expect(verified).toMatchObject({ ok: true, state: 'done-with-warnings' });
      expect(verified.warnings.map(({ code }) => code)).toEqual(Array(3).fill('dump-lacks'));
      const loaded = await loadDump(newRegistry(), { vendor, folder, schemaMap: { [SCHEMA]: COPY } });
      expect(loaded.state).toBe('done-with-warnings');
      expect(loaded.warnings.map(({ message }) => message)).toEqual(
        verified.warnings.map(({ message }) => message),
      );
      // The remedies are statements that work.
      for (const { hint } of result.warnings) await root.query(hint.slice(0, hint.indexOf(';')));
      expect(await dumped(join(parent, 'again'))).toMatchObject({ state: 'done', warnings: [] });
    });
  });

  it('lists unreadable entries as excluded', async () => {
    await account([`SELECT, LOCK TABLES, SHOW VIEW, EXECUTE ON ${SCHEMA}.*`]);
    const session = await connect(endpoint);
    const options = { ...DUMP_DEFAULTS, selection: selecting([{ kind: 'schema', schema: SCHEMA }]) };
    const { selected } = await planDump(session, options).finally(() => session.close());
    expect(selected.scope).toContain('Excludes: routines “bill”, “tax”, accounts.');
  });

  it('is refused, with nothing made, where it must be complete', async () => {
    await account([`SELECT, LOCK TABLES ON ${SCHEMA}.*`]);
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      const { state, errors } = await dumped(folder, { requireComplete: true });
      expect(state).toBe('failed');
      expect(errors[0]).toMatchObject({ code: 'not-readable' });
      expect(errors[0]?.message).toBe(
        `This account can’t read: views of \`${SCHEMA}\`: totals (needs SHOW VIEW); ${bodies} of \`${SCHEMA}\` (needs ${bodyPrivilege}); ` +
          `triggers of \`${SCHEMA}\` (needs TRIGGER); events of \`${SCHEMA}\` (needs EVENT).`,
      );
      // Under the name that the account has its other privileges by: another would hide them.
      expect(errors[0]?.hint).toContain(`GRANT TRIGGER ON \`${SCHEMA}\`.* TO '${USER}'@'%';`);
      expect(existsSync(folder)).toBe(false);
    });
  });

  it('goes without tables, columns and views that the account may not select from', async () => {
    const rest = WHOLE[vendor].slice(1);
    const grants = [
      `SELECT ON ${SCHEMA}.items`,
      `SELECT (id), TRIGGER ON ${SCHEMA}.orders`,
      `TRIGGER ON ${SCHEMA}.items`,
      `SHOW VIEW ON ${SCHEMA}.totals`,
      `EVENT, LOCK TABLES ON ${SCHEMA}.*`,
      ...rest,
    ];
    expect(await lacks(grants)).toEqual([
      `tables${vendor === 'mysql' ? '' : ' and sequences'} of \`${SCHEMA}\`, among them orders (needs SELECT).`,
      `views of \`${SCHEMA}\`, among them totals (needs SELECT, SHOW VIEW).`,
    ]);
  });

  it('counts the privileges of roles that are active, and of no others', async () => {
    await account([`LOCK TABLES ON ${SCHEMA}.*`]);
    await root.query(`DROP ROLE IF EXISTS ${role}`);
    await root.query(`CREATE ROLE ${role}`);
    for (const grant of WHOLE[vendor]) await root.query(`GRANT ${grant} TO ${role}`);
    await root.query(`GRANT ${role} TO ${reader}`);
    await withFolder(async (parent) => {
      const idle = await dumped(join(parent, 'idle'));
      expect(idle.state).toBe('done-with-warnings');
      expect(idle.warnings.map(({ code }) => code)).toContain('not-readable');
      const remedy =
        vendor === 'mysql'
          ? `SET DEFAULT ROLE ALL TO ${reader};`
          : `SET DEFAULT ROLE \`${ROLE}\` FOR ${reader};`;
      expect(idle.warnings[0]?.hint).toContain(remedy);
      await root.query(
        vendor === 'mysql' ? `SET DEFAULT ROLE ALL TO ${reader}` : `SET DEFAULT ROLE ${ROLE} FOR ${reader}`,
      );
      expect(await dumped(join(parent, 'active'))).toMatchObject({ state: 'done', warnings: [] });
    });
  });

  it('follows the server where one grant’s wildcard hides behind another’s name', async () => {
    const [, ...rest] = WHOLE[vendor];
    const found = await lacks([
      'SELECT, SHOW VIEW, TRIGGER, EVENT ON `c%`.*',
      `SELECT, LOCK TABLES ON ${SCHEMA}.*`,
      ...rest,
    ]);
    expect(found.map((text) => /^\w+/.exec(text)?.[0])).toEqual(['views', 'triggers', 'events']);
  });

  it('counts nothing that one of two equally specific grants does not give', async () => {
    const [, ...rest] = WHOLE[vendor];
    const tied = ['SELECT, SHOW VIEW ON `cover_%`.*', 'SELECT, TRIGGER, EVENT ON `cover_s%`.*'];
    for (const grants of [tied, [...tied].reverse()]) {
      const found = await lacks([...grants, 'RELOAD ON *.*', ...rest]);
      expect(found.join()).toContain('triggers');
      expect(found.join()).toContain('events');
    }
  });

  it('advises a grant on just this schema, with what a wider one gives there', async () => {
    const [, ...rest] = WHOLE[vendor];
    await account(['SELECT, SHOW VIEW, EVENT, LOCK TABLES ON `cov%`.*', ...rest]);
    await withFolder(async (parent) => {
      const [warning, ...others] = (await dumped(join(parent, 'lacking'))).warnings;
      expect(others).toEqual([]);
      const [grant = ''] = warning?.hint.split(';') ?? [];
      expect(grant).toContain('ON `cover\\_shop`.*');
      await root.query(grant);
      expect(await dumped(join(parent, 'whole'))).toMatchObject({ state: 'done', warnings: [] });
    });
  });

  if (vendor === 'mysql')
    it('counts mandatory roles, and what partial revokes take away', async () => {
      await root.query(`DROP ROLE IF EXISTS ${role}`);
      await root.query(`CREATE ROLE ${role}`);
      await root.query(`GRANT TRIGGER, EVENT ON *.* TO ${role}`);
      await account(['SELECT, SHOW VIEW, LOCK TABLES ON *.*']);
      await root.query(`SET GLOBAL mandatory_roles = "${role}"`);
      await root.query('SET GLOBAL activate_all_roles_on_login = ON');
      await root.query('SET GLOBAL partial_revokes = ON');
      try {
        await withFolder(async (parent) => {
          expect(await dumped(join(parent, 'mandatory'))).toMatchObject({ state: 'done', warnings: [] });
          await root.query(`REVOKE SELECT ON ${SCHEMA}.* FROM ${reader}`);
          const { warnings } = await dumped(join(parent, 'revoked'), { consistency: 'none' });
          expect(warnings.map(({ message }) => message)).toContain(
            `This account can’t read tables of \`${SCHEMA}\`: items, orders (needs SELECT).`,
          );
        });
      } finally {
        await root.query(`DROP USER IF EXISTS ${reader}`);
        await root.query('SET GLOBAL partial_revokes = OFF');
        await root.query('SET GLOBAL activate_all_roles_on_login = OFF');
        await root.query("SET GLOBAL mandatory_roles = ''");
      }
    });
});
