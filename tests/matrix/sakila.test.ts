import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { CommonSchema } from '../fixtures/common-schema';
import { SAKILA_OBJECTS, SAKILA_ROW_COUNT, sakilaStatements } from '../fixtures/sakila';
import { runSluice } from '../integration/harness/command';
import { lacksCollation } from './collations';
import { serverNames, skipMissingServers } from './matrix-server';
import { PairServers } from './pair-servers';
import { causesOf, loadFrom, migrate, pairsOf, PairTable, isOneVendor, type Pair } from './pairs';
import { readSakila, type SakilaReading } from './sakila-reading';

skipMissingServers();

const pairs = pairsOf(serverNames);
const servers = new PairServers();
const sources = new Map<string, readonly [CommonSchema, SakilaReading]>();

/** Reads sakila on a server by another client. */
const read = async (name: string, schema: string) =>
  [
    await servers.read(name, schema),
    await servers.get(name).use((connection) => readSakila(connection, schema)),
  ] as const;

beforeAll(async () => {
  for (const name of new Set(pairs.flat())) {
    await servers.add(name, 'sakila', ({ sakila }) => sakilaStatements(sakila));
    sources.set(name, await read(name, 'sakila'));
  }
});
afterAll(() => servers.end());

/** Indexes that MySQL 5.5 lacks, by their tables. */
const LACKING = { address: 'idx_location', film_text: 'idx_title_description' } as const;

const lacksIndexes = ([source, target]: Pair) => target === 'mysql-5.5' && source !== 'mysql-5.5';

/** The mode TRADITIONAL includes one that MySQL 8 removed; a load between versions of MySQL drops it by a rule alone. */
const lacksModes = ([source, target]: Pair, verb: string) =>
  verb !== 'migrate' && source === 'mysql-5.5' && target === 'mysql-9.7';

/** Rules that a move of sakila needs. */
const rulesFor = (pair: Pair, verb: string): readonly string[] => [
  ...(lacksCollation(pair) ? ['collations'] : []),
  ...(lacksIndexes(pair) ? ['indexes'] : []),
  ...(lacksModes(pair, verb) ? ['sql-modes'] : []),
];

/** The source as it is to be on the target. */
function expected(pair: Pair): readonly [CommonSchema, SakilaReading] {
  const [schema, reading] = sources.get(pair[0]) ?? [{}, {}];
  if (!lacksIndexes(pair)) return [schema, reading];
  const without = Object.entries(LACKING).map(([table, index]) => {
    const lines = schema[`table ${table}`] ?? [];
    return [`table ${table}`, lines.filter((line) => !line.startsWith(`key ${index} |`))] as const;
  });
  return [{ ...schema, ...Object.fromEntries(without) }, reading];
}

it.each([...new Set(pairs.flat())])('is whole on %s', (name) => {
  const [schema, reading] = sources.get(name) ?? [{}, {}];
  const count = (kind: string) =>
    Object.keys(schema).filter((object) => object.startsWith(`${kind} `)).length;
  expect({
    tables: count('table'),
    views: count('view'),
    routines: count('routine'),
    triggers: count('trigger'),
  }).toEqual(SAKILA_OBJECTS);
  const tables = Object.entries(schema).filter(([object]) => object.startsWith('table '));
  const rows = tables.flatMap(([, lines]) => lines.filter((line) => line.startsWith('row ')));
  expect(rows).toHaveLength(SAKILA_ROW_COUNT);
  expect(reading['foreign keys']).toHaveLength(22);
});

const VERBS = [
  { verb: 'migrate', move: migrate },
  { verb: 'load from a folder', move: loadFrom(servers.folderOf) },
];

// Vitest fails a suite without a test.
describe.each(pairs.length === 0 ? [] : VERBS)('$verb', ({ verb, move }) => {
  const table = new PairTable();
  const WORDS = ['--schema-map', 'sakila=moved'];
  const SELECTION = verb === 'migrate' ? ['--schemas', 'sakila'] : [];

  afterAll(async () => {
    await table.print(`Sakila, by ${verb}`);
  });

  describe.each(pairs)('%s to %s', (source, target) => {
    const pair = [source, target] as const;
    const run = (...words: readonly string[]) =>
      move(servers.get(source), servers.get(target), [...SELECTION, ...WORDS, ...words]);
    const rules = rulesFor(pair, verb);

    afterEach(async () => {
      await servers.get(target).run(['DROP DATABASE IF EXISTS moved']);
    });

    it('ends equal, or is refused at planning with each cause and the rule that removes it', async () => {
      const planned = await run('--dry-run');
      const causes = causesOf(planned);
      expect([...new Set(causes.map(({ fix }) => fix))].sort(), planned.output).toEqual([...rules].sort());
      if (rules.includes('indexes'))
        for (const [name, index] of Object.entries(LACKING))
          expect(
            causes.some(({ object, why }) => object === `sakila.${name}` && why.includes(index)),
            planned.output,
          ).toBe(true);
      if (rules.length > 0) {
        const refused = await run();
        expect([1, 5], refused.output).toContain(refused.exitCode);
        expect(refused.result.rows).toBe(0);
        expect(await servers.read(target, 'moved')).toEqual({});
      }

      const { exitCode, result, output } = await run(...rules.flatMap((rule) => ['--fix', rule]));
      expect([0, 3], output).toContain(exitCode);
      expect(result.rows).toBe(SAKILA_ROW_COUNT);
      expect(await read(target, 'moved')).toEqual(expected(pair));
      if (verb !== 'migrate') await verify(pair, rules);
      await expectWorkingTriggers(target);
      table.note(
        pair,
        rules.length === 0 ? 'equal' : `refused: ${rules.join(', ')}; equal with --fix ${rules.join(',')}`,
      );
    });

    /** Verifies the target: whatever a rule has changed is a difference to the dump, and rows are none. */
    async function verify([from, to]: Pair, rulesUsed: readonly string[]): Promise<void> {
      const { dsn, secret } = servers.get(to);
      const words = ['--dump', servers.folderOf(servers.get(from)), '--target', dsn, ...WORDS];
      const verified = await runSluice(['verify', ...words, '--checksum', '--json'], secret);
      const codes = new Set(verified.result.errors.map(({ code }) => code));
      const changed = isOneVendor([from, to]) && rulesUsed.some((rule) => rule !== 'sql-modes');
      expect([...codes], verified.output).toEqual(changed ? ['definition-differs'] : []);
    }
  });

  /** A new film comes into film_text by a trigger, and a new payment gets the present time by another. */
  async function expectWorkingTriggers(target: string): Promise<void> {
    await servers.get(target).use(async (connection) => {
      await connection.query('USE moved');
      await connection.query("INSERT INTO film (title, language_id) VALUES ('A NEW ONE', 1)");
      const [texts] = await connection.query("SELECT COUNT(*) AS n FROM film_text WHERE title = 'A NEW ONE'");
      expect(texts).toEqual([{ n: 1 }]);
      await connection.query(
        "INSERT INTO payment (customer_id, staff_id, amount, payment_date) VALUES (1, 1, 1, '2001-01-01')",
      );
      const [old] = await connection.query(
        "SELECT COUNT(*) AS n FROM payment WHERE payment_date < '2002-01-01'",
      );
      expect(old).toEqual([{ n: 0 }]);
    });
  }
});
