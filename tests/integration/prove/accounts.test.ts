import { cp, mkdtemp, rm, writeFile } from 'fs/promises';
import { tmpdir } from 'os';
import { join } from 'path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { selecting } from '../../../app/contract/runs/options';
import { testVendors } from '../../servers/test-server';
import { dumpSchema, newRegistry } from '../harness/runs';
import { connectToFresh, dropSchemas, withPlain } from '../harness/servers';
import { certificateOf, hasCertificate, Proofs } from './proofs';

const SCHEMA = 'prove_accounts';
const OWNER = "'prove_owner'@'%'";
const READER = "'prove_reader'@'10.%'";
const ROLES = { mysql: "'prove_role'@'%'", mariadb: 'prove_role' } as const;

type Vendor = keyof typeof ROLES;

let place = '';
let proofs: Proofs;
beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'sluice-proofs-'));
  proofs = await Proofs.in(place);
});
afterAll(() => rm(place, { recursive: true, force: true }));
afterEach(() => {
  expect(proofs.folders).toEqual([]);
  expect(proofs.processes).toEqual([]);
});

const registry = newRegistry();

async function dropAccounts(vendor: Vendor): Promise<void> {
  await withPlain(vendor, async (connection) => {
    for (const account of [OWNER, READER]) await connection.query(`DROP USER IF EXISTS ${account}`);
    await connection.query(`DROP ROLE IF EXISTS ${ROLES[vendor]}`);
  });
}

/** Creates a schema whose views are their owner's, one upon the other, and accounts for it. */
async function createShop(vendor: Vendor): Promise<void> {
  await dropAccounts(vendor);
  const connection = await connectToFresh(vendor, SCHEMA);
  const role = ROLES[vendor];
  for (const statement of [
    `ALTER DATABASE ${SCHEMA} CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci`,
    'CREATE TABLE orders (id INT PRIMARY KEY, customer INT, total INT)',
    'INSERT INTO orders VALUES (1, 1, 5), (2, 3, 6)',
    `CREATE USER ${OWNER} IDENTIFIED BY 'of the owner'`,
    `GRANT SELECT, EXECUTE ON ${SCHEMA}.* TO ${OWNER}`,
    `CREATE USER ${READER} IDENTIFIED BY 'of the reader' WITH MAX_USER_CONNECTIONS 7`,
    `CREATE ROLE ${role}`,
    `GRANT SELECT (id, customer) ON ${SCHEMA}.orders TO ${role}`,
    `GRANT ${role} TO ${READER}`,
    `SET DEFAULT ROLE ${role} ${vendor === 'mysql' ? 'TO' : 'FOR'} ${READER}`,
    `CREATE DEFINER = ${OWNER} FUNCTION doubled(n INT) RETURNS INT DETERMINISTIC RETURN 2 * n`,
    `CREATE DEFINER = ${OWNER} SQL SECURITY DEFINER VIEW totals AS SELECT customer, doubled(SUM(total)) AS n FROM orders GROUP BY customer`,
    `CREATE DEFINER = ${OWNER} SQL SECURITY DEFINER VIEW best AS SELECT MAX(n) AS n FROM totals`,
  ])
    await connection.query(statement);
  await connection.end();
}

async function dumpShop(vendor: Vendor, name: string): Promise<string> {
  const folder = join(place, `${name}-${vendor}`);
  const selection = { ...selecting([{ kind: 'schema', schema: SCHEMA }]), users: ['prove\\_%'] };
  const { errors } = await dumpSchema(registry, { vendor, schema: SCHEMA, folder, selection });
  expect(errors).toEqual([]);
  return folder;
}

describe.each(testVendors)('accounts of a dump of %s', (vendor) => {
  afterAll(async () => {
    await dropSchemas(vendor, SCHEMA);
    await dropAccounts(vendor);
  });

  it('are restored and read again, and views are read by the rights of their own definers', async () => {
    await createShop(vendor);
    const dump = await dumpShop(vendor, 'whole');
    const { exitCode, result, output } = await proofs.prove(dump);
    expect(result.errors, output).toEqual([]);
    expect(result.warnings, output).toEqual([]);
    expect(exitCode).toBe(0);
    const { objects, viewsRead, remarks, notRecorded } = certificateOf(dump);
    expect(objects).toMatchObject({ account: 3, view: 2, function: 1 });
    expect(viewsRead).toBe(2);
    expect(result.checks.map(({ detail }) => detail).join('\n')).toMatch(
      /^Accounts: 3 created and read again: equal/m,
    );
    // None stood in for the owner.
    expect(remarks.join('\n')).not.toMatch(/stood in/);
    expect(remarks.join('\n')).not.toMatch(/Not restored/);
    expect(notRecorded.join('\n')).not.toMatch(/Accounts/);
  });

  it('are shown not to suffice where a view’s definer may not read its tables', async () => {
    await createShop(vendor);
    await withPlain(vendor, async (connection) => {
      await connection.query(`DROP VIEW ${SCHEMA}.best`);
      await connection.query(`REVOKE SELECT ON ${SCHEMA}.* FROM ${OWNER}`);
    });
    const dump = await dumpShop(vendor, 'lacking');
    const { exitCode, result, output } = await proofs.prove(dump);
    expect(
      result.errors.map(({ code, table }) => [code, table]),
      output,
    ).toContainEqual(['broken-view', `${SCHEMA}.totals`]);
    expect(exitCode).toBe(1);
    expect(hasCertificate(dump)).toBe(false);
  });
});

describe('privileges of every account, by a grant to PUBLIC of MariaDB', () => {
  const OTHER = 'prove_public_other';
  const publicly = (...grants: readonly string[]) =>
    withPlain('mariadb', async (connection) => {
      for (const grant of grants) await connection.query(grant);
    });
  const given = [
    `GRANT SELECT (id, customer, total) ON ${SCHEMA}.orders TO PUBLIC`,
    `GRANT EXECUTE ON ${SCHEMA}.* TO PUBLIC`,
    `GRANT SELECT ON ${SCHEMA}.totals TO PUBLIC`,
    `GRANT INSERT ON ${OTHER}.t TO PUBLIC`,
  ];
  const taken = given.map((grant) => grant.replace(/^GRANT/, 'REVOKE').replace(' TO ', ' FROM '));
  let dump = '';

  beforeAll(async () => {
    await createShop('mariadb');
    const connection = await connectToFresh('mariadb', OTHER);
    await connection.query('CREATE TABLE t (id INT)');
    await connection.end();
    // The owner may read what its views read by these alone.
    await publicly(...given, `REVOKE SELECT, EXECUTE ON ${SCHEMA}.* FROM ${OWNER}`);
    dump = join(place, 'public');
    const selection = { ...selecting([{ kind: 'schema', schema: SCHEMA }]), users: ['prove\\_%'] };
    const dumped = await dumpSchema(registry, { vendor: 'mariadb', schema: SCHEMA, folder: dump, selection });
    expect(dumped.errors).toEqual([]);
  });
  afterAll(async () => {
    await publicly(...taken);
    await dropSchemas('mariadb', SCHEMA, OTHER);
    await dropAccounts('mariadb');
  });

  it('are restored, so that views can be read by them; those on other objects are named', async () => {
    const { exitCode, result, output } = await proofs.prove(dump);
    expect(result.errors, output).toEqual([]);
    expect(result.warnings.map(({ message }) => message)).toEqual([
      `A grant of PUBLIC was left out: there is no table ${OTHER}.t on the target.`,
    ]);
    expect(exitCode).toBe(3);
    expect(certificateOf(dump)).toMatchObject({ viewsRead: 2, objects: { account: 3 } });
    expect(certificateOf(dump).remarks.join('\n')).not.toMatch(/stood in|Not restored/);
  });

  it('are named as not restored on a server that has no PUBLIC', async () => {
    const other = join(place, 'public-other');
    await cp(dump, other, { recursive: true });
    await proofs.prove(other, '--for', 'mysql');
    const { remarks } = certificateOf(other);
    expect(remarks.join('\n')).toMatch(/Not restored: PUBLIC\. /);
  });
});

describe('a proof of accounts', () => {
  afterAll(async () => {
    await dropSchemas('mysql', SCHEMA);
    await dropAccounts('mysql');
  });

  it('names those that a server of another vendor can’t have, and restores the rest', async () => {
    await createShop('mysql');
    const dump = await dumpShop('mysql', 'other-vendor');
    const { result, output } = await proofs.prove(dump, '--for', 'mariadb');
    expect(result.errors, output).toEqual([]);
    const { objects, remarks } = certificateOf(dump);
    expect(objects).toMatchObject({ account: 1 });
    expect(remarks.join('\n')).toMatch(/Not restored: 'prove_owner'@'%'\. .*password/);
    // Its views need somebody.
    expect(remarks.join('\n')).toMatch(/stood in .*: prove_owner@%/);
  });

  it('restores those of a script', async () => {
    const script = join(place, 'accounts.sql');
    await writeFile(
      script,
      [
        `CREATE DATABASE ${SCHEMA};`,
        `USE ${SCHEMA};`,
        'CREATE TABLE t (id INT PRIMARY KEY);',
        'INSERT INTO t VALUES (1);',
        "CREATE USER 'from_script'@'%' IDENTIFIED BY 'a password';",
        `GRANT SELECT ON ${SCHEMA}.* TO 'from_script'@'%';`,
        "CREATE USER 'by_pam'@'%' IDENTIFIED WITH authentication_pam AS 'x';",
        "CREATE USER 'by_role'@'%' IDENTIFIED BY 'another one';",
        "GRANT 'by_pam'@'%' TO 'by_role'@'%';",
        // A managed server has such.
        "GRANT EXECUTE ON PROCEDURE mysql.rds_kill TO 'from_script'@'%';",
        // The server would choose them before the proof's own account, 'sluice'@'%'.
        "CREATE USER ''@'localhost';",
        "CREATE USER 'sluice'@'localhost' IDENTIFIED BY 'another password';",
        '',
      ].join('\n'),
    );
    const { result, output } = await proofs.prove(script, '--for', 'mysql');
    expect(result.errors, output).toEqual([]);
    const { objects, remarks } = certificateOf(script);
    expect(objects).toMatchObject({ table: 1, account: 1 });
    expect(remarks.join('\n')).toMatch(/Not restored: 'by_pam'@'%'\. .*signs in by authentication_pam/);
    expect(remarks.join('\n')).toMatch(/Not restored: 'by_role'@'%'\. Its role by_pam@% is not restored/);
    expect(result.warnings.map(({ message }) => message).join('\n')).toMatch(/no routine mysql\.rds_kill/);
    expect(remarks.join('\n')).toMatch(/Not restored: ''@'localhost'\. .*sign in/);
    expect(remarks.join('\n')).toMatch(/Not restored: 'sluice'@'localhost'\. .*sign in/);
  });
});
