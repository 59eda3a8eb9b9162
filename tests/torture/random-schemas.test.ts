import { join } from 'path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunResult } from '../../app/contract/runs/result';
import { makeSchema, readServerFacts, type MadeSchema } from '../fixtures/random-schema/make';
import type { RandomSchema, ServerFacts } from '../fixtures/random-schema/model';
import { randomSchema } from '../fixtures/random-schema';
import { connectRaw, send, type RawConnection } from '../fixtures/random-schema/raw-connection';
import { readRawSchema, type RawSchema } from '../fixtures/raw-schema';
import { dumpSchema, loadDump, newRegistry, withFolder } from '../integration/harness/runs';
import { dropSchemas } from '../integration/harness/servers';
import { testServer, testVendors } from '../servers/test-server';
import { withoutBroken } from './broken-views';
import { firstSeed, isOneRound, replay, roundsOf } from './rounds';

const ROUNDS = roundsOf({ slice: 40, full: 1000 });
const SEED = firstSeed(20261123);
/** Smaller schemas that are tried after a failure, to show it by few statements. */
const SMALLER_AT_MOST = 150;
const SCHEMA = 'rand_a';
const MEMORY = 32 * 1024 * 1024;

/** Trip of a schema through a folder. */
const trip = fc.record({
  threads: fc.constantFrom(1, 2, 4),
  bytesPerChunk: fc.constantFrom(64 * 1024, 64_000_000),
  compression: fc.constantFrom({ kind: 'none' } as const, { kind: 'zstd', level: 1 } as const),
  method: fc.constantFrom('auto', 'auto', 'insert'),
  indexes: fc.constantFrom('auto', 'defer', 'inline'),
});
type Trip = typeof trip extends fc.Arbitrary<infer T> ? T : never;

/**
 * A dump or a load that refuses before it touches anything is right to, for these reasons alone: text of an object that
 * is none in its client's character set, such as half a character of sjis, can't be written down; and a view that names
 * what its client's character set lacks is shown by the server itself with question marks, which no server takes.
 */
const REASONS: ReadonlySet<string> = new Set(['unsupported-object', 'definition-refused']);

describe.each(testVendors)('random schemas, %s', (vendor) => {
  const registry = newRegistry();
  let connection: RawConnection;
  /** MySQL shows the session whose INSERT was refused another AUTO_INCREMENT counter than all others. */
  let reader: RawConnection;
  let facts: ServerFacts;

  beforeAll(async () => {
    [connection, reader] = [await connectRaw(testServer(vendor)), await connectRaw(testServer(vendor))];
    facts = await readServerFacts(connection, vendor);
  });

  afterAll(async () => {
    await connection.connection.end();
    await reader.connection.end();
    await dropSchemas(vendor, SCHEMA);
  });

  it(`${ROUNDS} of them are the same in every byte after a dump and a load`, async () => {
    const taken = { tables: 0, rows: 0, objects: 0, refused: 0 };
    let smaller = 0;
    let hasFailed = false;
    const round = async (schema: RandomSchema, way: Trip): Promise<void> => {
      if (hasFailed && (smaller += 1) > SMALLER_AT_MOST) return;
      const made = await makeSchema(connection, SCHEMA, schema);
      taken.tables += made.tables;
      taken.rows += made.rows;
      taken.objects += made.objects;
      try {
        if ((await roundTrip(way)) === 'refused') taken.refused += 1;
      } catch (error) {
        hasFailed = true;
        throw new Error(`${scriptOf(made)}\n${String(error)}`, { cause: error });
      }
    };
    const property = fc.asyncProperty(randomSchema(facts), trip, round);
    await fc.assert(property, { seed: SEED, numRuns: ROUNDS, ...(await replay(property, SEED)) });
    if (isOneRound) return;
    // Nothing is proved by schemas of which the server took nothing.
    expect(taken.tables).toBeGreaterThan(ROUNDS);
    expect(taken.rows).toBeGreaterThan(10 * ROUNDS);
    expect(taken.objects).toBeGreaterThan(ROUNDS);
    expect(taken.refused).toBeLessThan(ROUNDS / 4);
    console.log(`${vendor}: ${ROUNDS} rounds, ${JSON.stringify(taken)}`);
  });

  async function roundTrip({ method, indexes, ...dumping }: Trip): Promise<'equal' | 'refused'> {
    const before = await readRawSchema(reader, SCHEMA);
    return await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      const dumped = await dumpSchema(registry, {
        ...{ vendor, schema: SCHEMA, folder, memoryLimitBytes: MEMORY },
        ...dumping,
      });
      if (isRefusal(dumped)) return 'refused';
      expect(said(dumped)).toEqual([]);
      await send(connection, `DROP DATABASE ${SCHEMA}`);
      const loaded = await loadDump(registry, {
        ...{ vendor, folder, threads: dumping.threads, memoryLimitBytes: MEMORY, method, indexes },
      });
      if (isRefusal(loaded)) {
        await expectNothing();
        return 'refused';
      }
      expect(said(loaded)).toEqual([]);
      expectEqual(await readRawSchema(reader, SCHEMA), withoutBroken(before, dumped));
      return 'equal';
    });
  }

  async function expectNothing(): Promise<void> {
    expect(await send(connection, `SHOW DATABASES LIKE '${SCHEMA}'`)).toEqual([]);
  }
});

function isRefusal({ state, errors }: RunResult): boolean {
  return state === 'failed' && errors.length > 0 && errors.every(({ code }) => REASONS.has(code));
}

/** Reasons why a run is not done, in few words. */
function said({ ok, state, errors }: RunResult): readonly string[] {
  if (ok) return [];
  return [state, ...errors.map((error) => `${error.code}: ${error.message} ${error.statement ?? ''}`)];
}

/** Only what differs is worth reading. */
function expectEqual(after: RawSchema, before: RawSchema): void {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const differing = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  const part = (schema: RawSchema): object =>
    Object.fromEntries(differing.map((name) => [name, linesThatDiffer(schema[name], name, before, after)]));
  expect(part(after)).toEqual(part(before));
}

function linesThatDiffer(
  lines: readonly string[] | undefined,
  name: string,
  before: RawSchema,
  after: RawSchema,
): readonly string[] {
  const [left, right] = [new Set(before[name]), new Set(after[name])];
  return (lines ?? ['missing']).filter((line) => !(left.has(line) && right.has(line)));
}

function scriptOf({ statements }: MadeSchema): string {
  return statements.join(';\n');
}
