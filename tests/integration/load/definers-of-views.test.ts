import { join } from 'path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { Vendor } from '../../../app/contract/connections/connection';
import { LOAD_DEFAULTS, selecting, type LoadOptions } from '../../../app/contract/runs/options';
import { Cancellation } from '../../../app/engine/cancellation';
import { testVendors } from '../../servers/test-server';
import { migrationOptions } from '../harness/migrations';
import { OwnServer } from '../harness/own-server';
import { planLoad } from '../harness/plans';
import { dumpSchema, loadDump, newRegistry, withFolder } from '../harness/runs';
import { dropSchemas, testEndpoint, withPlain } from '../harness/servers';

const SCHEMA = 'definers_of_views';
const OWNER = "'dov_owner'@'%'";
const READER = "'dov_reader'@'%'";
const ROLE = 'dov_role';
const registry = newRegistry();

async function run(vendor: Vendor, ...statements: readonly string[]): Promise<void> {
  await withPlain(vendor, async (connection) => {
    for (const statement of statements) await connection.query(statement);
  });
}

const dropAccounts = [`DROP USER IF EXISTS ${OWNER}, ${READER}`, `DROP ROLE IF EXISTS ${ROLE}`];
const createAccounts = [`CREATE USER ${OWNER}`, `CREATE USER ${READER}`, `CREATE ROLE ${ROLE}`];

/** Grants without which no view above the first can be created: each definer has just the rights that its own view needs. */
function grants(vendor: Vendor): readonly string[] {
  return [
    `GRANT ${ROLE} TO ${OWNER}`,
    vendor === 'mysql' ? `ALTER USER ${OWNER} DEFAULT ROLE ${ROLE}` : `SET DEFAULT ROLE ${ROLE} FOR ${OWNER}`,
    `GRANT SELECT (customer, total) ON ${SCHEMA}.orders TO ${OWNER}`,
    `GRANT EXECUTE ON FUNCTION ${SCHEMA}.doubled TO ${OWNER}`,
  ];
}

/** Objects, one upon the other, with the grants that go with them. */
const objects = [
  `CREATE DEFINER = ${OWNER} FUNCTION ${SCHEMA}.doubled(n INT) RETURNS INT DETERMINISTIC RETURN 2 * n`,
  'GRANTS',
  `CREATE DEFINER = ${OWNER} SQL SECURITY DEFINER VIEW ${SCHEMA}.totals AS
   SELECT customer, ${SCHEMA}.doubled(SUM(total)) AS n FROM ${SCHEMA}.orders GROUP BY customer`,
  // One on columns opens the view.
  `GRANT SELECT (n) ON ${SCHEMA}.totals TO ${READER}`,
  `CREATE DEFINER = ${READER} SQL SECURITY DEFINER VIEW ${SCHEMA}.best AS SELECT MAX(n) AS n FROM ${SCHEMA}.totals`,
  `CREATE VIEW ${SCHEMA}.above AS SELECT n + 1 AS n FROM ${SCHEMA}.best`,
];

describe.each(testVendors)('grants that a source keeps, and a server refuses, %s', (vendor) => {
  const drop = [`DROP USER IF EXISTS ${OWNER}, ${READER}`, `DROP DATABASE IF EXISTS ${SCHEMA}`];
  afterAll(() => run(vendor, ...drop));

  async function withDump(
    statements: readonly string[],
    work: (folder: string) => Promise<void>,
  ): Promise<void> {
    await run(
      vendor,
      ...[...drop, `CREATE DATABASE ${SCHEMA}`, `CREATE USER ${OWNER}`, `CREATE USER ${READER}`],
      ...statements,
    );
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      const selection = { ...selecting([{ kind: 'schema', schema: SCHEMA }]), users: ['dov\\_%'] };
      const { errors } = await dumpSchema(registry, { vendor, schema: SCHEMA, folder, selection });
      expect(errors).toEqual([]);
      await work(folder);
    });
  }

  it('are left out and named: on columns that are gone, and of a view that can’t be read', async () => {
    await withDump(
      [
        `CREATE TABLE ${SCHEMA}.t (id INT PRIMARY KEY, x INT)`,
        `GRANT SELECT (id, x), INSERT ON ${SCHEMA}.t TO ${READER}`,
        `ALTER TABLE ${SCHEMA}.t DROP COLUMN x`,
        `GRANT SELECT ON ${SCHEMA}.t TO ${OWNER}`,
        `CREATE DEFINER = ${OWNER} SQL SECURITY DEFINER VIEW ${SCHEMA}.v AS SELECT id FROM ${SCHEMA}.t`,
        `GRANT SELECT (id) ON ${SCHEMA}.v TO ${READER}`,
        `REVOKE SELECT ON ${SCHEMA}.t FROM ${OWNER}`,
      ],
      async (folder) => {
        await run(vendor, ...drop);
        const { errors, warnings } = await loadDump(registry, { vendor, folder, users: ['dov\\_%'] });
        expect(errors).toEqual([]);
        const said = warnings.map(({ message }) => message).join('\n');
        expect(said).toMatch(/no such column/);
        expect(said).toMatch(/can’t be read on the target/);
        const [grants] = await withPlain(vendor, (connection) =>
          connection.query(`SHOW GRANTS FOR ${READER}`),
        );
        expect(JSON.stringify(grants)).toMatch(/SELECT \(`id`\)/);
        expect(JSON.stringify(grants)).toMatch(/INSERT/);
      },
    );
  });

  it('are given in time on a view that stays, and on one in a group of unknown order', async () => {
    await withDump(
      [
        `CREATE TABLE ${SCHEMA}.t (id INT PRIMARY KEY, b INT)`,
        `CREATE VIEW ${SCHEMA}.c AS SELECT id, b FROM ${SCHEMA}.t`,
        `GRANT SELECT ON ${SCHEMA}.c TO ${READER}`,
        // The column b of the other one seems to be this view.
        `CREATE DEFINER = ${READER} VIEW ${SCHEMA}.b AS SELECT id FROM ${SCHEMA}.c`,
        `GRANT SELECT (id) ON ${SCHEMA}.b TO ${OWNER}`,
        `CREATE DEFINER = ${OWNER} VIEW ${SCHEMA}.z AS SELECT id FROM ${SCHEMA}.b`,
        `CREATE VIEW ${SCHEMA}.above AS SELECT id FROM ${SCHEMA}.z`,
      ],
      async (folder) => {
        const wish = { vendor, folder, users: ['dov\\_%'] };
        await run(vendor, ...drop);
        expect(await loadDump(registry, wish)).toMatchObject({ errors: [], warnings: [] });
        await run(
          vendor,
          ...['above', 'z', 'b'].map((view) => `DROP VIEW ${SCHEMA}.${view}`),
          `DROP USER ${OWNER}, ${READER}`,
        );
        expect((await loadDump(registry, { ...wish, onExisting: 'skip' })).errors).toEqual([]);
      },
    );
  });
});

describe('a load of accounts into a server that folds names', () => {
  const drop = [`DROP USER IF EXISTS ${OWNER}, ${READER}`, 'DROP DATABASE IF EXISTS Dov_Case'];
  afterAll(() => run('mysql', ...drop));

  it('finds what their grants name, and knows them again', async () => {
    await run(
      'mysql',
      ...[...drop, 'CREATE DATABASE Dov_Case', 'CREATE TABLE Dov_Case.Orders (id INT PRIMARY KEY)'],
      ...['INSERT INTO Dov_Case.Orders VALUES (1)', `CREATE USER ${OWNER}`, `CREATE USER ${READER}`],
      `GRANT SELECT ON Dov_Case.Orders TO ${OWNER}`,
      `CREATE DEFINER = ${OWNER} VIEW Dov_Case.Totals AS SELECT id FROM Dov_Case.Orders`,
      `GRANT SELECT ON Dov_Case.Totals TO ${READER}`,
      `CREATE DEFINER = ${READER} VIEW Dov_Case.Best AS SELECT MAX(id) AS id FROM Dov_Case.Totals`,
      'CREATE VIEW Dov_Case.Above AS SELECT id FROM Dov_Case.Best',
    );
    const folds = '--lower-case-table-names=1';
    const own = await OwnServer.start('mysql', [folds], [folds]);
    try {
      await withFolder(async (parent) => {
        const folder = join(parent, 'dump');
        const users = ['dov\\_%'];
        const selection = { ...selecting([{ kind: 'schema', schema: 'Dov_Case' }]), users };
        const wish = { vendor: 'mysql', schema: 'Dov_Case', folder, selection } as const;
        expect((await dumpSchema(registry, wish)).errors).toEqual([]);
        const { errors } = await loadDump(registry, {
          ...{ vendor: 'mysql', endpoint: own.endpoint, folder, users },
        });
        expect(errors).toEqual([]);
        const [rows] = await own.use((connection) => connection.query('SELECT id FROM dov_case.above'));
        expect(rows).toEqual([{ id: 1 }]);
      });
    } finally {
      await own.end();
    }
  });
});

describe('a load of accounts of MariaDB', () => {
  const role = 'dov_definer';
  const drop = [`DROP USER IF EXISTS ${OWNER}`, `DROP ROLE IF EXISTS ${role}`];
  afterAll(async () => {
    await dropSchemas('mariadb', SCHEMA);
    await run('mariadb', ...drop);
  });

  it('has a role as definer, and grants on packages', async () => {
    await dropSchemas('mariadb', SCHEMA);
    await run(
      'mariadb',
      ...[...drop, `CREATE DATABASE ${SCHEMA}`, `CREATE TABLE ${SCHEMA}.t (id INT PRIMARY KEY)`],
      ...[`INSERT INTO ${SCHEMA}.t VALUES (1)`, `CREATE ROLE ${role}`, `CREATE USER ${OWNER}`],
      `GRANT SELECT ON ${SCHEMA}.t TO ${role}`,
      `CREATE DEFINER = ${role} VIEW ${SCHEMA}.v AS SELECT id FROM ${SCHEMA}.t`,
      `CREATE VIEW ${SCHEMA}.w AS SELECT id FROM ${SCHEMA}.v`,
      "SET sql_mode = 'ORACLE'",
      `CREATE PACKAGE ${SCHEMA}.p AS PROCEDURE a; END`,
      `CREATE PACKAGE BODY ${SCHEMA}.p AS PROCEDURE a AS BEGIN NULL; END; END`,
      `GRANT EXECUTE ON PACKAGE ${SCHEMA}.p TO ${OWNER}`,
      `GRANT EXECUTE ON PACKAGE BODY ${SCHEMA}.p TO ${OWNER}`,
    );
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      const users = ['dov\\_owner@%', role];
      const selection = { ...selecting([{ kind: 'schema', schema: SCHEMA }]), users };
      expect(
        (await dumpSchema(registry, { vendor: 'mariadb', schema: SCHEMA, folder, selection })).errors,
      ).toEqual([]);
      await dropSchemas('mariadb', SCHEMA);
      await run('mariadb', ...drop);
      const { errors, warnings } = await loadDump(registry, { vendor: 'mariadb', folder, users });
      expect(errors).toEqual([]);
      expect(warnings).toEqual([]);
      const [grants] = await withPlain('mariadb', (connection) =>
        connection.query(`SHOW GRANTS FOR ${OWNER}`),
      );
      expect(JSON.stringify(grants)).toMatch(/PACKAGE BODY/);
    });
  });
});

describe.each(testVendors)('views by the rights of their definers, %s', (vendor) => {
  const shop = [
    `CREATE DATABASE ${SCHEMA}`,
    `CREATE TABLE ${SCHEMA}.orders (id INT PRIMARY KEY, customer INT, total INT)`,
    `INSERT INTO ${SCHEMA}.orders VALUES (1, 1, 5), (2, 3, 6)`,
    ...objects.flatMap((statement) => (statement === 'GRANTS' ? grants(vendor) : [statement])),
  ];
  const users = ['dov_owner@%', 'dov_reader@%', vendor === 'mysql' ? `${ROLE}@\\%` : ROLE];

  beforeEach(async () => {
    await dropSchemas(vendor, SCHEMA);
    await run(vendor, ...dropAccounts, ...createAccounts, ...shop);
  });
  afterAll(async () => {
    await dropSchemas(vendor, SCHEMA);
    await run(vendor, ...dropAccounts);
  });

  async function withDump(work: (folder: string) => Promise<void>): Promise<void> {
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      const selection = { ...selecting([{ kind: 'schema', schema: SCHEMA }]), users };
      const { errors } = await dumpSchema(registry, { vendor, schema: SCHEMA, folder, selection });
      expect(errors).toEqual([]);
      await dropSchemas(vendor, SCHEMA);
      await work(folder);
    });
  }

  const planned = (folder: string, options: Partial<LoadOptions>) =>
    planLoad(
      {
        ...{ endpoint: testEndpoint(vendor), profile: null, folder },
        options: { ...LOAD_DEFAULTS, ...options },
      },
      new Cancellation(),
    );

  const seen = () =>
    withPlain(vendor, async (connection) => (await connection.query(`SELECT n FROM ${SCHEMA}.above`))[0]);

  it('are created after their accounts come with the load', async () => {
    await withDump(async (folder) => {
      await run(vendor, ...dropAccounts);
      expect((await planned(folder, { users })).conflicts).toEqual([]);
      const { errors, warnings } = await loadDump(registry, { vendor, folder, users });
      expect(errors).toEqual([]);
      expect(warnings).toEqual([]);
      expect(await seen()).toEqual([{ n: 13 }]);
    });
  });

  it('are created where the definers are there, with rights on this schema alone', async () => {
    await withDump(async (folder) => {
      await run(
        vendor,
        ...[...dropAccounts, ...createAccounts],
        ...[OWNER, READER].map((account) => `GRANT SELECT, EXECUTE ON ${SCHEMA}.* TO ${account}`),
      );
      expect((await planned(folder, {})).conflicts).toEqual([]);
      expect((await loadDump(registry, { vendor, folder })).errors).toEqual([]);
      expect(await seen()).toEqual([{ n: 13 }]);
    });
  });

  it('are created in a migration that takes their accounts along', async () => {
    const own = await OwnServer.start(vendor);
    try {
      const unsaved = (name: string) => ({ name, profileId: null });
      const { runId } = registry.startMigrate(
        { source: unsaved('source'), target: unsaved('target') },
        {
          ...{ source: testEndpoint(vendor), sourceProfile: null, target: own.endpoint, profile: null },
          options: { ...migrationOptions(SCHEMA, SCHEMA), users, reconnectMs: 0 },
        },
      );
      const { errors, warnings } = await registry.finished(runId);
      expect(errors).toEqual([]);
      expect(warnings).toEqual([]);
      const [rows] = await own.use((connection) => connection.query(`SELECT n FROM ${SCHEMA}.above`));
      expect(rows).toEqual([{ n: 13 }]);
    } finally {
      await own.end();
    }
  });

  it('are refused before the first row where a definer is neither there nor loaded, with the ways out', async () => {
    await withDump(async (folder) => {
      await run(vendor, ...dropAccounts);
      const { conflicts } = await planned(folder, {});
      expect(conflicts.map(({ code, table, errno }) => [code, table, errno])).toEqual([
        // The first view names its function with the schema, which the trial does not have.
        ['definition-refused', `${SCHEMA}.above`, 1449],
      ]);
      expect(conflicts[0]?.hint).toMatch(/--users/);
      expect(conflicts[0]?.hint).toMatch(/--definers/);
      const { errors } = await loadDump(registry, { vendor, folder, definers: { kind: 'current' } });
      expect(errors).toEqual([]);
      expect(await seen()).toEqual([{ n: 13 }]);
    });
  });
});
