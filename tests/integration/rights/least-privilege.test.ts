import { mkdtemp, rm } from 'fs/promises';
import { tmpdir } from 'os';
import { join } from 'path';
import type { Connection } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testServer, testVendors } from '../../servers/test-server';
import type { Inspection } from '../../../app/contract/inspection';
import type { RunResult } from '../../../app/contract/run';
import { runSluice, type CommandRun } from '../harness/command';
import { connectPlain } from '../harness/servers';
import { dsnOf, HOST, makeAccount, printedAccount, type PrintedRight } from './accounts';

const SOURCE = 'least_shop';
const COPY = 'least_copy';
const GONE = 'least_gone';

/** One object of each kind, with definers that a target may have, lack, or hold in honour. */
const OBJECTS = [
  `CREATE TABLE ${SOURCE}.orders (id INT PRIMARY KEY, total INT, KEY (total))`,
  `CREATE TABLE ${SOURCE}.items (id INT PRIMARY KEY, order_id INT, FOREIGN KEY (order_id) REFERENCES ${SOURCE}.orders (id))`,
  `INSERT INTO ${SOURCE}.orders VALUES (1, 10), (2, 20)`,
  `INSERT INTO ${SOURCE}.items VALUES (1, 2)`,
  `CREATE VIEW ${SOURCE}.totals AS SELECT id, total FROM ${SOURCE}.orders`,
  `CREATE PROCEDURE ${SOURCE}.bill() SELECT 1`,
  `CREATE DEFINER = '${GONE}'@'%' FUNCTION ${SOURCE}.tax() RETURNS INT DETERMINISTIC RETURN 19`,
  `CREATE TRIGGER ${SOURCE}.stamp BEFORE INSERT ON ${SOURCE}.orders FOR EACH ROW SET NEW.total = NEW.total + 0`,
  `CREATE EVENT ${SOURCE}.purge ON SCHEDULE EVERY 1 DAY DISABLE DO SELECT 1`,
];

const MAP = ['--schema-map', `${SOURCE}=${COPY}`];

interface Job {
  readonly name: string;
  /** Of `sluice grants`. */
  readonly grants: readonly string[];
  /** What becomes of a job that lacks a right: it ends before anything is touched, or names it. */
  readonly lack: 'refused' | 'named';
  readonly run: (user: string) => readonly string[];
}

describe.each(testVendors)('accounts as sluice grants prints them, %s', (vendor) => {
  let root: Connection;
  let folder: string;
  let outputs = 0;
  const rows: string[] = [];
  const rootPassword = testServer(vendor).password;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sluice-least-'));
    root = await connectPlain(vendor);
    await root.query(`DROP DATABASE IF EXISTS ${SOURCE}`);
    await root.query(`CREATE DATABASE ${SOURCE}`);
    await root.query(`CREATE USER IF NOT EXISTS '${GONE}'@'%'`);
    for (const statement of OBJECTS) await root.query(statement);
    await root.query(`DROP USER '${GONE}'@'%'`);
    const dump = ['dump', '--source', admin, ...own, '--out', join(folder, 'dump'), '--json'];
    const { result, output } = await runSluice(dump, { SLUICE_PASSWORD: rootPassword });
    expect(result.state, output).toBe('done');
  });

  afterAll(async () => {
    for (const name of [SOURCE, COPY]) await root.query(`DROP DATABASE IF EXISTS ${name}`);
    await root.end();
    await rm(folder, { recursive: true, force: true });
    process.stdout.write(`\n${vendor}\n${rows.join('\n')}\n`);
  });

  const own = ['--schemas', SOURCE];
  const dsn = (user: string) => dsnOf(vendor, user);
  const admin = dsnOf(vendor);
  const jobs: readonly Job[] = [
    {
      name: 'dump',
      grants: ['dump', ...own],
      lack: 'named',
      run: (user) => ['dump', '--source', dsn(user), ...own, '--out', join(folder, `out-${++outputs}`)],
    },
    {
      name: 'load',
      grants: ['load', '--schemas', COPY],
      lack: 'refused',
      run: (user) => [
        'load',
        '--dump',
        join(folder, 'dump'),
        '--target',
        dsn(user),
        ...MAP,
        '--indexes',
        'defer',
      ],
    },
    {
      name: 'migrate, target',
      grants: ['migrate', '--side', 'target', '--schemas', COPY],
      lack: 'refused',
      run: (user) => ['migrate', '--source', admin, '--target', dsn(user), ...own, ...MAP],
    },
    {
      name: 'migrate, source',
      grants: ['migrate', '--side', 'source', ...own],
      lack: 'named',
      run: (user) => ['migrate', '--source', dsn(user), '--target', admin, ...own, ...MAP],
    },
    {
      name: 'verify',
      grants: ['verify', ...own],
      lack: 'named',
      run: (user) => ['verify', '--dump', join(folder, 'dump'), '--target', dsn(user)],
    },
    {
      name: 'inspect',
      grants: ['inspect', ...own, '--tier', 'buffer'],
      lack: 'named',
      run: (user) => ['inspect', '--target', dsn(user), '--tables', `${SOURCE}.orders`, '--tier', 'buffer'],
    },
  ];

  it.each(jobs)('suffice for $name, and each of their rights is missed by its name', async (job) => {
    const user = `least_${job.name.replace(', ', '_')}`;
    const account = await printedAccount(vendor, user, job.grants);
    const attempt = async (without: PrintedRight | null): Promise<Outcome> => {
      await root.query(`DROP DATABASE IF EXISTS ${COPY}`);
      await makeAccount(root, user, account, without);
      const side = job.name.endsWith('source') ? 'SOURCE' : 'TARGET';
      const other = side === 'SOURCE' ? 'TARGET' : 'SOURCE';
      const isMigration = job.name.startsWith('migrate');
      const secrets = isMigration
        ? { [`SLUICE_${side}_PASSWORD`]: account.password, [`SLUICE_${other}_PASSWORD`]: rootPassword }
        : { SLUICE_PASSWORD: account.password };
      return outcomeOf(await runSluice([...job.run(user), '--json'], secrets));
    };
    try {
      const whole = await attempt(null);
      expect(whole.state, whole.words).toMatch(/^done/);
      expect(whole.words, job.name).not.toMatch(/lacks|needs|can’t/);
      rows.push(`${job.name}: ${account.rights.length} rights suffice`);
      for (const right of account.rights) {
        const { state, words, exitCode } = await attempt(right);
        rows.push(`  − ${right.privilege} on ${right.place}: ${exitCode} ${state}: ${words.slice(0, 150)}`);
        const place = `${job.name} without ${right.privilege}`;
        expect(words, place).toMatch(new RegExp(`(lacks|needs|Grant)[^.]*\\b${right.privilege}\\b`));
        expect(words, place).toContain('GRANT');
        expect(words, place).not.toMatch(/Access denied|command denied/);
        if (job.lack === 'named') continue;
        expect(state, place).toBe('failed');
        const [there] = await root.query(`SHOW DATABASES LIKE '${COPY}'`);
        expect(there, place).toEqual([]);
      }
    } finally {
      await root.query(`DROP USER IF EXISTS '${user}'@'${HOST}'`);
    }
  });
});

interface Outcome {
  readonly state: string;
  readonly exitCode: number | null;
  /** All that was said to be wrong or missing, with what helps. */
  readonly words: string;
}

function outcomeOf({ result, exitCode }: CommandRun): Outcome {
  const { state, errors = [], warnings = [] } = result as Partial<RunResult>;
  const said = [...errors, ...warnings].map(({ message, hint }) => `${message} ${hint}`);
  // An inspection is no run: what it lacks stands in its notes.
  const { tables } = result as unknown as Partial<Inspection>;
  const notes = Array.isArray(tables) ? tables.flatMap((table) => table.notes) : [];
  const words = [...said, ...notes.filter((note) => note.includes('lacks'))].join(' ');
  return { state: state ?? (words === '' ? 'done' : 'done-with-notes'), exitCode, words };
}
