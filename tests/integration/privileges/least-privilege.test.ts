import { mkdtempSync } from 'fs';
import { rm } from 'fs/promises';
import { tmpdir } from 'os';
import { join } from 'path';
import type { Connection } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shareOf } from '../../fixtures/extent';
import { testServer, testVendors } from '../../servers/test-server';
import type { Vendor } from '../../../app/contract/connections/connection';
import { runSluice } from '../harness/command';
import { withGlobals, type GlobalValues } from '../harness/globals';
import { OwnServer } from '../harness/own-server';
import { connectPlain } from '../harness/servers';
import { dsnOf, HOST, makeAccount, naming, printedAccount, type PrintedPrivilege } from './accounts';
import {
  COPY,
  GONE,
  OBJECTS,
  outcomeOf,
  OWN_OBJECTS,
  SOURCE,
  tableOf,
  type Outcome,
  type Row,
} from './least-shop';

const GIVEN = 'least_given';
/** An account that the dump holds, with what it may do; of MySQL a role too, whose making gives no privilege to give it. */
const ACCOUNTS: Readonly<Record<Vendor, readonly string[]>> = {
  mysql: [
    `CREATE ROLE '${GIVEN}_role'`,
    `CREATE USER '${GIVEN}'@'%' IDENTIFIED BY 'Given-12345678'`,
    `GRANT SELECT, SHOW VIEW ON ${SOURCE}.* TO '${GIVEN}'@'%'`,
    `GRANT BACKUP_ADMIN ON *.* TO '${GIVEN}'@'%'`,
    `GRANT '${GIVEN}_role' TO '${GIVEN}'@'%'`,
    `ALTER USER '${GIVEN}'@'%' DEFAULT ROLE '${GIVEN}_role'`,
  ],
  mariadb: [
    `CREATE ROLE ${GIVEN}_role`,
    `CREATE USER '${GIVEN}'@'%' IDENTIFIED BY 'Given-12345678'`,
    `GRANT SELECT, SHOW VIEW ON ${SOURCE}.* TO '${GIVEN}'@'%'`,
    `GRANT PROCESS ON *.* TO '${GIVEN}'@'%'`,
    `GRANT ${GIVEN}_role TO '${GIVEN}'@'%'`,
    `SET DEFAULT ROLE ${GIVEN}_role FOR '${GIVEN}'@'%'`,
  ],
};
const NO_ACCOUNTS = [`DROP USER IF EXISTS '${GIVEN}'@'%'`, `DROP ROLE IF EXISTS ${GIVEN}_role`];

const MAP = ['--schema-map', `${SOURCE}=${COPY}`];

interface Job {
  readonly name: string;
  /** Arguments of `sluice grants`. */
  readonly grants: readonly string[];
  /** End of a job that lacks a privilege: it ends before anything is touched, or names it. */
  readonly lack: 'refused' | 'named';
  readonly run: (user: string) => readonly string[];
  /** Another job of this list whose privileges are taken away there; only those that come on top are taken away here. */
  readonly beyond?: string;
  /** Globals of the server that make the privileges needed. */
  readonly globals?: GlobalValues;
  readonly only?: Vendor;
  /** Another server that is the source, so that its accounts are not the target's own. */
  readonly elsewhere?: () => OwnServer;
  /** Statements that clear the target before each attempt. */
  readonly clear?: readonly string[];
}

describe.each(testVendors)('accounts as sluice grants prints them, %s', (vendor) => {
  let root: Connection;
  let elsewhere: OwnServer;
  const folder = mkdtempSync(join(tmpdir(), 'sluice-least-'));
  let outputs = 0;
  const rows: Row[] = [];
  const rootPassword = testServer(vendor).password;

  beforeAll(async () => {
    root = await connectPlain(vendor);
    // A connection that has written counts as one of a client that may write.
    const maker = await connectPlain(vendor);
    await maker.query(`DROP DATABASE IF EXISTS ${SOURCE}`);
    await maker.query(`CREATE DATABASE ${SOURCE}`);
    await maker.query(`CREATE USER IF NOT EXISTS '${GONE}'@'%'`);
    for (const statement of [...OBJECTS, ...OWN_OBJECTS[vendor], ...NO_ACCOUNTS, ...ACCOUNTS[vendor]])
      await maker.query(statement);
    await maker.query(`DROP USER '${GONE}'@'%'`);
    await maker.end();
    elsewhere = await OwnServer.start(vendor);
    await elsewhere.use(async (connection) => {
      await connection.query(`CREATE DATABASE ${SOURCE}`);
      await connection.query(`CREATE TABLE ${SOURCE}.orders (id INT PRIMARY KEY)`);
      for (const statement of ACCOUNTS[vendor]) await connection.query(statement);
    });
    for (const [name, more] of [
      ['dump', []],
      ['accounts', ['--users', `${GIVEN}%`, '--ddl-only']],
      ['stripped', ['--definers', 'strip']],
    ] as const) {
      const dump = ['dump', '--source', admin, ...own, ...more, '--out', join(folder, name), '--json'];
      const { result, output } = await runSluice(dump, { SLUICE_PASSWORD: rootPassword });
      expect(result.state, output).toBe('done');
    }
  });

  afterAll(async () => {
    for (const name of [SOURCE, COPY]) await root.query(`DROP DATABASE IF EXISTS ${name}`);
    for (const statement of NO_ACCOUNTS) await root.query(statement);
    await root.end();
    await elsewhere.end();
    await rm(folder, { recursive: true, force: true });
    process.stdout.write(`\n${vendor}\n${tableOf(rows)}\n`);
  });

  const own = ['--schemas', SOURCE];
  const dsn = (user: string) => dsnOf(vendor, user);
  const admin = dsnOf(vendor);
  const dump = (user: string, ...more: readonly string[]) => [
    ...['dump', '--source', dsn(user), ...own, '--out', join(folder, `out-${++outputs}`), ...more],
  ];
  const load = (user: string, from = 'dump', ...more: readonly string[]) => [
    ...['load', '--dump', join(folder, from), '--target', dsn(user), ...MAP, ...more],
  ];
  const inspect = (user: string, ...more: readonly string[]) => [
    ...['inspect', '--target', dsn(user), '--tables', `${SOURCE}.orders`, ...more],
  ];
  const ofLoad = ['load', '--schemas', COPY];
  const speedUps = vendor === 'mysql' ? 'redo,doublewrite,flush' : 'flush';
  const all: readonly Job[] = [
    { name: 'dump', grants: ['dump', ...own], lack: 'named', run: (user) => dump(user) },
    {
      ...{ name: 'dump, accounts too', beyond: 'dump', lack: 'refused' },
      grants: ['dump', ...own, '--users'],
      run: (user) => dump(user, '--users', `${GIVEN}%`),
    },
    // Before the jobs that drop the accounts: made again, they have another hash.
    {
      ...{ name: 'verify, accounts too', beyond: 'verify', lack: 'named' },
      grants: ['verify', ...own, '--users'],
      run: (user) => [
        ...['verify', '--dump', join(folder, 'accounts'), '--target', dsn(user), '--users', `${GIVEN}%`],
      ],
    },
    {
      ...{ name: 'dump, one lock', beyond: 'dump', lack: 'named' },
      grants: ['dump', ...own, '--consistency', 'auto'],
      run: (user) => dump(user),
    },
    {
      ...{ name: 'dump, rows alone', lack: 'named' },
      grants: ['dump', ...own, '--data-only'],
      run: (user) => dump(user, '--data-only'),
    },
    {
      name: 'load',
      grants: ofLoad,
      lack: 'refused',
      run: (user) => load(user, 'dump', '--indexes', 'defer'),
    },
    {
      ...{ name: 'load, accounts too', beyond: 'load', lack: 'refused', clear: NO_ACCOUNTS },
      grants: [...ofLoad, '--users', '--dump', join(folder, 'accounts'), ...MAP],
      run: (user) => load(user, 'accounts', '--users', `${GIVEN}%`),
    },
    {
      ...{ name: 'load, past the binary log', beyond: 'load', lack: 'refused' },
      grants: [...ofLoad, '--binlog', 'off'],
      run: (user) => load(user, 'dump', '--binlog', 'off'),
    },
    {
      ...{ name: 'load, faster', beyond: 'load', lack: 'refused' },
      globals: { innodb_flush_log_at_trx_commit: 1, sync_binlog: 1 },
      grants: [...ofLoad, '--fast-unsafe', speedUps],
      run: (user) => load(user, 'dump', '--fast-unsafe', speedUps),
    },
    {
      ...{ name: 'load, definers stripped', lack: 'refused', beyond: 'load' },
      grants: [...ofLoad, '--definers', 'strip'],
      run: (user) => load(user, 'stripped'),
    },
    {
      ...{ name: 'migrate, target', lack: 'refused' },
      grants: ['migrate', '--side', 'target', '--schemas', COPY],
      run: (user) => ['migrate', '--source', admin, '--target', dsn(user), ...own, ...MAP],
    },
    {
      ...{ name: 'migrate, target, accounts too', beyond: 'migrate, target', lack: 'refused' },
      ...{ clear: NO_ACCOUNTS, elsewhere: () => elsewhere },
      grants: [
        ...['migrate', '--side', 'target', '--schemas', COPY],
        ...['--users', '--dump', join(folder, 'accounts'), ...MAP],
      ],
      run: (user) => [
        ...['migrate', '--source', elsewhere.dsn, '--target', dsn(user), ...own, ...MAP],
        ...['--users', `${GIVEN}%`],
      ],
    },
    {
      ...{ name: 'migrate, source', lack: 'named' },
      grants: ['migrate', '--side', 'source', ...own],
      run: (user) => ['migrate', '--source', dsn(user), '--target', admin, ...own, ...MAP],
    },
    {
      ...{ name: 'verify', lack: 'named' },
      grants: ['verify', ...own],
      run: (user) => ['verify', '--dump', join(folder, 'dump'), '--target', dsn(user), '--checksum'],
    },
    {
      ...{ name: 'inspect, buffer pool', lack: 'named' },
      grants: ['inspect', ...own, '--tier', 'buffer'],
      run: (user) => inspect(user, '--tier', 'buffer'),
    },
    {
      ...{ name: 'inspect, statistics', lack: 'named' },
      grants: ['inspect', ...own, '--tier', 'stats'],
      run: (user) => inspect(user, '--tier', 'stats'),
    },
    {
      ...{ name: 'inspect, file', lack: 'named' },
      grants: ['inspect', ...own, '--tier', 'file'],
      run: (user) => inspect(user, '--tier', 'file'),
    },
    {
      ...{ name: 'inspect, row locks', lack: 'named', only: 'mysql' },
      grants: ['inspect', ...own, '--tier', 'buffer', '--lock-rows'],
      run: (user) => inspect(user, '--tier', 'buffer', '--lock-rows'),
    },
  ];
  const jobs = all.filter(({ only = vendor }) => only === vendor);

  it.each(shareOf(jobs, vendor === 'mariadb'))(
    'suffice for $name, and each of their privileges is missed by its name',
    async (job) => {
      const user = `least_${job.name.replace(/[ ,]+/g, '_')}`.slice(0, 32);
      const account = await printedAccount(vendor, user, job.grants);
      const basis = all.find(({ name }) => name === job.beyond);
      const known = basis === undefined ? [] : (await printedAccount(vendor, user, basis.grants)).privileges;
      const isKnown = (right: PrintedPrivilege) =>
        known.some(
          ({ privilege, place, end }) =>
            privilege === right.privilege && place === right.place && end === right.end,
        );
      const attempt = async (without: PrintedPrivilege | null): Promise<Outcome> => {
        for (const statement of [`DROP DATABASE IF EXISTS ${COPY}`, ...(job.clear ?? [])])
          await root.query(statement);
        await makeAccount(root, user, account, without);
        const side = job.name.endsWith('source') ? 'SOURCE' : 'TARGET';
        const other = side === 'SOURCE' ? 'TARGET' : 'SOURCE';
        const otherPassword = job.elsewhere?.().secret.SLUICE_PASSWORD ?? rootPassword;
        const isMigration = job.name.startsWith('migrate');
        const secrets = isMigration
          ? { [`SLUICE_${side}_PASSWORD`]: account.password, [`SLUICE_${other}_PASSWORD`]: otherPassword }
          : { SLUICE_PASSWORD: account.password };
        return await withGlobals(root, job.globals ?? {}, async () => {
          const outcome = outcomeOf(await runSluice([...job.run(user), '--json'], secrets));
          if (without === null || outcome.words !== '') return outcome;
          // A run that would be better with another privilege, and is right without it, says so.
          return { ...outcome, words: (await runSluice(job.run(user), secrets)).output };
        });
      };
      const told = (right: string, { exitCode, state, words }: Outcome) =>
        rows.push({
          ...{ job: job.name, 'privilege taken away': right, exit: `${exitCode ?? ''} ${state}` },
          says: words.replace(/\s+/g, ' ').slice(0, 90),
        });
      try {
        const whole = await attempt(null);
        told(`none of ${account.privileges.length}`, whole);
        expect(whole.state, whole.words).toMatch(/^done/);
        expect(whole.words, job.name).not.toMatch(/lacks|needs|can’t/);
        for (const right of account.privileges.filter((one) => !isKnown(one))) {
          const outcome = await attempt(right);
          const { state, words } = outcome;
          told(`${right.privilege} on ${right.place}`, outcome);
          const place = `${job.name} without ${right.privilege} on ${right.place}`;
          expect(words, place).toMatch(naming(right));
          if (state !== 'done' || job.lack === 'refused') expect(words, place).toContain('GRANT');
          expect(words, place).not.toMatch(/Access denied|command denied/);
          if (job.lack === 'named') continue;
          expect(state, place).toBe('failed');
          const [there] = await root.query(`SHOW DATABASES LIKE '${COPY}'`);
          expect(there, place).toEqual([]);
        }
      } finally {
        await root.query(`DROP USER IF EXISTS '${user}'@'${HOST}'`);
      }
    },
  );
});
