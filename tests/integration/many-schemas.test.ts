import { join } from 'path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { planDumpRun } from '../../app/dump/plan';
import { DUMP_DEFAULTS, LOAD_DEFAULTS, selecting } from '../../app/contract/runs/options';
import { Cancellation } from '../../app/engine/cancellation';
import { testVendors } from '../servers/test-server';
import { newRegistry, startComparison, withFolder } from './harness/runs';
import { testEndpoint, withPlain } from './harness/servers';

const TABLES_PER_SCHEMA = 20;
const FEW = 200;
const MANY = 400;
/** Some questions are asked once for a run: twice as many tables need less than twice as many. */
const MOST_TIMES = 2.2;

const registry = newRegistry();
const WORKS = ['plan', 'dump', 'load', 'verify'] as const;
type Asked = Readonly<Record<(typeof WORKS)[number], number>>;

/** Names begin with the number of tables. */
const schemasOf = (tables: number): readonly string[] =>
  Array.from({ length: tables / TABLES_PER_SCHEMA }, (_, at) => `many${tables}_${at}`);

describe.each(testVendors)('twice as many tables in twice as many schemas, %s', (vendor) => {
  let few: Asked;
  let many: Asked;

  beforeAll(async () => {
    await withPlain(vendor, async (connection) => {
      for (const schema of [...schemasOf(FEW), ...schemasOf(MANY)]) {
        await connection.query(`DROP DATABASE IF EXISTS ${schema}`);
        await connection.query(`CREATE DATABASE ${schema}`);
        for (let at = 0; at < TABLES_PER_SCHEMA; at += 1)
          await connection.query(`CREATE TABLE ${schema}.t${at} (id INT PRIMARY KEY, v INT, KEY v (v))`);
        await connection.query(`INSERT INTO ${schema}.t0 VALUES (1, 1)`);
      }
    });
    few = await questionsFor(FEW);
    many = await questionsFor(MANY);
  });

  afterAll(async () => {
    await withPlain(vendor, async (connection) => {
      for (const schema of [...schemasOf(FEW), ...schemasOf(MANY)])
        for (const name of [schema, copyOf(schema)])
          await connection.query(`DROP DATABASE IF EXISTS ${name}`);
    });
  });

  it.each(WORKS)('ask no more than about twice the questions of a %s', (work) => {
    expect(few[work]).toBeGreaterThan(10);
    expect(many[work]).toBeLessThanOrEqual(few[work] * MOST_TIMES);
  });

  async function questionsFor(tables: number): Promise<Asked> {
    return await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      const endpoint = testEndpoint(vendor);
      const selection = selecting([{ kind: 'schema', schema: `many${tables}\\_%` }]);
      const options = { ...DUMP_DEFAULTS, selection, threads: 2 };
      const schemaMap = Object.fromEntries(schemasOf(tables).map((schema) => [schema, copyOf(schema)]));
      const finished = async (runId: string) => {
        const { state, errors } = await registry.finished(runId);
        expect({ state, errors }).toEqual({ state: 'done', errors: [] });
      };
      const plan = await asked(async () => {
        const planned = await planDumpRun({ endpoint, folder, options }, new Cancellation());
        expect(planned.tables).toHaveLength(tables);
      });
      const dump = await asked(() =>
        finished(registry.startDump(vendor, { endpoint, folder, options }).runId),
      );
      const load = await asked(() =>
        finished(
          registry.startLoad(vendor, {
            ...{ endpoint, profile: null, folder },
            options: { ...LOAD_DEFAULTS, schemaMap, threads: 2 },
          }).runId,
        ),
      );
      const verify = await asked(() =>
        finished(startComparison(registry, { vendor, folder, schemaMap, verify: 'checksum' })),
      );
      return { plan, dump, load, verify };
    });
  }

  async function asked(work: () => Promise<void>): Promise<number> {
    const before = await questions();
    await work();
    return (await questions()) - before;
  }

  async function questions(): Promise<number> {
    return await withPlain(vendor, async (connection) => {
      const [rows] = await connection.query("SHOW GLOBAL STATUS LIKE 'Questions'");
      return Number((rows as { readonly Value: string }[])[0]?.Value);
    });
  }
});

function copyOf(schema: string): string {
  return `${schema}_copy`;
}
