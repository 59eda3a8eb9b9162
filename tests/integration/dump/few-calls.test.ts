import { join } from 'path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { selecting } from '../../../app/contract/runs/options';
import type { Vendor } from '../../../app/contract/connections/connection';
import { testVendors } from '../../servers/test-server';
import { CountedCalls } from '../harness/counted-calls';
import { dumpSchema, newRegistry, withFolder } from '../harness/runs';
import { dropSchemas, runStatements } from '../harness/servers';

const EMPTY = 'few_calls_empty';
const OBJECTS = 'few_calls_objects';
const OF_EACH_KIND = 60;
const SCHEMAS = Array.from({ length: 40 }, (_, at) => `few_calls_${at}`);

const times = (statement: (at: number) => string) =>
  Array.from({ length: OF_EACH_KIND }, (_, at) => statement(at));

/** Far away each call takes a round trip, whatever the server answers. */
describe.each(testVendors)('a dump asks for many things in few calls, %s', (vendor) => {
  let base: readonly number[] = [];

  beforeAll(async () => {
    await dropSchemas(vendor, EMPTY, OBJECTS, ...SCHEMAS);
    await runStatements(vendor, [
      ...[EMPTY, OBJECTS, ...SCHEMAS].map((schema) => `CREATE DATABASE ${schema}`),
      ...[EMPTY, OBJECTS, ...SCHEMAS].map((schema) => `CREATE TABLE ${schema}.t (id INT PRIMARY KEY)`),
      ...times((at) => `CREATE VIEW ${OBJECTS}.v${at} AS SELECT id FROM ${OBJECTS}.t`),
      ...times((at) => `CREATE FUNCTION ${OBJECTS}.f${at}() RETURNS INT DETERMINISTIC RETURN ${at}`),
      ...times((at) => `CREATE TABLE ${OBJECTS}.t${at} (id INT PRIMARY KEY)`),
      ...times(
        (at) =>
          `CREATE TRIGGER ${OBJECTS}.tr${at} BEFORE INSERT ON ${OBJECTS}.t${at} FOR EACH ROW SET NEW.id = ${at}`,
      ),
      ...times((at) => `CREATE EVENT ${OBJECTS}.e${at} ON SCHEDULE EVERY 1 DAY DISABLE DO SET @a = ${at}`),
      ...(vendor === 'mariadb' ? times((at) => `CREATE SEQUENCE ${OBJECTS}.s${at}`) : []),
    ]);
    base = await callsOf(vendor, [EMPTY]);
  });
  afterAll(() => dropSchemas(vendor, EMPTY, OBJECTS, ...SCHEMAS));

  it('that set a lane up', () => {
    // Sign-in, variables, a look at them, identity, packet size, snapshot, rows, goodbye.
    const lanes = base.slice(-2);
    expect(Math.max(...lanes)).toBeLessThanOrEqual(9);
  });

  it('for the definitions of its views, triggers, routines and events', async () => {
    const calls = await callsOf(vendor, [OBJECTS]);
    expect(Math.max(...calls)).toBeLessThan(Math.max(...base) + OF_EACH_KIND / 2);
  });

  it('for its schemas', async () => {
    const calls = await callsOf(vendor, SCHEMAS);
    expect(Math.max(...calls)).toBeLessThan(Math.max(...base) + SCHEMAS.length / 2);
  });
});

/** Calls on each connection of a dump, which has nothing to tell of the objects that it read. */
async function callsOf(vendor: Vendor, schemas: readonly string[]): Promise<readonly number[]> {
  const way = await CountedCalls.to(vendor);
  try {
    await withFolder(async (parent) => {
      const result = await dumpSchema(newRegistry(), {
        ...{ vendor, schema: '', folder: join(parent, 'dump'), threads: 2 },
        endpoint: way.endpoint(vendor),
        selection: selecting(
          schemas.map((schema) => ({ kind: 'schema', schema: schema.replaceAll('_', '\\_') })),
        ),
      });
      expect(result.errors).toEqual([]);
      expect(result.state).toBe('done');
    });
    return way.ofEach;
  } finally {
    await way.close();
  }
}
