import { join } from 'path';
import type { Connection, RowDataPacket } from 'mysql2/promise';
import { selecting } from '../../app/contract/runs/options';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newRegistry, compareWithDump, dumpSchema, loadDump, withFolder } from './harness/runs';
import { dropSchemas, withPlain } from './harness/servers';

const SCHEMAS = ['reach_a', 'reach_b', 'reach_c'];
const COPIES = SCHEMAS.map((schema) => `${schema}_copy`);
const SCHEMA_MAP = Object.fromEntries(SCHEMAS.map((schema, at) => [schema, COPIES[at] ?? '']));

const registry = newRegistry();

/** A statement as the server's own log has it, and how often it was run. */
interface Asked {
  readonly text: string;
  readonly times: number;
}

/**
 * MariaDB finds the tables of some questions to information_schema by their schema, and for others looks through the
 * folders of all of them, and through all their tables: EXPLAIN tells. A question that is asked for each schema must
 * be of the first kind, or twice as many schemas take four times as long.
 */
describe('questions about one schema, mariadb', () => {
  let asked: readonly Asked[];

  beforeAll(async () => {
    await dropSchemas('mariadb', ...SCHEMAS, ...COPIES);
    await withPlain('mariadb', async (connection) => {
      for (const schema of SCHEMAS) await fill(connection, schema);
      await connection.query(
        `CREATE TABLE reach_c.halves (id INT PRIMARY KEY) PARTITION BY HASH (id) PARTITIONS 2`,
      );
    });
    asked = await questionsOf(async () => {
      await withFolder(async (parent) => {
        const folder = join(parent, 'dump');
        const wish = { vendor: 'mariadb', folder, schemaMap: SCHEMA_MAP } as const;
        const selection = selecting([{ kind: 'schema', schema: 'reach\\_%' }]);
        const ended = [
          await dumpSchema(registry, { vendor: 'mariadb', schema: '', folder, selection }),
          await loadDump(registry, wish),
          await loadDump(registry, { ...wish, onExisting: 'drop' }),
          await loadDump(registry, { ...wish, onExisting: 'truncate' }),
          await compareWithDump(registry, { ...wish, verify: 'rows' }),
        ];
        expect(ended.flatMap(({ errors }) => errors)).toEqual([]);
      });
    });
  });

  afterAll(async () => {
    await dropSchemas('mariadb', ...SCHEMAS, ...COPIES);
  });

  it('are heard by the test', () => {
    for (const view of ['TABLES', 'TRIGGERS', 'TABLE_CONSTRAINTS', 'VIEWS', 'ROUTINES'])
      expect(asked.filter(({ text }) => text.includes(`information_schema.${view}`))).not.toEqual([]);
  });

  it('are answered without a look at any other', async () => {
    const far = await withPlain('mariadb', async (connection) => {
      const found: string[] = [];
      for (const { text } of asked)
        if (isAboutOne(text) && (await scansAll(connection, text))) found.push(text);
      return found;
    });
    expect(far).toEqual([]);
  });

  it('are asked about its partitions only where a table has some', () => {
    const ofPartitions = asked.filter(({ text }) => text.includes('information_schema.PARTITIONS'));
    expect(ofPartitions.map(({ text }) => /'(reach_\w+)'/.exec(text)?.[1])).toEqual(['reach_c']);
  });

  it('are asked about its constraints once by each load that creates its tables, however many name some', () => {
    const ofConstraints = asked.filter(({ text }) => text.includes('information_schema.TABLE_CONSTRAINTS'));
    expect(ofConstraints.map(({ times }) => times)).toEqual(COPIES.map(() => 2));
  });

  it('are not asked of the journal for each table that is replaced', () => {
    const ofJournal = (kind: string) =>
      asked
        .filter(({ text }) => text.startsWith('SELECT') && text.includes(`kind = '${kind}'`))
        .reduce((sum, { times }) => sum + times, 0);
    // Two of the three loads replace something.
    for (const kind of ['aside', 'detached']) {
      expect(ofJournal(kind)).toBeGreaterThan(0);
      expect(ofJournal(kind)).toBeLessThanOrEqual(3);
    }
  });
});

describe('questions about one schema, mysql', () => {
  const OTHERS = 'reach_others';
  const TABLES = 40;
  const drop = () => dropSchemas('mysql', 'reach_a', OTHERS);

  beforeAll(async () => {
    await drop();
    await withPlain('mysql', async (connection) => {
      await fill(connection, 'reach_a');
      await connection.query('CREATE TABLE documents (id INT PRIMARY KEY, d JSON)');
    });
  });
  afterAll(drop);

  it('read no more rows of the dictionary, however many columns other schemas have', async () => {
    const before = await columnsRead();
    expect(before).toBeGreaterThan(0);
    await withPlain('mysql', async (connection) => {
      await connection.query(`CREATE DATABASE ${OTHERS}`);
      for (let number = 0; number < TABLES; number += 1)
        await connection.query(`CREATE TABLE ${OTHERS}.t${number} (id INT PRIMARY KEY, d JSON)`);
    });
    expect(await columnsRead()).toBe(before);
  });

  /** Rows that the server looks at for the questions of a dump about columns. */
  async function columnsRead(): Promise<number> {
    return await withPlain('mysql', async (connection) => {
      await connection.query('TRUNCATE performance_schema.events_statements_summary_by_digest');
      await withFolder(async (parent) => {
        const wish = { vendor: 'mysql', schema: 'reach_a', folder: join(parent, 'dump') } as const;
        expect(await dumpSchema(registry, wish)).toMatchObject({ errors: [] });
      });
      const [[row]] = await connection.query<(RowDataPacket & { readonly examined: string })[]>(
        `SELECT SUM(SUM_ROWS_EXAMINED) AS examined FROM performance_schema.events_statements_summary_by_digest
         WHERE DIGEST_TEXT LIKE 'SELECT%\`information_schema\` . \`COLUMNS\`%'`,
      );
      return Number(row?.examined);
    });
  }
});

async function fill(connection: Connection, schema: string): Promise<void> {
  await connection.query(`CREATE DATABASE ${schema}`);
  await connection.query(`USE ${schema}`);
  await connection.query('CREATE TABLE parent (id INT PRIMARY KEY)');
  for (const child of ['first', 'second'])
    await connection.query(`CREATE TABLE ${child} (id INT PRIMARY KEY, parent INT,
      CONSTRAINT ${child}_parent FOREIGN KEY (parent) REFERENCES parent (id))`);
  await connection.query('CREATE TRIGGER rises BEFORE INSERT ON first FOR EACH ROW SET NEW.parent = NEW.id');
  await connection.query('CREATE VIEW both_of AS SELECT first.id FROM first JOIN second USING (id)');
  await connection.query('CREATE FUNCTION one() RETURNS INT DETERMINISTIC RETURN 1');
  await connection.query("CREATE EVENT daily ON SCHEDULE EVERY 1 DAY DISABLE DO DO 'nothing'");
  await connection.query('INSERT INTO parent VALUES (1)');
  await connection.query('INSERT INTO first VALUES (1, 1)');
}

/** The statements that name one of these schemas. */
async function questionsOf(work: () => Promise<void>): Promise<readonly Asked[]> {
  return await withPlain('mariadb', async (connection) => {
    await connection.query("SET GLOBAL log_output = 'TABLE', GLOBAL general_log = ON");
    try {
      await work();
    } finally {
      await connection.query("SET GLOBAL general_log = OFF, GLOBAL log_output = 'FILE'");
    }
    const [rows] = await connection.query<(RowDataPacket & { readonly text: string })[]>(
      `SELECT CONVERT(argument USING utf8mb4) AS text FROM mysql.general_log
       WHERE command_type = 'Query' AND argument LIKE '%reach\\_%'`,
    );
    await connection.query('TRUNCATE TABLE mysql.general_log');
    // MariaDB logs the statements of one call as one.
    const statements = rows.flatMap(({ text }) => text.split(';\n'));
    const times = new Map<string, number>();
    for (const text of statements) times.set(text, (times.get(text) ?? 0) + 1);
    return [...times].map(([text, count]) => ({ text, times: count }));
  });
}

/** Those about several are asked once for a run. */
function isAboutOne(text: string): boolean {
  const named = new Set(text.match(/\breach_[abc](?:_copy)?\b/g));
  return named.size === 1 && /^\s*SELECT\b.*\binformation_schema\b/is.test(text);
}

async function scansAll(connection: Connection, text: string): Promise<boolean> {
  const [rows] = await connection.query<(RowDataPacket & { readonly Extra: string | null })[]>(
    `EXPLAIN ${text}`,
  );
  return rows.some(({ Extra }) => Extra?.includes('Scanned all databases') === true);
}
