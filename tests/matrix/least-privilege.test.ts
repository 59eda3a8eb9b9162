import { mkdtempSync } from 'fs';
import { rm } from 'fs/promises';
import { tmpdir } from 'os';
import { join } from 'path';
import type { Connection } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runSluice } from '../integration/harness/command';
import {
  dropAccount,
  makeAccount,
  naming,
  printedBy,
  type PrintedPrivilege,
} from '../integration/privileges/accounts';
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
} from '../integration/privileges/least-shop';
import { MatrixServer, serverNames, skipMissingServers } from './matrix-server';

skipMissingServers();

/** Servers without what `OWN_OBJECTS` has of their vendor. */
const WITHOUT_OWN = ['mysql-5.5', 'mariadb-10.2'];
/** The only one whose tables can't be inspected. */
const WITHOUT_PAGES = 'mysql-5.5';
const MAP = ['--schema-map', `${SOURCE}=${COPY}`];
const OWN = ['--schemas', SOURCE];

interface Job {
  readonly name: string;
  /** Arguments of `sluice grants`. */
  readonly grants: readonly string[];
  /** End of a job that lacks a privilege: it ends before anything is touched, or names it. */
  readonly lack: 'refused' | 'named';
  readonly run: (user: string) => readonly string[];
  /** Another job of this list whose privileges are taken away there; only those that come on top are taken away here. */
  readonly beyond?: string;
  readonly side?: 'SOURCE' | 'TARGET';
}

/** Accounts as `sluice grants` prints them are enough on each server, and what one of them lacks is named. */
describe.each(serverNames)('%s', (name) => {
  const vendor = name.startsWith('mariadb') ? 'mariadb' : 'mysql';
  let server: MatrixServer;
  let root: Connection;
  const folder = mkdtempSync(join(tmpdir(), 'sluice-least-'));
  let outputs = 0;
  const rows: Row[] = [];

  beforeAll(async () => {
    server = await MatrixServer.start(name);
    root = await server.connect();
    await server.run([
      `CREATE DATABASE ${SOURCE}`,
      `CREATE USER '${GONE}'@'%'`,
      ...OBJECTS,
      ...(WITHOUT_OWN.includes(name) ? [] : OWN_OBJECTS[vendor]),
      `DROP USER '${GONE}'@'%'`,
    ]);
    for (const [out, more] of [
      ['dump', []],
      ['stripped', ['--definers', 'strip']],
    ] as const) {
      const words = ['dump', '--source', server.dsn, ...OWN, ...more, '--out', join(folder, out), '--json'];
      const { result, output } = await runSluice(words, server.secret);
      expect(result.state, output).toBe('done');
    }
  });
  afterAll(async () => {
    await root.end();
    await server.end();
    await rm(folder, { recursive: true, force: true });
    process.stdout.write(`\n${name}\n${tableOf(rows)}\n`);
  });

  const dsn = (user: string) => `mysql://${user}@127.0.0.1:${server.instance.port}/`;
  const dump = (user: string, ...more: readonly string[]) => [
    ...['dump', '--source', dsn(user), ...OWN, '--out', join(folder, `out-${++outputs}`), ...more],
  ];
  const load = (user: string, from: string, ...more: readonly string[]) => [
    ...['load', '--dump', join(folder, from), '--target', dsn(user), ...MAP, ...more],
  ];
  const inspect = (tier: string): Job => ({
    ...{ name: `inspect, ${tier}`, lack: 'named' },
    grants: ['inspect', ...OWN, '--tier', tier],
    run: (user) => ['inspect', '--target', dsn(user), '--tables', `${SOURCE}.orders`, '--tier', tier],
  });
  const ofLoad = ['load', '--schemas', COPY];
  const jobs: readonly Job[] = [
    { name: 'dump', grants: ['dump', ...OWN], lack: 'named', run: (user) => dump(user) },
    {
      ...{ name: 'dump, one lock', beyond: 'dump', lack: 'named' },
      grants: ['dump', ...OWN, '--consistency', 'auto'],
      run: (user) => dump(user),
    },
    {
      ...{ name: 'dump, rows alone', lack: 'named' },
      grants: ['dump', ...OWN, '--data-only'],
      run: (user) => dump(user, '--data-only'),
    },
    {
      ...{ name: 'load', lack: 'refused' },
      grants: ofLoad,
      run: (user) => load(user, 'dump', '--indexes', 'defer'),
    },
    {
      ...{ name: 'load, past the binary log', beyond: 'load', lack: 'refused' },
      grants: [...ofLoad, '--binlog', 'off'],
      run: (user) => load(user, 'dump', '--binlog', 'off'),
    },
    {
      ...{ name: 'load, definers stripped', beyond: 'load', lack: 'refused' },
      grants: [...ofLoad, '--definers', 'strip'],
      run: (user) => load(user, 'stripped'),
    },
    {
      ...{ name: 'migrate, target', lack: 'refused', side: 'TARGET' },
      grants: ['migrate', '--side', 'target', '--schemas', COPY],
      run: (user) => ['migrate', '--source', server.dsn, '--target', dsn(user), ...OWN, ...MAP],
    },
    {
      ...{ name: 'migrate, source', lack: 'named', side: 'SOURCE' },
      grants: ['migrate', '--side', 'source', ...OWN],
      run: (user) => ['migrate', '--source', dsn(user), '--target', server.dsn, ...OWN, ...MAP],
    },
    {
      ...{ name: 'verify', lack: 'named' },
      grants: ['verify', ...OWN],
      run: (user) => ['verify', '--dump', join(folder, 'dump'), '--target', dsn(user), '--checksum'],
    },
    ...(name === WITHOUT_PAGES ? [] : ['buffer', 'stats', 'file'].map(inspect)),
  ];

  it.each(jobs)('the account suffices for $name, and each privilege is missed by its name', async (job) => {
    // MySQL 5.5 has room for 16 characters.
    const user = `least_${jobs.indexOf(job)}`;
    const printed = (words: readonly string[]) => printedBy(server.dsn, server.secret, user, words);
    const account = await printed(job.grants);
    const basis = jobs.find((other) => other.name === job.beyond);
    const known = basis === undefined ? [] : (await printed(basis.grants)).privileges;
    const isKnown = ({ privilege, place, end }: PrintedPrivilege) =>
      known.some((other) => other.privilege === privilege && other.place === place && other.end === end);

    const attempt = async (without: PrintedPrivilege | null): Promise<Outcome> => {
      await root.query(`DROP DATABASE IF EXISTS ${COPY}`);
      await makeAccount(root, user, account, without);
      const { password } = server.instance;
      const secrets =
        job.side === undefined
          ? { SLUICE_PASSWORD: account.password }
          : {
              ...{ SLUICE_SOURCE_PASSWORD: password, SLUICE_TARGET_PASSWORD: password },
              [`SLUICE_${job.side}_PASSWORD`]: account.password,
            };
      const outcome = outcomeOf(await runSluice([...job.run(user), '--json'], secrets));
      if (without === null || outcome.words !== '') return outcome;
      // A run that would be better with another privilege, and is right without it, says so.
      return { ...outcome, words: (await runSluice(job.run(user), secrets)).output };
    };
    const told = (right: string, { exitCode, state, words }: Outcome) =>
      rows.push({
        ...{ job: job.name, 'privilege taken away': right, exit: `${exitCode ?? ''} ${state}` },
        says: words.replace(/\s+/g, ' ').slice(0, 90),
      });

    const failures: string[] = [];
    const whole = await attempt(null);
    told(`none of ${account.privileges.length}`, whole);
    expect(whole.state, whole.words).toMatch(/^done/);
    expect(whole.words).not.toMatch(/lacks|needs|can’t/);
    for (const right of account.privileges.filter((one) => !isKnown(one))) {
      const outcome = await attempt(right);
      const { state, words } = outcome;
      told(`${right.privilege} on ${right.place}`, outcome);
      const problems = [
        ...(naming(right).test(words) ? [] : ['is not named']),
        ...((state !== 'done' || job.lack === 'refused') && !words.includes('GRANT') ? ['no GRANT'] : []),
        ...(/Access denied|command denied/.test(words) ? ['found by the server'] : []),
      ];
      if (job.lack === 'refused') {
        const [there] = await root.query(`SHOW DATABASES LIKE '${COPY}'`);
        if (state !== 'failed') problems.push(`ends ${state}`);
        if ((there as readonly unknown[]).length > 0) problems.push('the target was touched');
      }
      if (problems.length > 0)
        failures.push(`${right.privilege} on ${right.place}: ${problems.join(', ')}: ${words.slice(0, 400)}`);
    }
    await dropAccount(root, user);
    expect(failures).toEqual([]);
  });
});
