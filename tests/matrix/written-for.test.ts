import { existsSync, mkdtempSync, rmSync, unlinkSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readCollations } from '../../app/catalog/server/collations';
import { has, type Capability } from '../../app/catalog/server/dialect';
import { collationsOf } from '../../app/catalog/server/known-collations';
import { parseVersion } from '../../app/catalog/server/server';
import type { ControlSession } from '../../app/catalog/session/control-session';
import { SAKILA_ROW_COUNT, sakilaStatements } from '../fixtures/sakila';
import type { CommonSchema } from '../fixtures/common-schema';
import { runSluice } from '../integration/harness/command';
import { loadByClient } from '../servers/dump-programs';
import { serverNames, skipMissingServers } from './matrix-server';
import { PairServers } from './pair-servers';

skipMissingServers();

const servers = new PairServers();
const sources = new Map<string, CommonSchema>();
const folder = mkdtempSync(join(tmpdir(), 'sluice-written-for-'));

const dumpOf = (name: string, schema: string) => join(folder, `${name}-${schema}`);

async function dump(name: string, schema: string): Promise<void> {
  const { dsn, secret } = servers.get(name);
  const words = [
    '--source',
    dsn,
    '--out',
    dumpOf(name, schema),
    '--schemas',
    schema,
    '--row-versions',
    'skip',
  ];
  const { exitCode, output } = await runSluice(['dump', ...words], secret);
  expect([0, 3], output).toContain(exitCode);
}

/** Words that name a server's version. */
function forWords(name: string): readonly string[] {
  const { version } = servers.get(name).instance;
  const { vendor } = parseVersion(version);
  return ['--for', `${vendor}:${/\d+\.\d+\.\d+/.exec(version)?.[0] ?? ''}`];
}

async function load(name: string, script: string): Promise<string> {
  const { host, port, user, password } = servers.get(name).instance;
  // Clients of MySQL 9 can't sign in to 5.5, for whose plugin they have no word.
  const client = name === 'mysql-9.7' ? 'mysql' : 'mariadb';
  const options = ['--comments', '--binary-mode', '--default-character-set=utf8mb4'];
  return await loadByClient(client, script, options, { host, port, user, password });
}

beforeAll(async () => {
  for (const name of serverNames) {
    await servers.add(name, 'sakila', ({ sakila }) => sakilaStatements(sakila));
    sources.set(name, await servers.read(name, 'sakila'));
    await dump(name, 'sakila');
    await servers.get(name).run(['DROP DATABASE sakila', ...modern(name)]);
    await dump(name, 'modern');
    await servers.get(name).run(['DROP DATABASE modern']);
  }
});
afterAll(async () => {
  await servers.end();
  rmSync(folder, { recursive: true, force: true });
});

it.each(serverNames)('the collations of %s are known by its version', async (name) => {
  const server = parseVersion(servers.get(name).instance.version);
  const known = collationsOf(server);
  await servers.get(name).use(async (connection) => {
    const rows = async (sql: string) => (await connection.query(sql))[0];
    const there = await readCollations({ server, rows } as unknown as ControlSession);
    expect([...there].filter((collation) => !known.has(collation))).toEqual([]);
    const OTHERS = [
      ...['utf8mb4_0900_ai_ci', 'utf8mb4_0900_bin', 'utf8mb4_ja_0900_as_cs', 'gb18030_bin', 'utf8_bin'],
      ...['utf8mb3_bin', 'utf8mb4_unicode_520_ci', 'utf8mb4_nopad_bin', 'utf8mb4_uca1400_ai_ci'],
      ...['utf8mb3_tolower_ci', 'utf8mb4_myanmar_ci', 'latin1_german2_ci', 'utf8mb4_german2_ci'],
    ];
    for (const collation of OTHERS)
      expect([collation, known.has(collation)]).toEqual([collation, there.has(collation)]);
  });
});

const pairs = serverNames.flatMap((source) =>
  serverNames.filter((target) => target !== source).map((target) => [source, target] as const),
);

/** Indexes that MySQL 5.5 lacks, by their tables. */
const LACKING = { address: 'idx_location', film_text: 'idx_title_description' } as const;

function expected(source: string, target: string): CommonSchema {
  const schema = sources.get(source) ?? {};
  if (target !== 'mysql-5.5') return schema;
  const without = Object.entries(LACKING).map(([table, index]) => {
    const lines = schema[`table ${table}`] ?? [];
    return [`table ${table}`, lines.filter((line) => !line.startsWith(`key ${index} |`))] as const;
  });
  return { ...schema, ...Object.fromEntries(without) };
}

describe.each(pairs.length === 0 ? [['none', 'none'] as const] : pairs)(
  'from %s for %s',
  (source, target) => {
    it.skipIf(pairs.length === 0)('sakila is loaded by the client, and equal', async () => {
      const script = join(folder, `${source}-${target}.sql`);
      const words = [dumpOf(source, 'sakila'), script, '--format', 'sql', ...forWords(target)];
      const run = await runSluice(['convert', ...words, '--fix', 'collations,indexes', '--json'], {});
      expect([0, 3], run.output).toContain(run.exitCode);
      expect(run.result.rows).toBe(SAKILA_ROW_COUNT);
      expect(await load(target, script)).toBe('');
      expect(await servers.read(target, 'sakila')).toEqual(expected(source, target));
      await servers.get(target).run(['DROP DATABASE sakila']);
      unlinkSync(script);
    });

    it.skipIf(pairs.length === 0)('a definition is loaded, or refused by name', async () => {
      const version = parseVersion(servers.get(target).instance.version);
      for (const { table, capability } of featuresOf(source)) {
        const script = join(folder, `${table}-${source}-${target}.sql`);
        const words = [dumpOf(source, 'modern'), script, '--format', 'sql', '--tables', `modern.${table}`];
        const run = await runSluice(
          ['convert', ...words, ...forWords(target), '--fix', 'collations', '--json'],
          {},
        );
        const where = `${table} from ${source} for ${target}: ${run.output}`;
        const isPassedOver = ['checkConstraints', 'descendingIndexes'].includes(capability);
        if (!has(version, capability) && !isPassedOver) {
          expect(run.result.errors[0], where).toMatchObject({ code: 'definition-refused' });
          expect(existsSync(script)).toBe(false);
          continue;
        }
        // Things that the vendors write in different ways are refused too.
        if (run.exitCode === 5) {
          expect(version.vendor, where).not.toBe(parseVersion(servers.get(source).instance.version).vendor);
          continue;
        }
        expect([0, 3], where).toContain(run.exitCode);
        if (!has(version, capability)) expect(run.output, where).toMatch(/passes over them/);
        expect(await load(target, script), where).toBe('');
        await servers.get(target).run(['DROP DATABASE modern']);
        unlinkSync(script);
      }
    });
  },
);

interface Feature {
  readonly table: string;
  readonly capability: Capability;
  readonly statement: string;
}

const FEATURES: readonly Feature[] = [
  ['checks', 'checkConstraints', 'a INT, CONSTRAINT positive CHECK (a > 0)'],
  ['dates', 'datetimeDefaults', 'a DATETIME DEFAULT CURRENT_TIMESTAMP'],
  [
    'several_dates',
    'datetimeDefaults',
    'a DATETIME DEFAULT CURRENT_TIMESTAMP, b TIMESTAMP DEFAULT CURRENT_TIMESTAMP',
  ],
  ['computed', 'defaultExpressions', 'a INT DEFAULT (1 + 1)'],
  ['backwards', 'descendingIndexes', 'a INT, KEY (a DESC)'],
  ['fractions', 'fractionalSeconds', 'a DATETIME(6), b TIME(2)'],
  ['expressions', 'functionalIndexes', 'a INT, b INT, KEY (b, (a + 1))'],
  ['derived', 'generatedColumns', 'a INT, b INT GENERATED ALWAYS AS (a + 1) STORED'],
  ['inet4s', 'inet4Type', 'a INET4'],
  ['inet6s', 'inet6Type', 'a INET6'],
  ['documents', 'jsonType', 'a JSON'],
  ['versioned', 'systemVersioning', 'a INT) WITH SYSTEM VERSIONING COMMENT ('],
  ['uuids', 'uuidType', 'a UUID'],
  ['vectors', 'vectorType', 'a VECTOR(3)'],
  ['long_keys', 'largeIndexKeys', 'a VARCHAR(255) CHARACTER SET utf8mb4, UNIQUE KEY (a)'],
  ['hidden_keys', 'invisibleIndexes', 'a INT, KEY (a) INVISIBLE'],
  ['hidden', 'invisibleColumns', 'a INT, b INT INVISIBLE'],
].map(([table = '', capability = '', columns = '']) => ({
  table,
  capability: capability as Capability,
  statement: `CREATE TABLE ${table} (${columns}) ENGINE=InnoDB`.replace(' COMMENT () ENGINE=InnoDB', ''),
}));

/** Features that a server has. */
function featuresOf(name: string): readonly Feature[] {
  const { vendor, ...version } = parseVersion(servers.get(name).instance.version);
  return FEATURES.filter(
    ({ table, capability }) =>
      has({ vendor, ...version }, capability) &&
      // MariaDB's is a text with a CHECK.
      (table !== 'documents' || vendor === 'mysql'),
  );
}

function modern(name: string): readonly string[] {
  const { vendor } = parseVersion(servers.get(name).instance.version);
  return [
    ...['CREATE DATABASE modern', 'USE modern'],
    ...featuresOf(name).map(({ statement }) =>
      vendor === 'mariadb' ? statement.replace(') INVISIBLE', ') IGNORED') : statement,
    ),
  ];
}
