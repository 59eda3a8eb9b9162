import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testServer, testVendors } from '../../servers/test-server';
import { runSluice } from '../harness/command';
import { connectToFresh, dropSchemas, withPlain } from '../harness/servers';

const SCHEMA = 'dump_dry_run';
/** Servers without invisible columns. */
const OLD = { mysql: '5.7', mariadb: '10.2' } as const;
const FIX = { mysql: ['--fix', 'collations'], mariadb: [] } as const;

describe.each(testVendors)('dump --dry-run on %s', (vendor) => {
  const { host, port, user, password } = testServer(vendor);
  let folder = '';
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'sluice-dry-run-'));
    const connection = await connectToFresh(vendor, SCHEMA);
    await connection.query('CREATE TABLE big (id INT PRIMARY KEY, v VARCHAR(99)) ENGINE=InnoDB');
    await connection.query('CREATE TABLE keyless (v INT) ENGINE=InnoDB');
    await connection.query("INSERT INTO big VALUES (1, 'a'), (2, 'b')");
    await connection.query('CREATE VIEW w AS SELECT id FROM big');
    await connection.query('CREATE PROCEDURE p() SELECT 1');
    await connection.query('CREATE TRIGGER t BEFORE INSERT ON big FOR EACH ROW SET NEW.v = UPPER(NEW.v)');
    await connection.end();
  });
  afterAll(async () => {
    await dropSchemas(vendor, SCHEMA);
    rmSync(folder, { recursive: true, force: true });
  });

  const plan = (out: string, ...more: readonly string[]) =>
    runSluice(
      [
        'dump',
        '--source',
        `mysql://${user}@${host}:${port}`,
        '--out',
        out,
        '--schemas',
        SCHEMA,
        '--dry-run',
        ...more,
      ],
      { SLUICE_PASSWORD: password },
    );

  /** Statements that lock or write, as the server counts them. */
  const locks = () =>
    withPlain(vendor, async (watcher) => {
      const [rows] = await watcher.query(
        "SHOW GLOBAL STATUS WHERE Variable_name IN ('Com_flush', 'Com_lock_tables', 'Com_lock_instance', 'Com_backup', 'Com_begin', 'Com_create_table')",
      );
      return rows;
    });

  it('names tables, objects and the way to consistency, takes no lock and writes nothing', async () => {
    const before = await locks();
    const { exitCode, output } = await plan(join(folder, 'none'));
    expect(exitCode, output).toBe(0);
    expect(output).toContain(`${SCHEMA}.big: about`);
    expect(output).toMatch(/big: .* several lanes, InnoDB/);
    expect(output).toMatch(/keyless: .* one stream, InnoDB/);
    expect(output).toContain('And 1 view, 1 routine, 1 trigger, 0 events.');
    expect(output).toContain('One snapshot for all tables');
    expect(output).toContain('This dump can start');
    expect(existsSync(join(folder, 'none'))).toBe(false);
    expect(await locks()).toEqual(before);
  });

  it('names every definition that the named server could not take, and takes no lock for it', async () => {
    await withPlain(vendor, async (connection) => {
      await connection.query(`CREATE TABLE ${SCHEMA}.invisible (id INT PRIMARY KEY, v INT INVISIBLE)`);
      await connection.query(`CREATE TABLE ${SCHEMA}.hidden (id INT PRIMARY KEY, w INT INVISIBLE)`);
    });
    const before = await locks();
    const out = join(folder, 'for.sql');
    const { exitCode, output } = await plan(out, '--format', 'sql', '--for', `${vendor}:${OLD[vendor]}`);
    expect(exitCode, output).toBe(5);
    expect(output).toContain(`Conflict: ${SCHEMA}.invisible`);
    expect(output).toContain(`Conflict: ${SCHEMA}.hidden`);
    expect(output).not.toContain('This dump can start');
    expect(existsSync(out)).toBe(false);
    expect(await locks()).toEqual(before);
    await withPlain(vendor, async (connection) => {
      await connection.query(`DROP TABLE ${SCHEMA}.invisible, ${SCHEMA}.hidden`);
    });
    const whole = await plan(out, '--format', 'sql', '--for', `${vendor}:${OLD[vendor]}`, ...FIX[vendor]);
    expect(whole.exitCode, whole.output).toBe(0);
    expect(whole.output).toContain('This dump can start');
  });

  it('plans another format, whose output must not exist, or is standard output', async () => {
    const empty = join(folder, 'empty');
    mkdirSync(empty);
    const taken = await plan(empty, '--format', 'csv', '--json');
    expect(taken.exitCode).toBe(5);
    expect(taken.result.errors).toMatchObject([{ code: 'folder-not-empty' }]);
    const { exitCode, output } = await plan('-', '--format', 'sql');
    expect(exitCode, output).toBe(0);
    expect(output).toContain('into standard output, on');
  });

  it('refuses a folder that holds something, as the dump would', async () => {
    const full = join(folder, 'full');
    mkdirSync(full);
    writeFileSync(join(full, 'mine.txt'), 'x');
    const { exitCode, result } = await plan(full, '--json');
    expect(exitCode).toBe(5);
    expect(result.errors).toMatchObject([{ code: 'folder-not-empty' }]);
  });

  it('refuses a selection that can’t be, as the dump would', async () => {
    const { exitCode, output } = await plan(join(folder, 'none'), '--tables', `${SCHEMA}.nothing`);
    expect(exitCode, output).not.toBe(0);
    expect(output).toContain('nothing');
  });
});
