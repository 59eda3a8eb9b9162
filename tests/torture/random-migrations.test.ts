import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Failure } from '../../app/contract/failure';
import { migrationFixes, type MigrationFinding } from '../../app/contract/runs/migrate';
import { failureOf } from '../../app/engine/failures';
import { readCommonSchema, type CommonSchema } from '../fixtures/common-schema';
import { makeSchema, readServerFacts } from '../fixtures/random-schema/make';
import type { RandomSchema, ServerFacts } from '../fixtures/random-schema/model';
import { randomSchema } from '../fixtures/random-schema';
import { quoted } from '../fixtures/random-schema/names';
import { connectRaw, send, textOf, type RawConnection } from '../fixtures/random-schema/raw-connection';
import {
  rollBackMigration,
  migrateSchema,
  planMigrationOf,
  type MigrationWish,
} from '../integration/harness/migrations';
import { newRegistry } from '../integration/harness/runs';
import { dropSchemas } from '../integration/harness/servers';
import { testServer } from '../servers/test-server';
import { withoutBroken } from './broken-views';
import { firstSeed, isOneRound, replay, roundsOf } from './rounds';

/** For each of the two directions. */
const ROUNDS = roundsOf({ slice: 10, full: 150 });
const SEED = firstSeed(20261123);
/** Smaller schemas that are tried after a failure, to show it by few statements. */
const SMALLER_AT_MOST = 60;
const SOURCE = 'rand_from';
const COPY = 'rand_to';

const DIRECTIONS = [
  ['mysql', 'mariadb'],
  ['mariadb', 'mysql'],
] as const;

/** Kinds of objects to drop, in an order in which nothing is dropped that another drop has taken with it. */
const KINDS = [
  ['TRIGGER', 'SELECT TRIGGER_NAME AS name FROM information_schema.TRIGGERS WHERE TRIGGER_SCHEMA'],
  ['EVENT', 'SELECT EVENT_NAME AS name FROM information_schema.EVENTS WHERE EVENT_SCHEMA'],
  ...['PROCEDURE', 'FUNCTION', 'PACKAGE BODY', 'PACKAGE'].map(
    (kind) =>
      [
        kind,
        `SELECT ROUTINE_NAME AS name FROM information_schema.ROUTINES WHERE ROUTINE_TYPE = '${kind}' AND ROUTINE_SCHEMA`,
      ] as const,
  ),
  ['VIEW', 'SELECT TABLE_NAME AS name FROM information_schema.VIEWS WHERE TABLE_SCHEMA'],
  [
    'SEQUENCE',
    "SELECT TABLE_NAME AS name FROM information_schema.TABLES WHERE TABLE_TYPE = 'SEQUENCE' AND TABLE_SCHEMA",
  ],
  [
    'TABLE',
    "SELECT TABLE_NAME AS name FROM information_schema.TABLES WHERE TABLE_TYPE IN ('BASE TABLE', 'SYSTEM VERSIONED') AND TABLE_SCHEMA",
  ],
] as const;

describe.each(DIRECTIONS)('random schemas from %s to %s', (from, to) => {
  const registry = newRegistry();
  const wish: MigrationWish = {
    from,
    to,
    schema: SOURCE,
    copy: COPY,
    fixes: [...migrationFixes],
    threads: 2,
  };
  let source: RawConnection;
  let target: RawConnection;
  let facts: ServerFacts;
  /** By a value that the other vendor can't take. */
  let stopped = 0;

  beforeAll(async () => {
    [source, target] = [await connectRaw(testServer(from)), await connectRaw(testServer(to))];
    facts = await readServerFacts(source, from);
  });

  afterAll(async () => {
    await source.connection.end();
    await target.connection.end();
    await dropSchemas(from, SOURCE);
    await dropSchemas(to, COPY);
  });

  it(`${ROUNDS} of them: what is not refused beforehand is the same`, async () => {
    const taken = { tables: 0, rows: 0, objects: 0, moved: 0 };
    const refused = new Map<string, number>();
    let smaller = 0;
    let hasFailed = false;
    const round = async (schema: RandomSchema): Promise<void> => {
      if (hasFailed && (smaller += 1) > SMALLER_AT_MOST) return;
      const made = await makeSchema(source, SOURCE, schema);
      taken.tables += made.tables;
      taken.rows += made.rows;
      taken.objects += made.objects;
      await send(target, `DROP DATABASE IF EXISTS ${COPY}`);
      try {
        for (const rule of await withoutRefused()) refused.set(rule, (refused.get(rule) ?? 0) + 1);
        taken.moved += await moved();
      } catch (error) {
        hasFailed = true;
        throw new Error(`${made.statements.join(';\n')}\n${String(error)}`, { cause: error });
      }
    };
    const property = fc.asyncProperty(randomSchema(facts), round);
    await fc.assert(property, { seed: SEED, numRuns: ROUNDS, ...(await replay(property, SEED)) });
    console.log(
      `${from} to ${to}: ${ROUNDS} rounds, ${JSON.stringify({ ...taken, stopped })}, refused:`,
      refused,
    );
    if (isOneRound) return;
    // Nothing is proved where all is refused.
    expect(taken.moved).toBeGreaterThan(taken.tables / 4);
    expect(stopped).toBeLessThan(1 + ROUNDS / 10);
  });

  /** Takes away from the source all that the plan refuses, and gives the names of the rules. */
  async function withoutRefused(): Promise<readonly string[]> {
    const rules: string[] = [];
    for (;;) {
      const blocking = await refusals();
      if (blocking.length === 0) return rules;
      rules.push(...blocking.map(({ rule }) => rule));
      const dropped = await dropNamed(blocking.map(({ object }) => object));
      // A refusal that names nothing which could be left out is no help to anybody.
      if (dropped === 0)
        throw new Error(`Refused for nothing that can be left out: ${JSON.stringify(blocking)}`);
    }
  }

  async function refusals(): Promise<readonly Pick<MigrationFinding, 'rule' | 'object'>[]> {
    try {
      const { findings } = await planMigrationOf(wish);
      return findings.filter(({ severity }) => severity === 'blocks');
    } catch (error) {
      const { code, message } = failureOf(error);
      const named = /“(.*)” holds bytes that are no text/s.exec(message)?.[1];
      if (code !== 'unsupported-object' || named === undefined) throw error;
      return [{ rule: code, object: `${SOURCE}.${named}` }];
    }
  }

  async function dropNamed(objects: readonly string[]): Promise<number> {
    let dropped = 0;
    // Packages are dropped in no other mode than their own.
    const mode = from === 'mariadb' ? "'ORACLE'" : "''";
    await send(source, `SET NAMES utf8mb4, SESSION foreign_key_checks = 0, SESSION sql_mode = ${mode}`);
    for (const [kind, list] of KINDS) {
      for (const { name } of await send(source, `${list} = '${SOURCE}'`)) {
        const whole = `${SOURCE}.${textOf(name)}`;
        if (!objects.some((object) => object === whole || object.startsWith(`${whole}.`))) continue;
        await send(source, `DROP ${kind} IF EXISTS ${quoted(SOURCE)}.${quoted(textOf(name))}`);
        dropped += 1;
      }
    }
    return dropped;
  }

  /** Moves what is left, and gives the number of tables. */
  async function moved(): Promise<number> {
    const before = await readCommonSchema(source, SOURCE);
    const result = await migrateSchema(registry, wish);
    const { state, errors } = result;
    if (errors.length > 0 && errors.every(isOfValues)) return await rolledBack();
    expect(errors.map(({ code, message, statement }) => `${code}: ${message} ${statement ?? ''}`)).toEqual(
      [],
    );
    expect(state).toMatch(/^done/);
    expectEqual(await readCommonSchema(target, COPY), withoutBroken(before, result));
    return Object.keys(before).filter((name) => name.startsWith('table ')).length;
  }

  /** Takes back what came before such a value, and gives the number of tables that are left. */
  async function rolledBack(): Promise<0> {
    const { state } = await rollBackMigration(registry, wish);
    expect(state).toBe('done');
    expect(await send(target, `SHOW DATABASES LIKE '${COPY}'`)).toEqual([]);
    stopped += 1;
    return 0;
  }
});

/**
 * No plan reads all rows. MariaDB stores bytes that are no text of their column's character set, MySQL none; and an
 * expression of a column may fail at one vendor for a value that it takes at the other.
 */
function isOfValues({ code, message, statement }: Failure): boolean {
  if (code !== 'statement-failed') return false;
  return (
    /^Row \d+, column .*Incorrect string value/.test(message) || /^(LOAD DATA|INSERT) /.test(statement ?? '')
  );
}

/** Only what differs is worth reading. */
function expectEqual(after: CommonSchema, before: CommonSchema): void {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const differing = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  const part = (schema: CommonSchema, other: CommonSchema): object =>
    Object.fromEntries(
      differing.map((name) => [name, schema[name]?.filter((line) => !other[name]?.includes(line))]),
    );
  expect(part(after, before)).toEqual(part(before, after));
}
