import { join } from 'path';
import { afterAll, beforeAll, expect, it, describe } from 'vitest';
import { testVendors } from '../../servers/test-server';
import { CountedCalls } from '../harness/counted-calls';
import { dumpSchema, loadDump, newRegistry, withFolder } from '../harness/runs';
import { dropSchemas, runStatements } from '../harness/servers';

const SCHEMA = 'few_load_calls';
const COPY = 'few_load_copy';
const EACH = 40;
/** A placeholder and a view, or one statement, with an entry of the journal for each object. */
const STATEMENTS = 3 + 2 + 2;

const times = (statement: (at: number) => string) => Array.from({ length: EACH }, (_, at) => statement(at));

/** Far away each call takes a round trip, whatever the server answers. */
describe.each(testVendors)('a load of views, functions and triggers, %s', (vendor) => {
  beforeAll(async () => {
    await dropSchemas(vendor, SCHEMA, COPY);
    await runStatements(vendor, [
      `CREATE DATABASE ${SCHEMA}`,
      `CREATE TABLE ${SCHEMA}.t (id INT PRIMARY KEY, n INT)`,
      ...times((at) => `CREATE VIEW ${SCHEMA}.v${at} AS SELECT id FROM ${SCHEMA}.t`),
      ...times((at) => `CREATE FUNCTION ${SCHEMA}.f${at}() RETURNS INT DETERMINISTIC RETURN ${at}`),
      ...times(
        (at) =>
          `CREATE TRIGGER ${SCHEMA}.tr${at} BEFORE INSERT ON ${SCHEMA}.t FOR EACH ROW SET NEW.n = ${at}`,
      ),
    ]);
  });
  afterAll(() => dropSchemas(vendor, SCHEMA, COPY));

  it('sets their settings once, and reads many of them back in one call', async () => {
    const way = await CountedCalls.to(vendor);
    try {
      await withFolder(async (parent) => {
        const folder = join(parent, 'dump');
        await dumpSchema(newRegistry(), { vendor, schema: SCHEMA, folder });
        const endpoint = way.endpoint(vendor);
        const result = await loadDump(newRegistry(), {
          ...{ vendor, folder, endpoint, threads: 1 },
          schemaMap: { [SCHEMA]: COPY },
        });
        expect(result.errors).toEqual([]);
      });
      expect(way.most).toBeLessThan((STATEMENTS + 2) * EACH);
      // The trial of their definitions, on a session of its own: each once, and the placeholders.
      const [, second = 0] = [...way.ofEach].sort((a, b) => b - a);
      expect(second).toBeLessThan(5 * EACH);
    } finally {
      await way.close();
    }
  });
});
