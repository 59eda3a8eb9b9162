import { join } from 'path';
import { afterAll, describe, expect, it } from 'vitest';
import { testServer, testVendors } from '../../servers/test-server';
import { runSluice } from '../harness/command';
import { withFolder } from '../harness/runs';
import { connectToFresh, dropSchemas, withPlain } from '../harness/servers';

const SCHEMA = 'printed_names';
const COPY = 'printed_names_copy';
/** Turns red, goes up a line and turns the direction of writing. */
const NAME = '\u001b[31m\u001b[1Ared\u202etxt';

describe.each(testVendors)('names that a terminal would obey, %s', (vendor) => {
  afterAll(() => dropSchemas(vendor, SCHEMA, COPY));

  it('are shown character by character, and come through a dump and a load', async () => {
    const connection = await connectToFresh(vendor, SCHEMA);
    for (const statement of [
      `CREATE TABLE \`${NAME}\` (\`${NAME}\` INT PRIMARY KEY)`,
      `INSERT INTO \`${NAME}\` VALUES (1), (2)`,
      'CREATE TABLE gone (id INT)',
      `CREATE VIEW \`${NAME}_v\` AS SELECT id FROM gone`,
      'DROP TABLE gone',
    ])
      await connection.query(statement);
    await connection.end();
    const { host, port, user, password } = testServer(vendor);
    const server = `mysql://${user}@${host}:${port}/?tls=preferred`;
    const environment = { SLUICE_PASSWORD: password };
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      const dump = ['dump', '--source', server, '--out', folder, '--schemas', SCHEMA];
      const load = ['load', '--target', server, '--dump', folder, '--schema-map', `${SCHEMA}=${COPY}`];
      const taken = [
        await runSluice(dump, environment),
        await runSluice([...load, '--dry-run'], environment),
        await runSluice(load, environment),
      ];
      // The view is broken: dump and load warn of it.
      expect(taken.map(({ exitCode }) => exitCode)).toEqual([3, 0, 3]);
      for (const { output } of taken) {
        expect(output).toContain('\\u001b[31m\\u001b[1Ared\\u202etxt');
        expect(output).not.toMatch(/[\u001b\u202e]/);
      }
    });
    await withPlain(vendor, async (plain) => {
      const [rows] = await plain.query(`SELECT COUNT(*) AS n FROM \`${COPY}\`.\`${NAME}\``);
      expect(rows).toEqual([{ n: 2 }]);
    });
  });
});
