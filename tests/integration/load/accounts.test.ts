import { readFile, writeFile } from 'fs/promises';
import { join } from 'path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Vendor } from '../../../app/contract/connections/connection';
import { LOAD_DEFAULTS, selecting, type LoadOptions } from '../../../app/contract/runs/options';
import { Cancellation } from '../../../app/engine/cancellation';
import { planLoad } from '../harness/plans';
import { testVendors } from '../../servers/test-server';
import { rollBackLoad, dumpSchema, loadDump, newRegistry, withFolder } from '../harness/runs';
import { dropSchemas, testEndpoint, withPlain } from '../harness/servers';
import { unseal } from '../harness/unseal';

const SCHEMA = 'acc_src';
const COPY = 'acc_copy';
const registry = newRegistry();

async function column(vendor: Vendor, statement: string): Promise<readonly string[]> {
  return await withPlain(vendor, async (connection) => {
    const [rows] = await connection.query(statement);
    return (rows as Record<string, unknown>[]).map((row) => String(Object.values(row)[0]));
  });
}

async function run(vendor: Vendor, ...statements: readonly string[]): Promise<void> {
  await withPlain(vendor, async (connection) => {
    for (const statement of statements) await connection.query(statement);
  });
}

describe.each(testVendors)('the accounts of a dump, loaded where they are asked for, %s', (vendor) => {
  const [reader, brien, role] = [`'acc_reader'@'%'`, `'acc_o\\'brien'@'10.%'`, 'acc_role'];
  const roleName = vendor === 'mysql' ? 'acc_role@\\%' : 'acc_role';
  const everyone = vendor === 'mysql' ? ['acc_*'] : ['acc_*@*', 'acc_role'];
  const all = `'acc_all'@'%'`;
  const dropAccounts = [`DROP USER IF EXISTS ${reader}, ${brien}, ${all}`, `DROP ROLE IF EXISTS ${role}`];
  const schemaMap = { [SCHEMA]: COPY };

  beforeAll(() =>
    run(
      vendor,
      `DROP DATABASE IF EXISTS ${SCHEMA}`,
      `CREATE DATABASE ${SCHEMA}`,
      `CREATE TABLE ${SCHEMA}.t (id INT PRIMARY KEY, secret INT)`,
      `CREATE TABLE ${SCHEMA}.other (id INT PRIMARY KEY)`,
      `CREATE PROCEDURE ${SCHEMA}.p() SELECT 1`,
    ),
  );

  beforeEach(async () => {
    await dropSchemas(vendor, COPY);
    await run(
      vendor,
      ...dropAccounts,
      `CREATE ROLE ${role}`,
      `GRANT SELECT, SHOW VIEW ON ${SCHEMA}.* TO ${role}`,
      `CREATE USER ${reader} IDENTIFIED BY 'Reader-1!' PASSWORD EXPIRE NEVER`,
      `CREATE USER ${brien} IDENTIFIED BY 'Brien-1!' ACCOUNT LOCK`,
      `GRANT ${role} TO ${reader} WITH ADMIN OPTION`,
      `GRANT EXECUTE ON PROCEDURE ${SCHEMA}.p TO ${reader}`,
      vendor === 'mysql'
        ? `ALTER USER ${reader} DEFAULT ROLE ${role}`
        : `SET DEFAULT ROLE ${role} FOR ${reader}`,
      `GRANT PROCESS ON *.* TO ${brien}`,
      `GRANT SELECT (id), INSERT ON ${SCHEMA}.t TO ${brien} WITH GRANT OPTION`,
    );
  });

  afterAll(async () => {
    await run(vendor, ...dropAccounts);
    await dropSchemas(vendor, SCHEMA, COPY);
  });

  /** All that the server says of the accounts, with the copy's name for the schema's. */
  async function everything(): Promise<readonly string[]> {
    const lines = [
      ...(await column(vendor, `SHOW CREATE USER ${reader}`)),
      ...(await column(vendor, `SHOW CREATE USER ${brien}`)),
    ];
    for (const account of [reader, brien, role])
      lines.push(...(await column(vendor, `SHOW GRANTS FOR ${account}`)));
    // On a whole schema its name is a pattern, which is for the copy alone.
    return lines
      .map((line) =>
        line
          .replace(`\`${SCHEMA}\`.*`, `\`${COPY.replace('_', '\\_')}\`.*`)
          .replace(`\`${SCHEMA}\``, `\`${COPY}\``),
      )
      .sort();
  }

  async function withDump(work: (folder: string) => Promise<void>): Promise<void> {
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      const selection = { ...selecting([{ kind: 'schema', schema: SCHEMA }]), users: everyone };
      expect(await dumpSchema(registry, { vendor, schema: SCHEMA, folder, selection })).toMatchObject({
        errors: [],
      });
      await work(folder);
    });
  }

  const plan = (folder: string, options: Partial<LoadOptions>) =>
    planLoad(
      {
        ...{ endpoint: testEndpoint(vendor), profile: null, folder },
        options: { ...LOAD_DEFAULTS, schemaMap, ...options },
      },
      new Cancellation(),
    );

  const copies = (): Promise<readonly string[]> => column(vendor, `SHOW DATABASES LIKE '${COPY}'`);

  it('are created with passwords and roles, and with the same privileges on the new schema', async () => {
    await withDump(async (folder) => {
      const before = await everything();
      await run(vendor, ...dropAccounts);
      const planned = await plan(folder, { users: everyone });
      expect(planned.conflicts).toEqual([]);
      const created = { action: 'create', leftOut: [] };
      expect(planned.accounts).toMatchObject([created, created, created]);
      const result = await loadDump(registry, { vendor, folder, schemaMap, users: everyone });
      expect(result).toMatchObject({ state: 'done', errors: [], warnings: [] });
      expect(result.checks).toContainEqual({
        kind: 'accounts',
        state: 'ok',
        detail: 'Accounts: 3 created and read again: equal to the source’s',
      });
      expect(await everything()).toEqual(before);
    });
  });

  if (vendor === 'mysql')
    it('name the one that has a second password, which its dump has not', async () => {
      await run(vendor, `ALTER USER ${reader} IDENTIFIED BY 'Reader-2!' RETAIN CURRENT PASSWORD`);
      const selection = { ...selecting([{ kind: 'schema', schema: SCHEMA }]), users: everyone };
      const dumped = async (excludeUsers: string[]) =>
        await withFolder((parent) =>
          dumpSchema(registry, {
            ...{ vendor, schema: SCHEMA, folder: join(parent, 'dump') },
            selection: { ...selection, excludeUsers },
          }),
        );
      const result = await dumped([]);
      expect(result).toMatchObject({ state: 'done-with-warnings', errors: [] });
      expect(result.warnings).toMatchObject([
        {
          code: 'unsupported-object',
          message: expect.stringContaining(`account ${reader} has a second password`) as unknown,
          hint: expect.stringContaining('DISCARD OLD PASSWORD') as unknown,
        },
      ]);
      expect(await dumped(['acc_reader@*'])).toMatchObject({ state: 'done', warnings: [] });
    });

  if (vendor === 'mariadb')
    it('name what a grant to PUBLIC gives to every account', async () => {
      await run(vendor, `GRANT SELECT ON ${SCHEMA}.t TO PUBLIC`);
      try {
        await withFolder(async (parent) => {
          const selection = { ...selecting([{ kind: 'schema', schema: SCHEMA }]), users: everyone };
          const folder = join(parent, 'dump');
          expect(await dumpSchema(registry, { vendor, schema: SCHEMA, folder, selection })).toMatchObject({
            state: 'done-with-warnings',
            warnings: [
              { code: 'unsupported-object', statement: `GRANT SELECT ON \`${SCHEMA}\`.\`t\` TO PUBLIC` },
            ],
          });
          await run(vendor, ...dropAccounts);
          const leftOut = {
            code: 'unsupported-object',
            message: expect.stringContaining('every account of the target') as unknown,
            statement: `GRANT SELECT ON \`${SCHEMA}\`.\`t\` TO PUBLIC`,
          };
          expect((await plan(folder, { users: everyone })).lacks).toMatchObject([leftOut]);
          const loaded = await loadDump(registry, { vendor, folder, schemaMap, users: everyone });
          expect(loaded).toMatchObject({ state: 'done-with-warnings', errors: [], warnings: [leftOut] });
          expect((await column(vendor, 'SHOW GRANTS FOR PUBLIC')).join()).not.toContain(COPY);
          await dropSchemas(vendor, COPY);
          // Without accounts nothing is missing.
          expect(await loadDump(registry, { vendor, folder, schemaMap })).toMatchObject({ state: 'done' });
          const asked = { ...selection, users: ['acc_reader@*', 'public'] };
          const refused = await dumpSchema(registry, {
            ...{ vendor, schema: SCHEMA, folder: join(parent, 'asked'), selection: asked },
          });
          expect(refused.errors).toMatchObject([
            {
              code: 'unsupported-object',
              message: expect.stringContaining('PUBLIC stands for every account') as unknown,
              hint: expect.stringContaining('SHOW GRANTS FOR PUBLIC') as unknown,
            },
          ]);
        });
      } finally {
        await run(vendor, `REVOKE SELECT ON ${SCHEMA}.t FROM PUBLIC`);
      }
    });

  if (vendor === 'mariadb')
    it('may be roles that have other roles, with these and without', async () => {
      const [inner, outer] = ['acc_ra', 'acc_rb'];
      const dropRoles = [`DROP ROLE IF EXISTS ${inner}`, `DROP ROLE IF EXISTS ${outer}`];
      const schema = 'acc_nested';
      const users = [inner, outer];
      await run(vendor, ...dropRoles, `CREATE ROLE ${inner}`, `CREATE ROLE ${outer}`);
      await run(vendor, `GRANT SELECT ON ${SCHEMA}.* TO ${inner}`, `GRANT ${inner} TO ${outer}`);
      await run(vendor, `GRANT PROCESS ON *.* TO ${outer}`, `CREATE DATABASE IF NOT EXISTS ${schema}`);
      try {
        await withFolder(async (parent) => {
          const dumped = async (name: string, taken: readonly string[]) => {
            const folder = join(parent, name);
            const selection = { ...selecting([{ kind: 'schema', schema }]), users: [...taken] };
            expect(await dumpSchema(registry, { vendor, schema, folder, selection })).toMatchObject({
              errors: [],
            });
            return folder;
          };
          const [both, one] = [await dumped('both', users), await dumped('one', [outer])];
          const before = await column(vendor, `SHOW GRANTS FOR ${outer}`);
          await run(vendor, `DROP DATABASE ${schema}`);
          const same = await loadDump(registry, { vendor, folder: both, users });
          expect(same).toMatchObject({ state: 'done', errors: [] });
          await run(vendor, `DROP DATABASE ${schema}`, ...dropRoles);
          expect(await loadDump(registry, { vendor, folder: both, users })).toMatchObject({
            ...{ state: 'done', errors: [], warnings: [] },
          });
          expect(new Set(await column(vendor, `SHOW GRANTS FOR ${outer}`))).toEqual(new Set(before));
          await run(vendor, `DROP DATABASE ${schema}`, ...dropRoles);
          const without = await loadDump(registry, { vendor, folder: one, users: [outer] });
          expect(without).toMatchObject({ state: 'done-with-warnings', errors: [] });
          expect(without.warnings.map(({ message }) => message).join()).toContain(`the role ${inner} is`);
        });
      } finally {
        await run(vendor, ...dropRoles);
        await dropSchemas(vendor, schema);
      }
    });

  it('stay away unless they are asked for, and so do those that are left out', async () => {
    await withDump(async (folder) => {
      await run(vendor, ...dropAccounts);
      expect(await loadDump(registry, { vendor, folder, schemaMap })).toMatchObject({ state: 'done' });
      const named = "SELECT User FROM mysql.user WHERE User LIKE 'acc\\_%'";
      expect(await column(vendor, named)).toEqual([]);
      await dropSchemas(vendor, COPY);
      const wish = { vendor, folder, schemaMap, users: everyone, excludeUsers: ['acc_reader@*', roleName] };
      expect(await loadDump(registry, wish)).toMatchObject({ state: 'done' });
      expect(await column(vendor, named)).toEqual(["acc_o'brien"]);
    });
  });

  it('that are there already are never changed: refused before anything is made, or kept and named', async () => {
    await withDump(async (folder) => {
      await run(vendor, `DROP USER ${brien}`, `REVOKE EXECUTE ON PROCEDURE ${SCHEMA}.p FROM ${reader}`);
      const there = await column(vendor, `SHOW GRANTS FOR ${reader}`);
      const refused = await loadDump(registry, { vendor, folder, schemaMap, users: everyone });
      expect(refused).toMatchObject({ state: 'failed', errors: [{ code: 'target-exists' }] });
      expect(refused.errors[0]?.message).toContain('acc_r');
      expect((await plan(folder, { users: everyone })).conflicts).toMatchObject([{ code: 'target-exists' }]);
      expect(await copies()).toEqual([]);
      const kept = await loadDump(registry, {
        ...{ vendor, folder, schemaMap, users: everyone, onExisting: 'skip' },
      });
      expect(kept).toMatchObject({ state: 'done-with-warnings', errors: [] });
      expect(kept.warnings.map(({ code }) => code)).toEqual(['target-exists', 'target-exists']);
      expect(await column(vendor, `SHOW GRANTS FOR ${reader}`)).toEqual(there);
      // Where they are the same already there is nothing to do, and nothing to say.
      const again = await loadDump(registry, {
        vendor,
        folder,
        schemaMap: {},
        users: everyone,
        onExisting: 'skip',
      });
      expect(again.checks).toContainEqual(
        expect.objectContaining({
          detail: expect.stringContaining('already existing, identical') as unknown,
        }),
      );
    });
  });

  it('that the target can’t have are refused by name before anything is made', async () => {
    await withDump(async (folder) => {
      await run(vendor, ...dropAccounts);
      const file = join(folder, '@.users.sql');
      const script = await readFile(file, 'utf8');
      const [signsIn, otherwise] =
        vendor === 'mysql'
          ? [/IDENTIFIED WITH '\w+'/, "IDENTIFIED WITH 'stone_tablets'"]
          : [/IDENTIFIED BY PASSWORD/, 'IDENTIFIED VIA stone_tablets USING'];
      for (const [wrong, named] of [
        [script.replace(signsIn, otherwise), 'stone_tablets'],
        [script.replace('GRANT PROCESS', 'GRANT PROCESS, FLY'), 'the privilege FLY'],
        [`${script}\nDROP USER root@localhost;\n`, 'a statement that neither creates an account'],
      ] as const) {
        await writeFile(file, wrong);
        await unseal(folder);
        const refused = await loadDump(registry, { vendor, folder, schemaMap, users: everyone });
        expect(refused.state).toBe('failed');
        expect(refused.errors[0]?.message).toContain(named);
        expect(await copies()).toEqual([]);
      }
    });
  });

  it('may have any privilege that the server knows by name', async () => {
    await withDump(async (folder) => {
      await run(vendor, `CREATE USER ${all}`, `GRANT ALL ON *.* TO ${all}`);
      // With one missing the server lists all others.
      await run(vendor, `REVOKE FILE ON *.* FROM ${all}`);
      const listed = await column(vendor, `SHOW GRANTS FOR ${all}`);
      const file = join(folder, '@.users.sql');
      const created = await column(vendor, `SHOW CREATE USER ${all}`);
      await run(vendor, `DROP USER ${all}`);
      await writeFile(file, [...created, ...listed].map((line) => `${line};\n`).join(''));
      await unseal(folder);
      const result = await loadDump(registry, { vendor, folder, schemaMap, users: ['acc_all@*'] });
      expect(result).toMatchObject({ state: 'done', errors: [] });
      expect(await column(vendor, `SHOW GRANTS FOR ${all}`)).toEqual(listed);
    });
  });

  it('come without grants on what is not there, and the result names each', async () => {
    await withDump(async (folder) => {
      await run(vendor, ...dropAccounts);
      const selection: LoadOptions['selection'] = {
        include: [{ kind: 'table', schema: SCHEMA, name: 'other' }],
        exclude: [],
        content: 'everything',
      };
      const wish = { vendor, folder, schemaMap, selection, users: everyone, excludeUsers: [roleName] };
      const result = await loadDump(registry, wish);
      expect(result).toMatchObject({ state: 'done-with-warnings', errors: [] });
      const said = result.warnings.map(({ message }) => message).join('\n');
      expect(said).toContain(`there is no table ${COPY}.t on the target`);
      expect(said).toContain(`there is no routine ${COPY}.p on the target`);
      expect(said).toMatch(/the role acc_role\S* is neither loaded nor on the target/);
      expect(await column(vendor, `SHOW GRANTS FOR ${brien}`)).toEqual([expect.stringContaining('PROCESS')]);
    });
  });

  it('are rolled back with a failed load, or completed when it is resumed', async () => {
    await withDump(async (folder) => {
      const before = await everything();
      await run(vendor, ...dropAccounts);
      const file = join(folder, '@.users.sql');
      const script = await readFile(file, 'utf8');
      // No table has the privilege FILE.
      await writeFile(file, script.replace('SELECT (`id`)', 'FILE'));
      await unseal(folder);
      const wish = { vendor, folder, schemaMap, users: everyone };
      const broken = await loadDump(registry, wish);
      expect(broken).toMatchObject({ state: 'incomplete', errors: [{ code: 'statement-failed' }] });
      await rollBackLoad(registry, { vendor, folder, schemaMap });
      expect(await column(vendor, "SELECT User FROM mysql.user WHERE User LIKE 'acc\\_%'")).toEqual([]);
      expect(await loadDump(registry, wish)).toMatchObject({ state: 'incomplete' });
      await writeFile(file, script);
      await unseal(folder);
      expect(await loadDump(registry, { vendor, folder, resume: true })).toMatchObject({ state: 'done' });
      expect(await everything()).toEqual(before);
    });
  });
});
