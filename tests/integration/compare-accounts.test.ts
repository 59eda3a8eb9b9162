import { cp, mkdtemp, readFile, rm, writeFile } from 'fs/promises';
import { tmpdir } from 'os';
import { join } from 'path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { selecting } from '../../app/contract/runs/options';
import type { RunResult } from '../../app/contract/runs/result';
import { testServer, testVendors } from '../servers/test-server';
import { runSluice } from './harness/command';
import { compareWithDump, dumpSchema, loadDump, newRegistry, type ComparisonWish } from './harness/runs';
import { dropSchemas, queryRows, runStatements, testEndpoint } from './harness/servers';
import { unseal } from './harness/unseal';

const SCHEMA = 'cmp_acc_src';
const COPY = 'cmp_acc_copy';
const [READER, BRIEN, ROLE, WEAK] = [
  `'cmp_reader'@'%'`,
  `'cmp_o\\'brien'@'10.%'`,
  'cmp_role',
  `'cmp_weak'@'%'`,
];
const ACCOUNTS = [
  `DROP USER IF EXISTS ${READER}, ${BRIEN}, ${WEAK}`,
  ...[ROLE, 'cmp_other'].map((role) => `DROP ROLE IF EXISTS ${role}`),
];

describe.each(testVendors)('accounts of a dump compared with a server: %s', (vendor) => {
  const registry = newRegistry();
  const isMySql = vendor === 'mysql';
  const users = isMySql ? ['cmp_*'] : ['cmp_*@*', 'cmp_role'];
  const schemaMap = { [SCHEMA]: COPY };
  let parent: string;
  let passwordHashes: readonly string[];
  const folder = () => join(parent, 'dump');
  const run = (...statements: readonly string[]) => runStatements(vendor, statements);

  beforeAll(async () => {
    parent = await mkdtemp(join(tmpdir(), 'sluice-compare-accounts-'));
    await dropSchemas(vendor, SCHEMA);
    await run(
      ...ACCOUNTS,
      `CREATE DATABASE ${SCHEMA}`,
      `CREATE TABLE ${SCHEMA}.t (id INT PRIMARY KEY, secret INT, gone INT)`,
      `CREATE TABLE ${SCHEMA}.other (id INT PRIMARY KEY)`,
      `CREATE PROCEDURE ${SCHEMA}.p() SELECT 1`,
      `CREATE ROLE ${ROLE}`,
      `GRANT SELECT, SHOW VIEW ON ${SCHEMA}.* TO ${ROLE}`,
      `CREATE USER ${READER} IDENTIFIED BY 'Reader-1!' REQUIRE SSL WITH MAX_USER_CONNECTIONS 7 PASSWORD EXPIRE NEVER`,
      `CREATE USER ${BRIEN} IDENTIFIED BY 'Brien-1!' ACCOUNT LOCK`,
      `GRANT ${ROLE} TO ${READER} WITH ADMIN OPTION`,
      `GRANT EXECUTE ON PROCEDURE ${SCHEMA}.p TO ${READER}`,
      setDefaultRole(ROLE),
      `GRANT PROCESS ON *.* TO ${BRIEN}`,
      isMySql ? `GRANT BACKUP_ADMIN ON *.* TO ${BRIEN}` : `GRANT BINLOG MONITOR ON *.* TO ${BRIEN}`,
      `GRANT SELECT (id, gone), INSERT ON ${SCHEMA}.t TO ${BRIEN} WITH GRANT OPTION`,
      `GRANT ALL ON ${SCHEMA}.other TO ${BRIEN}`,
    );
    const selection = { ...selecting([{ kind: 'schema', schema: SCHEMA }]), users };
    const dumped = await dumpSchema(registry, { vendor, schema: SCHEMA, folder: folder(), selection });
    expect(dumped.errors).toEqual([]);
    const shown = await Promise.all(
      [READER, BRIEN].map((account) => queryRows(vendor, `SHOW CREATE USER ${account}`)),
    );
    passwordHashes = shown.flat().flatMap((row) => {
      const [, hash] = /(?:AS|PASSWORD) '([^']+)/.exec(String(Object.values(row)[0])) ?? [];
      return hash === undefined ? [] : [hash.slice(0, 12)];
    });
  });

  beforeEach(async () => {
    await dropSchemas(vendor, COPY);
    await run(...ACCOUNTS);
    const loaded = await loadDump(registry, { vendor, folder: folder(), schemaMap, users });
    expect(loaded).toMatchObject({ state: 'done', errors: [], warnings: [] });
  });

  afterAll(async () => {
    await rm(parent, { recursive: true, force: true });
    await run(...ACCOUNTS);
    await dropSchemas(vendor, SCHEMA, COPY);
  });

  function setDefaultRole(role: string): string {
    return isMySql ? `ALTER USER ${READER} DEFAULT ROLE ${role}` : `SET DEFAULT ROLE ${role} FOR ${READER}`;
  }

  const compare = async (more: Partial<ComparisonWish> = {}) => {
    const result = await compareWithDump(registry, { vendor, folder: folder(), schemaMap, users, ...more });
    const said = JSON.stringify(result);
    for (const hash of passwordHashes) expect(said).not.toContain(hash);
    return result;
  };

  const accountsIn = ({ checks }: RunResult) =>
    checks.filter(({ kind }) => kind === 'accounts').map(({ state, detail }) => `${state} ${detail}`);
  const errorsIn = ({ errors }: RunResult) => errors.map(({ code, message }) => `${code} ${message}`);
  const roleName = isMySql ? `'cmp_role'@'%'` : '`cmp_role`';
  const quotedRole = isMySql ? '`cmp_role`@`%`' : '`cmp_role`';

  it('are not, and the result says by which option they are', async () => {
    const result = await compare({ users: [] });
    expect(result).toMatchObject({ state: 'done', errors: [], warnings: [] });
    expect(accountsIn(result)).toEqual([expect.stringMatching(/^not-checked .*--users/)]);
  });

  it('are equal after a load, under the new name of their schema', async () => {
    const result = await compare();
    expect(result).toMatchObject({ state: 'done', errors: [], warnings: [] });
    expect(accountsIn(result).sort()).toEqual(
      [BRIEN, READER, roleName].map((account) => `ok ${account}: equal to the dump’s`).sort(),
    );
    // Grants on the schema itself are others than those on its copy.
    const others = await compare({ schemaMap: {} });
    expect(errorsIn(others).join('\n')).toContain(
      `lacks EXECUTE ON PROCEDURE \`${SCHEMA}\`.\`p\``.slice(0, 13),
    );
    expect(others.state).toBe('failed');
  });

  it('name each grant that is gone, and each that is new', async () => {
    await run(
      `REVOKE INSERT ON ${COPY}.t FROM ${BRIEN}`,
      `GRANT UPDATE ON ${COPY}.t TO ${BRIEN}`,
      `REVOKE DELETE ON ${COPY}.other FROM ${BRIEN}`,
      `REVOKE EXECUTE ON PROCEDURE ${COPY}.p FROM ${READER}`,
      `GRANT DROP ON ${COPY}.* TO ${ROLE}`,
    );
    const result = await compare();
    expect(result.state).toBe('failed');
    const said = errorsIn(result);
    expect(said).toHaveLength(5);
    const differs = (account: string, what: string) =>
      `definition-differs The account ${account} is not the dumped one: ${what}.`;
    expect(said).toContain(differs(BRIEN, `it lacks INSERT on \`${COPY}\`.\`t\``));
    expect(said).toContain(differs(BRIEN, `it has UPDATE on \`${COPY}\`.\`t\`, and not in the dump`));
    expect(said.join('\n')).toMatch(
      new RegExp(`it has .*SELECT.* on \`${COPY}\`.\`other\` on the target, ALL PRIVILEGES in the dump`),
    );
    expect(said).toContain(differs(READER, `it lacks EXECUTE on PROCEDURE \`${COPY}\`.\`p\``));
    expect(said).toContain(differs(roleName, `it has DROP on \`${COPY}\`.*, and not in the dump`));
    const statements = result.errors.flatMap(({ statement }) => statement ?? []);
    expect(statements).toHaveLength(4);
    await run(...statements, `GRANT ALL ON ${COPY}.other TO ${BRIEN}`);
    expect(await compare()).toMatchObject({ state: 'done', errors: [] });
  });

  it('name the one that is missing, unless it is left out', async () => {
    await run(`DROP USER ${BRIEN}`);
    const result = await compare();
    expect(errorsIn(result)).toEqual([`target-missing The account ${BRIEN} is not there.`]);
    expect(accountsIn(result)).toContain(`failed ${BRIEN} is not there`);
    const others = await compare({ excludeUsers: ["cmp_o'brien@*"] });
    expect(others).toMatchObject({ state: 'done', errors: [] });
    expect(accountsIn(others)).toHaveLength(2);
    const none = await compare({ excludeUsers: ['%'] });
    expect(accountsIn(none)).toEqual(['not-checked All accounts that were asked for are left out']);
  });

  it('name each other attribute, and never a password', async () => {
    await run(
      `ALTER USER ${READER} IDENTIFIED BY 'Other-1!' REQUIRE X509 WITH MAX_USER_CONNECTIONS 8 PASSWORD EXPIRE DEFAULT`,
      `ALTER USER ${BRIEN} ACCOUNT UNLOCK`,
    );
    const result = await compare();
    const said = errorsIn(result).map((text) => text.replace(/^.* is not the dumped one: /, ''));
    expect(said.sort()).toEqual(
      [
        'its stored password is another one.',
        'it has REQUIRE X509 on the target, REQUIRE SSL in the dump.',
        'it has WITH MAX_USER_CONNECTIONS 8 on the target, WITH MAX_USER_CONNECTIONS 7 in the dump.',
        'it has PASSWORD EXPIRE DEFAULT on the target, PASSWORD EXPIRE NEVER in the dump.',
        'it has ACCOUNT UNLOCK on the target, ACCOUNT LOCK in the dump.',
      ].sort(),
    );
    await run(
      isMySql
        ? `ALTER USER ${BRIEN} IDENTIFIED WITH sha256_password BY 'Brien-1!' ACCOUNT LOCK`
        : `ALTER USER ${BRIEN} IDENTIFIED VIA unix_socket ACCOUNT LOCK`,
    );
    const plugins = isMySql
      ? 'sha256_password on the target, by caching_sha2_password in the dump'
      : 'unix_socket on the target, by mysql_native_password in the dump';
    expect(errorsIn(await compare({ excludeUsers: ['cmp_reader@*'] }))).toEqual([
      `definition-differs The account ${BRIEN} is not the dumped one: it signs in by ${plugins}.`,
    ]);
  });

  it('name roles, default roles and what may be handed on', async () => {
    await run(
      'CREATE ROLE cmp_other',
      `GRANT cmp_other TO ${READER}`,
      isMySql ? `SET DEFAULT ROLE cmp_other TO ${READER}` : setDefaultRole('cmp_other'),
      // Only who has it may give it: a load has taken it from the account that created it.
      ...(isMySql ? [`REVOKE ${ROLE} FROM ${READER}`] : [`DROP ROLE ${ROLE}`, `CREATE ROLE ${ROLE}`]),
      `GRANT ${ROLE} TO ${READER}`,
      `REVOKE GRANT OPTION ON ${COPY}.t FROM ${BRIEN}`,
    );
    const said = errorsIn(await compare()).map((text) => text.replace(/^.*The account /, ''));
    const other = isMySql ? '`cmp_other`@`%`' : '`cmp_other`';
    const [is, was] = isMySql ? ['cmp_other@%', 'cmp_role@%'] : ['cmp_other', 'cmp_role'];
    for (const sentence of [
      `${READER} is not the dumped one: it has the role ${other}, and not in the dump.`,
      `${READER} is not the dumped one: its default roles are ${is} on the target, ${was} in the dump.`,
      `${READER} is not the dumped one: it has the role ${quotedRole} without ADMIN OPTION.`,
      `${BRIEN} is not the dumped one: it lacks GRANT OPTION on \`${COPY}\`.\`t\`.`,
    ])
      expect(said).toContain(sentence);
    await run(`REVOKE ${ROLE} FROM ${READER}`);
    expect(errorsIn(await compare()).join('\n')).toContain(
      `it lacks the role ${quotedRole} WITH ADMIN OPTION`,
    );
  });

  it('take an account that may not read others for no proof', async () => {
    await run(
      `CREATE USER ${WEAK} IDENTIFIED BY 'Weak-1!'`,
      `GRANT SELECT, SHOW VIEW, TRIGGER, EVENT, EXECUTE ON ${COPY}.* TO ${WEAK}`,
      ...(isMySql ? [`GRANT SHOW_ROUTINE ON *.* TO ${WEAK}`] : [`GRANT SELECT ON mysql.proc TO ${WEAK}`]),
    );
    const endpoint = testEndpoint(vendor, { user: 'cmp_weak', password: 'Weak-1!' });
    const result = await compare({ endpoint });
    expect(result).toMatchObject({ state: 'done-with-warnings', errors: [] });
    expect(accountsIn(result)).toEqual([
      'not-checked Not compared: this account lacks SELECT on `mysql` (for accounts)',
    ]);
    expect(result.warnings).toContainEqual(
      expect.objectContaining({
        code: 'not-readable',
        hint: expect.stringMatching(/^GRANT SELECT ON `mysql`\.\* TO 'cmp_weak'/) as unknown,
      }),
    );
    await run(`GRANT SELECT ON mysql.user TO ${WEAK}`);
    expect(accountsIn(await compare({ endpoint }))).toEqual([
      expect.stringMatching(/^not-checked Not compared: this account lacks SELECT on `mysql`/),
    ]);
    await run(`GRANT SELECT ON mysql.* TO ${WEAK}`);
    expect(accountsIn(await compare({ endpoint })).join()).not.toMatch(/failed|not-checked/);
  });

  it('never say of a table that is hidden from the comparing account that it is not there', async () => {
    await run(
      `CREATE USER ${WEAK} IDENTIFIED BY 'Weak-1!'`,
      `GRANT SELECT ON mysql.* TO ${WEAK}`,
      `REVOKE INSERT ON ${COPY}.t FROM ${BRIEN}`,
    );
    const endpoint = testEndpoint(vendor, { user: 'cmp_weak', password: 'Weak-1!' });
    // The dump's grant is on a table that the dump does not hold.
    const schemas = { ...schemaMap, [SCHEMA]: `${COPY}_none` };
    const other = join(parent, 'other');
    await cp(folder(), other, { recursive: true });
    await unseal(other);
    const file = join(other, '@.users.sql');
    const script = await readFile(file, 'utf8');
    await writeFile(file, script.split(`\`${SCHEMA}\`.\`t\``).join(`\`${COPY}\`.\`t\``));
    const hidden = await compare({ endpoint, folder: other, schemaMap: schemas });
    expect(hidden.warnings.map(({ message }) => message).join('\n')).not.toContain(`no table ${COPY}.t`);
    expect(errorsIn(hidden).join('\n')).toContain(`it lacks INSERT on \`${COPY}\`.\`t\``);
  });

  if (!isMySql)
    it('tell what every account has by PUBLIC, unless it is left out', async () => {
      const statement = `GRANT SELECT ON \`${COPY}\`.* TO PUBLIC`;
      await run(statement);
      try {
        const result = await compare();
        expect(result).toMatchObject({ state: 'done-with-warnings', errors: [], warnings: [{ statement }] });
        expect(accountsIn(result)).toContain(
          'not-checked PUBLIC: every account has 1 grant of the target that no dump holds',
        );
        expect(await compare({ excludeUsers: ['PUBLIC'] })).toMatchObject({ state: 'done', warnings: [] });
      } finally {
        await run(`REVOKE SELECT ON ${COPY}.* FROM PUBLIC`);
      }
    });

  if (isMySql)
    it('tell a second password, which no statement shows', async () => {
      await run(`ALTER USER ${BRIEN} IDENTIFIED BY 'Second-1!'`);
      const folderOfSecond = join(parent, 'second');
      await dumpSchema(registry, {
        ...{ vendor, schema: SCHEMA, folder: folderOfSecond },
        selection: { ...selecting([{ kind: 'schema', schema: SCHEMA }]), users: ["cmp_o'brien@*"] },
      });
      const wish = { folder: folderOfSecond, users: ["cmp_o'brien@*"], schemaMap: {} };
      expect(await compare(wish)).toMatchObject({ state: 'done', errors: [] });
      const [row] = await queryRows(vendor, `SHOW CREATE USER ${BRIEN}`);
      const [, hash = ''] = / AS '([^]*?)' REQUIRE/.exec(String(Object.values(row ?? {})[0])) ?? [];
      await run(`ALTER USER ${BRIEN} IDENTIFIED BY 'Third-1!'`);
      await run(
        `ALTER USER ${BRIEN} IDENTIFIED WITH caching_sha2_password AS '${hash}' RETAIN CURRENT PASSWORD`,
      );
      const result = await compare(wish);
      expect(errorsIn(result)).toEqual([
        expect.stringMatching(/is not the dumped one: it has a second password on the target/),
      ]);
      await run(...result.errors.flatMap(({ statement }) => statement ?? []));
      expect(await compare(wish)).toMatchObject({ state: 'done', errors: [] });
    });

  it('leave grants out that no load could give, and name them', async () => {
    await run(
      `REVOKE ALL ON ${COPY}.t FROM ${BRIEN}`,
      `REVOKE GRANT OPTION ON ${COPY}.t FROM ${BRIEN}`,
      `GRANT SELECT (id), INSERT ON ${COPY}.t TO ${BRIEN} WITH GRANT OPTION`,
      `ALTER TABLE ${COPY}.t DROP COLUMN gone`,
    );
    const result = await compare();
    expect(errorsIn(result).filter((text) => text.includes('account'))).toEqual([]);
    expect(result.warnings.map(({ message }) => message)).toContain(
      `A grant of ${BRIEN} was not compared: the table ${COPY}.t has no such column on the target.`,
    );
    expect(accountsIn(result)).toContain(
      `not-checked ${BRIEN}: equal to the dump’s but for 1 grant that the target can’t have`,
    );
  });

  describe('by a dump whose accounts are others', () => {
    let changed: string;
    let script: string;

    beforeAll(async () => {
      changed = join(parent, 'changed');
      await cp(folder(), changed, { recursive: true });
      await unseal(changed);
      script = await readFile(join(changed, '@.users.sql'), 'utf8');
    });

    it('name the one that the target can’t have, there or not', async () => {
      const [signsIn, otherwise] = isMySql
        ? [/(`cmp_o'brien`@`10.%` )IDENTIFIED WITH '\w+'/, "$1IDENTIFIED WITH 'stone_tablets'"]
        : [/(`cmp_o'brien`@`10.%` )IDENTIFIED BY PASSWORD/, '$1IDENTIFIED VIA stone_tablets USING'];
      await writeFile(join(changed, '@.users.sql'), script.replace(signsIn, otherwise));
      const refused = `not-checked ${BRIEN}: It can’t be created on the target: it signs in by stone_tablets, which the target does not have.`;
      for (const statements of [[], [`DROP USER ${BRIEN}`]]) {
        await run(...statements);
        const result = await compare({ folder: changed });
        expect(result).toMatchObject({ state: 'done-with-warnings', errors: [] });
        expect(accountsIn(result)).toContain(refused);
        expect(result.warnings).toMatchObject([{ code: 'unsupported-object' }]);
      }
    });

    it('of another version, tell what is sure from what may be other words', async () => {
      await writeFile(join(changed, '@.users.sql'), script);
      const file = join(changed, '@.json');
      const manifest = await readFile(file, 'utf8');
      const [row] = await queryRows(vendor, 'SELECT VERSION() AS version');
      const other = isMySql ? '9.7.77' : '10.11.77-MariaDB';
      await writeFile(file, manifest.split(String(row?.version)).join(other));
      const equal = await compare({ folder: changed });
      expect(errorsIn(equal)).toEqual([]);
      expect(accountsIn(equal).join('\n')).not.toMatch(/failed|not-checked/);
      await run(
        isMySql ? `REVOKE BACKUP_ADMIN ON *.* FROM ${BRIEN}` : `REVOKE BINLOG MONITOR ON *.* FROM ${BRIEN}`,
      );
      const unclear = await compare({ folder: changed });
      expect(unclear).toMatchObject({ state: 'done-with-warnings', errors: [] });
      expect(unclear.warnings.map(({ message }) => message).join('\n')).toMatch(
        /cmp_o.* may be another one: it lacks (BACKUP_ADMIN|BINLOG MONITOR) on \*\.\*/,
      );
      await run(`REVOKE INSERT ON ${COPY}.t FROM ${BRIEN}`);
      expect(errorsIn(await compare({ folder: changed }))).toEqual([
        expect.stringContaining('it lacks INSERT on'),
      ]);
      await writeFile(file, manifest);
    });
  });

  it('name a rule that matches none of the dump, before anything is read', async () => {
    const result = await compare({ users: ['nobody@%'] });
    expect(result).toMatchObject({ state: 'failed', begun: false, errors: [{ code: 'unknown-object' }] });
  });

  it('on the command line, by the words of a load', async () => {
    const { host, port, user, password } = testServer(vendor);
    const words = [
      ...['verify', '--dump', folder(), '--target', `${vendor}://${user}@${host}:${port}?tls=disabled`],
      ...['--schema-map', `${SCHEMA}=${COPY}`, '--users', users.join()],
    ];
    const equal = await runSluice(words, { SLUICE_PASSWORD: password });
    expect(equal.exitCode).toBe(0);
    expect(equal.output).toContain('accounts compared 3/3');
    await run(`REVOKE PROCESS ON *.* FROM ${BRIEN}`);
    const differs = await runSluice([...words, '--json'], { SLUICE_PASSWORD: password });
    expect(differs.exitCode).toBe(1);
    expect(differs.result.errors).toMatchObject([{ code: 'definition-differs' }]);
    for (const hash of passwordHashes) expect(differs.output).not.toContain(hash);
    const noServer = await runSluice(['verify', '--dump', folder(), '--users', '%'], {});
    expect(noServer.exitCode).toBe(2);
    expect(noServer.output).toContain('--users is for comparing the dump with a server');
  });
});
