import { join } from 'path';
import { beforeAll, describe, expect, it } from 'vitest';
import { planDumpRun } from '../../app/dump/plan';
import { DUMP_DEFAULTS, LOAD_DEFAULTS, selecting } from '../../app/contract/runs/options';
import { Cancellation } from '../../app/engine/cancellation';
import { testVendors } from '../servers/test-server';
import { newRegistry, startComparison, withFolder } from './harness/runs';
import { dropSchemas, testEndpoint, withPlain } from './harness/servers';

const TABLES_PER_SCHEMA = 20;
const FEW = 200;
const MANY = 400;
/** Some questions are asked once for a run: twice as many tables need less than twice as many. */
const MOST_TIMES = 2.2;

const registry = newRegistry();
const WORKS = ['plan', 'dump', 'load', 'verify'] as const;

/** Questions to the server, and rows that it stepped through in order to answer: one question may be about all tables. */
interface Effort {
  readonly questions: number;
  readonly steps: number;
}
type Asked = Readonly<Record<(typeof WORKS)[number], Effort>>;

/** Names begin with the number of tables. */
const schemasOf = (tables: number): readonly string[] =>
  Array.from({ length: tables / TABLES_PER_SCHEMA }, (_, at) => `many${tables}_${at}`);

describe.each(testVendors)('twice as many tables in twice as many schemas, %s', (vendor) => {
  let few: Asked;
  let many: Asked;

  beforeAll(async () => {
    few = await effortFor(FEW);
    many = await effortFor(MANY);
  });

  it.each(WORKS)('ask no more than about twice the questions of a %s', (work) => {
    expect(few[work].questions).toBeGreaterThan(10);
    expect(many[work].questions).toBeLessThanOrEqual(few[work].questions * MOST_TIMES);
  });

  it('have their definitions read many at once by a verification', () => {
    // A count and the rows of each table, its definition, and a share of its schema's.
    expect(many.verify.questions).toBeLessThan(4 * MANY);
  });

  // In the other works these are steps in the server's own dictionary, of which it keeps what it likes in memory.
  it('have no more than about twice the entries of its journal read in a load', () => {
    expect(many.load.steps).toBeLessThanOrEqual(few.load.steps * MOST_TIMES);
  });

  /** Nothing else is on the server, so that a question about everything costs as much as it finds. */
  async function effortFor(tables: number): Promise<Asked> {
    const schemas = schemasOf(tables);
    await withPlain(vendor, async (connection) => {
      for (const schema of schemas) {
        await connection.query(`CREATE DATABASE ${schema}`);
        for (let at = 0; at < TABLES_PER_SCHEMA; at += 1)
          await connection.query(`CREATE TABLE ${schema}.t${at} (id INT PRIMARY KEY, v INT, KEY v (v))`);
        await connection.query(`INSERT INTO ${schema}.t0 VALUES (1, 1)`);
      }
    });
    return await measured(tables).finally(() => dropSchemas(vendor, ...schemas, ...schemas.map(copyOf)));
  }

  async function measured(tables: number): Promise<Asked> {
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

  async function asked(work: () => Promise<void>): Promise<Effort> {
    const before = await effort();
    await work();
    const after = await effort();
    return { questions: after.questions - before.questions, steps: after.steps - before.steps };
  }

  async function effort(): Promise<Effort> {
    return await withPlain(vendor, async (connection) => {
      const [rows] = await connection.query(
        "SHOW GLOBAL STATUS WHERE Variable_name IN ('Questions', 'Handler_read_next')",
      );
      const [{ Value: steps } = { Value: '' }, { Value: questions } = { Value: '' }] = rows as {
        readonly Value: string;
      }[];
      return { questions: Number(questions), steps: Number(steps) };
    });
  }
});

function copyOf(schema: string): string {
  return `${schema}_copy`;
}
