import { mkdtemp, rm } from 'fs/promises';
import { tmpdir } from 'os';
import { join } from 'path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { LOAD_DEFAULTS } from '../../../app/contract/runs/options';
import { selecting } from '../../../app/contract/runs/options';
import { Cancellation } from '../../../app/engine/cancellation';
import { planLoad } from '../harness/plans';
import { testVendors } from '../../servers/test-server';
import { OwnServer } from '../harness/own-server';
import { dumpSchema, loadDump, newRegistry } from '../harness/runs';
import { dropSchemas, withPlain } from '../harness/servers';

const SOURCE = 'folding';
const CAPITAL = 'Folding';

/** Two names of a dump that are one where the target has lower_case_table_names=1. */
const PAIRS = [
  {
    what: 'tables',
    made: ['CREATE TABLE orders (id INT)', 'CREATE TABLE Orders (id INT)', 'INSERT INTO Orders VALUES (1)'],
    names: ['orders', 'Orders'],
    mend: ['--rename'],
  },
  {
    what: 'views',
    made: ['CREATE TABLE t (id INT)', 'CREATE VIEW recent AS SELECT 1', 'CREATE VIEW Recent AS SELECT 2'],
    names: ['recent', 'Recent'],
    mend: ['Leave one of them out'],
  },
  {
    what: 'a table and a view',
    made: ['CREATE TABLE orders (id INT)', 'CREATE VIEW ORDERS AS SELECT 1'],
    names: ['orders', 'ORDERS'],
    mend: ['--rename'],
  },
  {
    what: 'schemas',
    made: ['CREATE TABLE t (id INT)', `CREATE DATABASE ${CAPITAL}`, `CREATE TABLE ${CAPITAL}.t (id INT)`],
    names: [SOURCE, CAPITAL],
    mend: ['--schema-map'],
  },
] as const;

describe.each(testVendors)('a dump of which two names are one on the target, %s', (vendor) => {
  const registry = newRegistry();
  let server: OwnServer;
  let parent: string;
  let dumps = 0;

  beforeAll(async () => {
    parent = await mkdtemp(join(tmpdir(), 'sluice-folding-'));
    const option = ['--lower-case-table-names=1'];
    server = await OwnServer.start(vendor, option, option);
  });
  afterEach(() => dropSchemas(vendor, SOURCE, CAPITAL));
  afterAll(async () => {
    await server.end();
    await rm(parent, { recursive: true, force: true });
  });

  it.each(PAIRS)('is refused at planning with both names: $what', async ({ made, names, mend }) => {
    await dropSchemas(vendor, SOURCE, CAPITAL);
    await withPlain(vendor, async (connection) => {
      for (const statement of [`CREATE DATABASE ${SOURCE}`, `USE ${SOURCE}`, ...made])
        await connection.query(statement);
    });
    const folder = join(parent, `dump-${++dumps}`);
    const selection = selecting([
      { kind: 'schema', schema: SOURCE },
      ...(names[1] === CAPITAL ? [{ kind: 'schema', schema: CAPITAL } as const] : []),
    ]);
    expect((await dumpSchema(registry, { vendor, schema: SOURCE, folder, selection })).errors).toEqual([]);
    for (const onExisting of ['fail', 'skip', 'append', 'truncate', 'drop'] as const) {
      const wish = { ...LOAD_DEFAULTS, onExisting };
      const request = { endpoint: server.endpoint, profile: null, folder, options: wish };
      const { conflicts } = await planLoad(request, new Cancellation());
      const loaded = await loadDump(registry, { vendor, folder, endpoint: server.endpoint, onExisting });
      expect(loaded.state).toBe('failed');
      for (const [found] of [conflicts, loaded.errors]) {
        for (const name of names) expect(found?.message).toContain(`“${name}”`);
        for (const words of mend) expect(found?.hint).toContain(words);
      }
      const [there] = await server.use((connection) => connection.query(`SHOW DATABASES LIKE '${SOURCE}'`));
      expect(there).toEqual([]);
    }
  });
});
