import { mkdtemp, rm } from 'fs/promises';
import { tmpdir } from 'os';
import { join } from 'path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DUMP_DEFAULTS, selecting } from '../../app/contract/runs/options';
import { testServer, testVendors } from '../servers/test-server';
import { FaultyNetwork, type Fault } from './harness/faulty-network';
import { newRegistry } from './harness/runs';
import { connectPlain, dropSchemas, testEndpoint } from './harness/servers';

const SCHEMA = 'silent_source';
const SILENCE_MS = 300;

const registry = newRegistry();

describe.each(testVendors)('a source that goes silent in the middle of a dump, %s', (vendor) => {
  let parent = '';
  let network: FaultyNetwork;

  beforeAll(async () => {
    parent = await mkdtemp(join(tmpdir(), 'sluice-silent-'));
    const connection = await connectPlain(vendor);
    for (const statement of [
      `DROP DATABASE IF EXISTS ${SCHEMA}`,
      `CREATE DATABASE ${SCHEMA}`,
      `CREATE TABLE ${SCHEMA}.big (v LONGTEXT)`,
      `INSERT INTO ${SCHEMA}.big WITH RECURSIVE c AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM c WHERE n < 30) SELECT REPEAT('x', 500000) FROM c`,
      `CREATE TABLE ${SCHEMA}.few (id INT PRIMARY KEY)`,
      `INSERT INTO ${SCHEMA}.few VALUES (1), (2), (3), (4)`,
    ])
      await connection.query(statement);
    await connection.end();
  });

  afterAll(async () => {
    await dropSchemas(vendor, SCHEMA);
    await rm(parent, { recursive: true, force: true });
  });

  beforeEach(async () => {
    network = await FaultyNetwork.to(testServer(vendor));
  });

  afterEach(() => network.close());

  function startDump(name: string, table: string, condition: string | null): string {
    const options = {
      ...DUMP_DEFAULTS,
      selection: {
        ...selecting([{ kind: 'table', schema: SCHEMA, name: table }]),
        where: condition === null ? [] : [{ schema: SCHEMA, table, condition }],
      },
      threads: 1,
    };
    const address = { kind: 'tcp', host: '127.0.0.1', port: network.port } as const;
    const endpoint = testEndpoint(vendor, { address, tls: { mode: 'disabled' } });
    return registry.startDump(vendor, {
      endpoint,
      folder: join(parent, name),
      silenceMs: SILENCE_MS,
      options,
    }).runId;
  }

  it.each<Fault>(['silence', 'starve'])(
    'swallows a lane (%s): the dump fails and names the table',
    async (fault) => {
      const sprung = network.at('read', fault);
      const runId = startDump(fault, 'big', null);
      await sprung;
      const { state, errors } = await registry.finished(runId);
      expect(state).toBe('failed');
      expect(errors[0]).toMatchObject({ code: 'connect-lost', table: `${SCHEMA}.big` });
      expect(logOf(runId)).toMatch(/has gone silent, and the server does not work for it any more/);
    },
  );

  it('works for long before it sends a row: the dump waits', async () => {
    const runId = startDump('patient', 'few', 'SLEEP(1) = 0');
    const { state, errors } = await registry.finished(runId);
    expect({ state, errors }).toEqual({ state: 'done', errors: [] });
    expect(logOf(runId)).not.toMatch(/gone silent/);
  });

  function logOf(runId: string): string {
    return registry
      .view(runId)
      .log.map(({ text }) => text)
      .join('\n');
  }
});
