import { mkdirSync } from 'fs';
import { mkdtemp, rm } from 'fs/promises';
import { tmpdir } from 'os';
import { join } from 'path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testVendors } from '../../servers/test-server';
import { OwnServer } from '../harness/own-server';
import { dumpSchema, newRegistry } from '../harness/runs';
import { certificateOf, Proofs } from './proofs';

const SCHEMA = 'zoned_proof';
const ZONE = 'Europe/Berlin';

/** A zone with one offset: servers take whatever stands in these tables. */
const KNOWS_ZONE = [
  'INSERT INTO mysql.time_zone (Time_zone_id) VALUES (1)',
  `INSERT INTO mysql.time_zone_name (Name, Time_zone_id) VALUES ('${ZONE}', 1)`,
  "INSERT INTO mysql.time_zone_transition_type (Time_zone_id, Transition_type_id, `Offset`, Is_DST, Abbreviation) VALUES (1, 0, 3600, 0, 'CET')",
];
/** Fails where the zone is not known: what it selects is NULL then. */
const NEEDS_ZONE = [
  'CREATE FUNCTION local_time_of(at DATETIME) RETURNS DATETIME NOT DETERMINISTIC NO SQL ' +
    `BEGIN DECLARE here DATETIME DEFAULT CONVERT_TZ(at, '+00:00', '${ZONE}'); ` +
    "IF here IS NULL THEN SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'no such zone'; END IF; RETURN here; END",
  'CREATE VIEW local_times AS SELECT id, local_time_of(at) AS here FROM moments',
];

describe.each(testVendors)('a proof of definitions that name time zones, %s', (vendor) => {
  const registry = newRegistry();
  let place = '';
  let proofs: Proofs;
  let source: OwnServer;
  beforeAll(async () => {
    place = await mkdtemp(join(tmpdir(), 'sluice-proofs-'));
    proofs = await Proofs.in(place);
    source = await OwnServer.start(vendor, ['--log-bin-trust-function-creators=1']);
    await source.use(async (connection) => {
      for (const statement of KNOWS_ZONE) await connection.query(statement);
    });
  });
  afterAll(async () => {
    await source.end();
    await rm(place, { recursive: true, force: true });
  });

  async function dumped(name: string, statements: readonly string[]): Promise<string> {
    await source.use(async (connection) => {
      for (const statement of [
        `DROP DATABASE IF EXISTS ${SCHEMA}`,
        `CREATE DATABASE ${SCHEMA}`,
        `USE ${SCHEMA}`,
        'CREATE TABLE moments (id INT PRIMARY KEY, at DATETIME NOT NULL)',
        "INSERT INTO moments VALUES (1, '2024-07-01 12:00:00')",
        ...statements,
        "SET time_zone = '+00:00'",
      ])
        await connection.query(statement);
    });
    const folder = join(place, name);
    await dumpSchema(registry, { vendor, schema: SCHEMA, folder, endpoint: source.endpoint });
    return folder;
  }

  it('has the zones of this machine, for views and functions', async () => {
    const dump = await dumped('views', NEEDS_ZONE);
    const { exitCode, output } = await proofs.prove(dump);
    expect(exitCode, output).toBe(0);
    const { remarks, viewsRead } = certificateOf(dump);
    expect(viewsRead).toBe(1);
    expect(
      remarks.filter((remark) => remark.startsWith('Time zones by name are those of this machine')),
    ).toHaveLength(1);
  });

  it('has them for an event that runs in one', async () => {
    const dump = await dumped('events', [
      `SET time_zone = '${ZONE}'`,
      "CREATE EVENT nightly ON SCHEDULE EVERY 1 DAY STARTS '2037-01-01 03:00:00' DISABLE DO DELETE FROM moments",
    ]);
    const { exitCode, output } = await proofs.prove(dump);
    expect(exitCode, output).toBe(0);
  });

  it('says that they were not there where the machine has none', async () => {
    const empty = join(place, 'no-zones');
    mkdirSync(empty);
    const dump = await dumped('none', [
      `CREATE VIEW local_times AS SELECT id, CONVERT_TZ(at, '+00:00', '${ZONE}') AS here FROM moments`,
    ]);
    const { exitCode, output } = await proofs.with({ TZDIR: empty }).prove(dump);
    expect(exitCode, output).toBe(0);
    expect(
      certificateOf(dump).remarks.filter((remark) =>
        remark.startsWith('Its definitions name time zones, and this machine has none'),
      ),
    ).toHaveLength(1);
  });

  it('has none where nothing names one', async () => {
    const dump = await dumped('plain', ['CREATE VIEW plain AS SELECT at FROM moments']);
    expect((await proofs.prove(dump)).exitCode).toBe(0);
    expect(certificateOf(dump).remarks.filter((remark) => /time zones?/i.test(remark))).toEqual([]);
  });
});
