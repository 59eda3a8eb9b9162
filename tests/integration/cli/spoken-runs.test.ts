import { spawnSync } from 'child_process';
import { mkdtempSync } from 'fs';
import { readdir, rm, truncate, unlink } from 'fs/promises';
import { tmpdir } from 'os';
import { join, resolve } from 'path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testServer } from '../../servers/test-server';
import { connectToFresh, dropSchemas, withPlain } from '../harness/servers';
import { withoutSpoken } from '../harness/spoken';

const CLI = resolve(import.meta.dirname, '../../../dist/cli.cjs');
const SCHEMA = 'spoken_runs';
const COPY = 'spoken_copy';

/** Names of places, objects and files, numbers of runs, rules of the pre-check and units stay what they are. */
const NO_WORDS = [
  /(?:sluice@)?\/[\w/.-]+/g,
  /spoken_(?:runs|copy)[\w.@]*/g,
  /\b[0-9a-f]{16}\b/g,
  /\([a-z-]+\)/g,
  /\bPRIMARY\b/g,
];

/** Each run in the pseudo-locale, the engine's findings among what it says: no word of it stands outside of a catalogue. */
describe('runs of the command line are spoken from catalogues', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-spoken-'));
  const { socket, user, password } = testServer('mysql');
  const dsn = `mysql://${user}@/?socket=${socket}`;
  const copied = ['--schema-map', `${SCHEMA}=${COPY}`];

  beforeAll(async () => {
    const connection = await connectToFresh('mysql', SCHEMA);
    for (const statement of [
      'CREATE TABLE a (id INT PRIMARY KEY, v VARCHAR(200), KEY (v))',
      'CREATE TABLE b (id INT PRIMARY KEY, a INT, FOREIGN KEY (a) REFERENCES a (id))',
      'CREATE TABLE k (v INT)',
      `INSERT INTO a VALUES ${Array.from({ length: 2000 }, (_, id) => `(${id}, REPEAT('x', 100))`).join()}`,
      'CREATE VIEW w AS SELECT * FROM a',
      'CREATE PROCEDURE p() SELECT 1',
      'CREATE TRIGGER t BEFORE INSERT ON a FOR EACH ROW SET NEW.v = 1',
      'CREATE EVENT e ON SCHEDULE EVERY 1 DAY DO SELECT 1',
    ])
      await connection.query(statement);
    await connection.end();
  });
  afterAll(async () => {
    await dropSchemas('mysql', SCHEMA, COPY);
    await rm(folder, { recursive: true, force: true });
  });

  /** Words that no catalogue holds, and the exit code. */
  function unspoken(words: readonly string[]): readonly [number | null, readonly string[]] {
    const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, ...words], {
      encoding: 'utf8',
      env: {
        ...process.env,
        SLUICE_LANGUAGE: 'en-XA',
        XDG_CONFIG_HOME: folder,
        XDG_STATE_HOME: folder,
        ...{ SLUICE_PASSWORD: password, SLUICE_SOURCE_PASSWORD: password, SLUICE_TARGET_PASSWORD: password },
      },
    });
    expect(stdout + stderr).toContain('[!!');
    const rest = NO_WORDS.reduce(
      (text, pattern) => text.replace(pattern, ''),
      withoutSpoken(stdout + stderr),
    );
    return [status, rest.match(/[A-Za-z]{3,}/g) ?? []];
  }

  it('dumps, loads and comparisons', async () => {
    const dump = join(folder, 'spoken_runs.dump');
    const from = ['--source', dsn, '--schemas', SCHEMA, '--out', dump];
    expect(unspoken(['dump', ...from, '--dry-run'])).toEqual([0, []]);
    expect(unspoken(['dump', ...from])).toEqual([0, []]);
    const into = ['--target', dsn, '--dump', dump, ...copied];
    expect(unspoken(['load', ...into, '--dry-run'])).toEqual([0, []]);
    expect(unspoken(['load', ...into])).toEqual([3, []]);
    expect(unspoken(['load', ...into])).toEqual([5, []]);
    await withPlain('mysql', async (connection) => {
      await connection.query(`DELETE FROM ${COPY}.a WHERE id = 2`);
      await connection.query(`ALTER TABLE ${COPY}.b ADD x INT`);
      await connection.query(`DROP VIEW ${COPY}.w`);
    });
    expect(unspoken(['verify', ...into, '--checksum'])).toEqual([1, []]);
    expect(unspoken(['history'])).toEqual([0, []]);
  });

  it('files that are damaged or gone', async () => {
    const dump = join(folder, 'spoken_runs.damaged');
    expect(unspoken(['dump', '--source', dsn, '--schemas', SCHEMA, '--out', dump])).toEqual([0, []]);
    const fileOf = async (table: string) => {
      const found = (await readdir(dump)).find((name) => name.startsWith(`${SCHEMA}@${table}@`));
      return join(dump, found ?? '');
    };
    await truncate(await fileOf('a'), 100);
    await unlink(await fileOf('k'));
    expect(unspoken(['verify', '--dump', dump])).toEqual([1, []]);
  });

  it('migrations, inspections and tests of connections', () => {
    const mariadb = testServer('mariadb');
    const to = `mysql://${mariadb.user}@/?socket=${mariadb.socket}`;
    const wish = ['migrate', '--source', dsn, '--target', to, '--schemas', SCHEMA];
    expect(unspoken([...wish, '--dry-run'])[1]).toEqual([]);
    expect(unspoken(['inspect', '--target', dsn, '--tables', `${SCHEMA}.a`, '--tier', 'file'])).toEqual([
      0,
      [],
    ]);
    expect(unspoken(['connections', 'test', dsn])).toEqual([0, []]);
    expect(unspoken(['dump', '--source', dsn, '--schemas', 'gone', '--out', join(folder, 'x')])[0]).toBe(5);
  });
});
