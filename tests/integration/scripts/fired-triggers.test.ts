import { mkdtemp, rm, writeFile } from 'fs/promises';
import { tmpdir } from 'os';
import { join } from 'path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOAD_DEFAULTS, type LoadSelection } from '../../../app/contract/runs/options';
import { testVendors } from '../../servers/test-server';
import { runSluice } from '../harness/command';
import { loadDump, newRegistry, type LoadWish } from '../harness/runs';
import { startAt, targetWords } from '../harness/server-command';
import { connectPlain, dropSchemas, queryRows } from '../harness/servers';
import { hasJournal, saboteurCommand } from '../load/crash-schema';

const SCHEMA = 'fired_rows';

const DEFINITIONS = `-- Sample schema
SET @OLD_UNIQUE_CHECKS=@@UNIQUE_CHECKS, UNIQUE_CHECKS=0;
CREATE SCHEMA ${SCHEMA};
USE ${SCHEMA};
CREATE TABLE inventory (
  id INT UNSIGNED NOT NULL AUTO_INCREMENT, film_id INT NOT NULL, PRIMARY KEY (id), KEY idx_film (film_id),
  CONSTRAINT fk_film FOREIGN KEY (film_id) REFERENCES film (film_id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;
CREATE TABLE film (
  film_id INT NOT NULL, title VARCHAR(128) NOT NULL, description TEXT DEFAULT NULL, PRIMARY KEY (film_id), KEY idx_title (title)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;
CREATE TABLE film_text (
  film_id INT NOT NULL, title VARCHAR(255) NOT NULL, description TEXT, PRIMARY KEY (film_id), FULLTEXT KEY words (title)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;
CREATE TABLE film_log (no INT NOT NULL AUTO_INCREMENT, film_id INT NOT NULL, PRIMARY KEY (no)) ENGINE=InnoDB;
CREATE VIEW titles AS SELECT title FROM film;
DELIMITER ;;
CREATE TRIGGER ins_film AFTER INSERT ON film FOR EACH ROW BEGIN
  INSERT INTO film_text (film_id, title, description) VALUES (new.film_id, new.title, new.description);
  INSERT INTO film_log (film_id) VALUES (new.film_id);
END;;
CREATE TRIGGER upd_film AFTER UPDATE ON film FOR EACH ROW UPDATE film_text SET title = new.title WHERE film_id = old.film_id;;
DELIMITER ;
`;
/** Its rows are not in the order of the key: the log has them in that of the script. */
const ROWS = `USE ${SCHEMA};
INSERT INTO film VALUES (3,'ADAPTATION HOLES','An Astounding Reflection'),(1,'ACADEMY DINOSAUR','An Epic Drama'),(2,'ACE GOLDFINGER',NULL);
INSERT INTO inventory VALUES (1,1),(2,3);
`;
const WITHOUT_TRIGGER: LoadSelection = {
  ...LOAD_DEFAULTS.selection,
  exclude: [{ kind: 'trigger', schema: SCHEMA, name: 'ins_film' }],
};

describe.each(testVendors)('a script by hand whose rows fire triggers, %s', (vendor) => {
  const registry = newRegistry();
  let folder: string;
  let script: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sluice-fired-'));
    script = join(folder, 'films.sql');
    await writeFile(script, DEFINITIONS + ROWS);
  });
  afterAll(async () => {
    await dropSchemas(vendor, SCHEMA);
    await rm(folder, { recursive: true, force: true });
  });

  async function load(more: Partial<LoadWish> = {}) {
    await dropSchemas(vendor, SCHEMA);
    return await loadDump(registry, { vendor, folder: script, threads: 2, ...more });
  }

  const idsOf = async (table: string, order: string) =>
    (await queryRows(vendor, `SELECT film_id AS id FROM ${SCHEMA}.${table} ORDER BY ${order}`)).map(
      ({ id }) => id,
    );

  it.each(['auto', 'load-data', 'insert'] as const)('fills what they fill, by %s', async (method) => {
    const result = await load({ method, verify: 'checksum' });
    expect(result.errors).toEqual([]);
    expect(await idsOf('film_text', 'film_id')).toEqual([1, 2, 3]);
    expect(await idsOf('film_log', 'no')).toEqual([3, 1, 2]);
    expect(await idsOf('inventory', 'id')).toEqual([1, 3]);
    const tables = result.verdicts.map(({ table, rows, checks }) => [
      ...[table, rows],
      ...checks.flatMap(({ kind, state }) => (kind === 'rows' || kind === 'checksum' ? [state] : [])),
    ]);
    expect(tables.sort()).toEqual([
      ['film', 3, 'ok', 'ok'],
      ['film_log', 3, 'not-checked', 'not-checked'],
      ['film_text', 3, 'not-checked', 'not-checked'],
      ['inventory', 2, 'ok', 'ok'],
    ]);
  });

  it('says in its plan that it loads them last', async () => {
    await dropSchemas(vendor, SCHEMA);
    const words = ['load', ...targetWords(vendor), '--dump', script, '--dry-run'];
    const { exitCode, output } = await startAt({ vendor }, words).ended;
    expect(exitCode).toBe(0);
    expect(output).toMatch(/fired_rows\.film\) fire triggers of the script: they are loaded last/);
  });

  it('has what its rows are without the trigger', async () => {
    const result = await load({ selection: WITHOUT_TRIGGER, verify: 'checksum' });
    expect(result.errors).toEqual([]);
    expect(await idsOf('film_text', 'film_id')).toEqual([]);
    const checks = result.verdicts.flatMap((verdict) => verdict.checks);
    const ofRows = checks.filter(({ kind }) => kind === 'rows' || kind === 'checksum');
    expect(ofRows.map(({ state }) => state)).toEqual(Array(8).fill('ok'));
  });

  it('is refused where tables may be there already, and changes nothing', async () => {
    await load();
    const result = await loadDump(registry, { vendor, folder: script, onExisting: 'append' });
    expect(result.errors).toMatchObject([{ code: 'dump-unsupported', table: `${SCHEMA}.film` }]);
    expect(result.errors[0]?.hint).toMatch(/--exclude-triggers fired_rows\.ins_film/);
    expect(await idsOf('film_log', 'no')).toEqual([3, 1, 2]);
  });

  it('is converted without the trigger alone', async () => {
    const out = join(folder, 'converted.sql');
    const words = ['convert', script, out, '--format', 'sql'];
    const refused = await runSluice(words, {});
    expect(refused.exitCode).not.toBe(0);
    expect(refused.output).toMatch(/a server alone knows which rows it would write/);
    expect((await runSluice([...words, '--exclude-triggers', `${SCHEMA}.ins_film`], {})).exitCode).toBe(0);
  });

  it('may be killed again and again, and has each row once', async () => {
    const many = join(folder, 'many.sql');
    const rows = Array.from({ length: 12 }, (_, part) => {
      const values = Array.from(
        { length: 1000 },
        (_, at) => `(${part * 1000 + at},'T${at}','${'x'.repeat(4000)}')`,
      );
      return `INSERT INTO film VALUES ${values.join(',')};\n`;
    });
    await writeFile(
      many,
      `${DEFINITIONS}USE ${SCHEMA};\n${rows.join('')}INSERT INTO inventory VALUES (1,11999);\n`,
    );
    await dropSchemas(vendor, SCHEMA);
    const saboteur = await saboteurCommand(join(folder, 'saboteur'));
    const root = await connectPlain(vendor);
    try {
      for (const at of ['after-commit:2', 'before-commit:1', 'after-commit:1', 'after-load:1']) {
        const resumes = await hasJournal(root, SCHEMA);
        const words = [
          'load',
          ...targetWords(vendor),
          '--dump',
          many,
          '--json',
          ...(resumes ? ['--resume'] : []),
        ];
        const ended = await startAt({ vendor, crash: { saboteur, at } }, words).ended.catch(() => null);
        expect(ended?.exitCode ?? null).toBeNull();
      }
      const words = ['load', ...targetWords(vendor), '--dump', many, '--json', '--resume'];
      const { result } = await startAt({ vendor }, words).ended;
      expect(result.errors).toEqual([]);
    } finally {
      await root.end();
    }
    for (const table of ['film', 'film_text', 'film_log'])
      expect(
        await queryRows(
          vendor,
          `SELECT COUNT(*) AS n, COUNT(DISTINCT film_id) AS ids, CAST(SUM(film_id) AS CHAR) AS sum FROM ${SCHEMA}.${table}`,
        ),
      ).toEqual([{ n: 12_000, ids: 12_000, sum: '71994000' }]);
    expect((await idsOf('film_log', 'no')).every((id, at) => Number(id) === at)).toBe(true);
  });
});
