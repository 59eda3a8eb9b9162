import { createConnection } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  CAPABILITIES,
  has,
  hasVariable,
  isNewerThanKnown,
  VARIABLES,
  type Capability,
} from '../../app/catalog/server/dialect';
import { parseVersion } from '../../app/catalog/server/server';
import { MatrixServer, serverNames, skipMissingServers } from './matrix-server';
import { PROBE_ACCOUNT, PROBE_SCHEMA, PROBES, takes, type ProbedServer } from './probes';

skipMissingServers();

/** One row of the table: what a server is expected to have, and what was found on it. */
interface Cell {
  readonly row: string;
  readonly server: string;
  readonly expected: boolean;
  readonly found: boolean;
}

const SET_UP = [
  `CREATE DATABASE ${PROBE_SCHEMA}`,
  `USE ${PROBE_SCHEMA}`,
  `CREATE TABLE t (a INT NOT NULL PRIMARY KEY) PARTITION BY RANGE (a)
     (PARTITION early VALUES LESS THAN (10), PARTITION late VALUES LESS THAN MAXVALUE)`,
  'CREATE FUNCTION one() RETURNS INT DETERMINISTIC RETURN 1',
  `CREATE USER '${PROBE_ACCOUNT.user}'@'%' IDENTIFIED BY '${PROBE_ACCOUNT.password}'`,
];

const capabilities = Object.keys(CAPABILITIES) as readonly Capability[];
const cells: Cell[] = [];

/** The dialect table against servers as they are: each row has a probe that the running server answers. */
describe.each(serverNames)('%s', (name) => {
  let server: MatrixServer;
  let probed: ProbedServer;
  let version: ReturnType<typeof parseVersion>;
  beforeAll(async () => {
    server = await MatrixServer.start(name);
    const connection = await server.connect();
    for (const statement of SET_UP) await connection.query(statement);
    version = parseVersion(server.instance.version);
    const { socketPath } = server.instance;
    probed = {
      connection,
      asAccount: async (work) => {
        const account = await createConnection({ socketPath, ...PROBE_ACCOUNT });
        return await work(account).finally(() => account.end());
      },
    };
  });
  afterAll(async () => {
    await probed.connection.end();
    await server.end();
  });

  const check = (cell: Omit<Cell, 'server'>) => {
    cells.push({ ...cell, server: name });
    expect(cell.found, `${name} ${cell.expected ? 'should have' : 'should lack'} ${cell.row}`).toBe(
      cell.expected,
    );
  };

  it.each(capabilities)('%s', async (row) => {
    check({ row, expected: has(version, row), found: await PROBES[row](probed) });
  });

  it.each(Object.keys(VARIABLES))('%s', async (row) => {
    const found = await takes(probed.connection, [`SET SESSION ${row} = DEFAULT`]);
    check({ row, expected: hasVariable(version, row), found });
  });

  it('is a version that was tried', () => {
    expect(isNewerThanKnown(version)).toBe(false);
  });
});

afterAll(() => process.stdout.write(table()));

/** Prints `yes` or `–` where a server is as expected, and both values where it isn't. */
function table(): string {
  const rows = [...capabilities, ...Object.keys(VARIABLES)];
  const width = Math.max(...rows.map((row) => row.length));
  const word = (is: boolean) => (is ? 'yes' : '–');
  const inCell = (row: string, server: string) => {
    const cell = cells.find((one) => one.row === row && one.server === server);
    if (cell === undefined) return '?';
    return cell.expected === cell.found ? word(cell.found) : `${word(cell.expected)}≠${word(cell.found)}`;
  };
  const line = (first: string, others: readonly string[]) =>
    `${first.padEnd(width)}  ${others.map((text, at) => text.padEnd(serverNames[at]?.length ?? 0)).join('  ')}\n`;
  const head = line('expected = found', serverNames);
  return (
    head +
    rows
      .map((row) =>
        line(
          row,
          serverNames.map((server) => inCell(row, server)),
        ),
      )
      .join('')
  );
}
