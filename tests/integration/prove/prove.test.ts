import {
  appendFileSync,
  copyFileSync,
  readFileSync,
  renameSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'fs';
import { cp, mkdtemp, readdir, rm } from 'fs/promises';
import { tmpdir } from 'os';
import { join } from 'path';
import { gzipSync } from 'zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { resultLineSchema } from '../../../app/contract/output/run-lines';
import { selecting } from '../../../app/contract/runs/options';
import { formatFact, parseFacts } from '../../../app/format/facts';
import { DONE_FILE, FACTS_FILE } from '../../../app/format/names';
import { sakilaStatements } from '../../fixtures/sakila';
import { createTypeMatrix, TYPE_MATRIX_SCHEMA } from '../../fixtures/type-matrix';
import { dumpByClient, dumpByMydumper } from '../../servers/dump-programs';
import { testServer, testVendors } from '../../servers/test-server';
import type { CommandRun } from '../harness/command';
import { rewrite } from '../harness/doctor';
import { FOREIGN_SHAPES, reshape } from '../format/foreign-shapes';
import { OwnServer } from '../harness/own-server';
import { dumpSchema, newRegistry } from '../harness/runs';
import { connectToFresh, dropSchemas, withPlain } from '../harness/servers';
import { certificateOf, hasCertificate, Proofs } from './proofs';

const SCHEMA = 'prove_shop';
const OTHER = 'prove_other';
/** An account that only the dumped server has. */
const DEFINER = "'nobody_here'@'%'";

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
const codesOf = ({
  result,
}: {
  readonly result: { readonly errors: readonly { readonly code: string }[] };
}) => result.errors.map(({ code }) => code);

async function createShop(vendor: 'mysql' | 'mariadb'): Promise<void> {
  const connection = await connectToFresh(vendor, SCHEMA);
  for (const statement of [
    `DROP USER IF EXISTS ${DEFINER}`,
    `CREATE USER ${DEFINER}`,
    `GRANT ALL PRIVILEGES ON *.* TO ${DEFINER}`,
    'CREATE TABLE customers (id INT PRIMARY KEY AUTO_INCREMENT, name VARCHAR(50), KEY (name))',
    "INSERT INTO customers (name) VALUES ('Ann'), ('Björn'), ('Çelik')",
    'CREATE TABLE orders (id INT PRIMARY KEY, customer INT, FOREIGN KEY (customer) REFERENCES customers (id))',
    'INSERT INTO orders VALUES (1, 1), (2, 3)',
    'CREATE TABLE kept_in_memory (id INT PRIMARY KEY) ENGINE = MEMORY',
    `CREATE DEFINER = ${DEFINER} FUNCTION doubled(n INT) RETURNS INT DETERMINISTIC RETURN 2 * n`,
    `CREATE DEFINER = ${DEFINER} SQL SECURITY DEFINER VIEW totals AS SELECT customer, doubled(COUNT(*)) AS n FROM orders GROUP BY customer`,
    'CREATE PROCEDURE tidy() DELETE FROM orders WHERE customer IS NULL',
    'CREATE TRIGGER named BEFORE INSERT ON customers FOR EACH ROW SET NEW.name = TRIM(NEW.name)',
    "CREATE EVENT hourly ON SCHEDULE EVERY 1 DAY STARTS '2037-01-01' DO DELETE FROM orders",
    'CREATE TABLE gone (id INT)',
    'CREATE VIEW broken AS SELECT id FROM gone',
    'DROP TABLE gone',
  ])
    await connection.query(statement);
  await connection.end();
}

async function createSakila(vendor: 'mysql' | 'mariadb'): Promise<void> {
  await dropSchemas(vendor, 'sakila');
  await withPlain(vendor, async (connection) => {
    for (const statement of sakilaStatements({ location: '', textEngine: 'InnoDB' }))
      await connection.query(statement);
  });
}

describe.each(testVendors)('a dump of %s', (vendor) => {
  let dump = '';
  let proved: CommandRun;
  beforeAll(async () => {
    await createShop(vendor);
    dump = join(place, `shop-${vendor}`);
    const selection = { ...selecting([{ kind: 'schema', schema: SCHEMA }]), users: ['nobody_here@%'] };
    const { errors } = await dumpSchema(registry, { vendor, schema: SCHEMA, folder: dump, selection });
    expect(errors).toEqual([]);
    proved = await proofs.prove(dump);
  });
  afterAll(async () => {
    await dropSchemas(vendor, SCHEMA);
    await withPlain(vendor, (connection) => connection.query(`DROP USER ${DEFINER}`));
  });

  it('is proved: restored, compared, read, and certified with a digest of every file', async () => {
    const { exitCode, result, output } = proved;
    expect(result.errors, output).toEqual([]);
    // The broken view is a warning of the dump.
    expect(exitCode).toBe(3);
    expect(result).toMatchObject({ kind: 'verify', ok: true, certificate: `${dump}.certificate.json` });
    expect(resultLineSchema.safeParse(result).error).toBeUndefined();
    expect((await readdir(place)).filter((name) => /\.(?:lock|new)$/.test(name))).toEqual([]);
    const certificate = certificateOf(dump);
    expect(certificate.dump).toMatchObject({ path: dump, place: 'folder', vendor });
    expect(certificate.server).toMatchObject({ vendor, wanted: null, sameSeries: true });
    expect(certificate.rows).toBe(5);
    expect(certificate.objects).toEqual({
      ...{ schema: 1, table: 3, view: 1, function: 1, procedure: 1, trigger: 1, event: 1, account: 1 },
    });
    expect(certificate.viewsRead).toBe(1);
    for (const { table, checksum, reason, check } of certificate.tables) {
      expect([table, checksum]).toEqual([table, expect.stringMatching(/^[0-9a-f]{16}$/)]);
      expect([table, reason, check]).toEqual([
        table,
        null,
        table === 'kept_in_memory' ? 'unsupported' : 'ok',
      ]);
    }
    expect(certificate.notRecorded.join('\n')).toMatch(/broken/);
    expect(certificate.remarks.join('\n')).toMatch(/kept_in_memory/);
    expect(certificate.remarks.join('\n')).toMatch(/1 event restored; none was run/);
    expect(certificate.files.map(({ file }) => file)).toEqual((await readdir(dump)).sort());
    expect(certificate.seconds.load).toBeGreaterThan(0);
    const page = readFileSync(`${dump}.certificate.html`, 'utf8');
    expect(page).toContain(certificate.digest);
    expect(page).toContain(`${SCHEMA}.orders`);
    expect(statSync(`${dump}.certificate.json`).mode & 0o077).toBe(0);
  });

  it('is what was proved, for as long as no file is changed, removed or added', async () => {
    const certificate = `${dump}.certificate.json`;
    const check = () => proofs.say('--check', certificate, dump);
    const intact = await check();
    expect(intact.output).toMatch(/is as it was proved: \d+ files/);
    expect(intact.output).toMatch(/Proved at .* by a restore into .*, which took/);
    expect(intact.exitCode).toBe(0);

    const script = join(dump, `${SCHEMA}.sql`);
    const before = readFileSync(script);
    writeFileSync(script, before.toString().replace('2 * n', '3 * n'));
    writeFileSync(join(dump, 'notes.txt'), 'mine');
    const orders = join(dump, `${SCHEMA}@orders.sql`);
    renameSync(orders, join(place, 'orders.sql'));
    const changed = await check();
    expect(changed.exitCode).toBe(1);
    expect(changed.output).toMatch(/is NOT as it was proved/);
    expect(changed.output).toMatch(new RegExp(`${SCHEMA}\\.sql: The file is not as it was proved`));
    expect(changed.output).toMatch(new RegExp(`${SCHEMA}@orders\\.sql: The file was proved, and is missing`));
    expect(changed.output).toMatch(/notes\.txt: The file was not there/);
    const { result } = await proofs.prove('--check', certificate, dump);
    expect(result).toMatchObject({ ok: false, state: 'failed' });
    expect(resultLineSchema.safeParse(result).error).toBeUndefined();
    expect(codesOf({ result })).toEqual(['dump-damaged', 'dump-damaged', 'dump-damaged']);

    writeFileSync(script, before);
    renameSync(join(place, 'orders.sql'), orders);
    unlinkSync(join(dump, 'notes.txt'));
    expect((await check()).exitCode).toBe(0);
  });

  it('is not believed by a certificate that somebody changed', async () => {
    const edited = join(place, 'edited.json');
    const text = readFileSync(`${dump}.certificate.json`, 'utf8');
    writeFileSync(edited, text.replace('"rows": 5', '"rows": 6'));
    const { exitCode, output } = await proofs.say('--check', edited, dump);
    expect(output).toMatch(/was changed after it was written/);
    expect(exitCode).toBe(5);
    // Another order of its keys and other white space are the same content.
    writeFileSync(
      edited,
      JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(text) as object).reverse())),
    );
    expect((await proofs.say('--check', edited, dump)).exitCode).toBe(0);
  });

  it('is refused, with nothing left, where a chunk is damaged', async () => {
    const damaged = join(place, 'damaged');
    await cp(dump, damaged, { recursive: true });
    const chunk = (await readdir(damaged)).find(
      (name) => name.startsWith(`${SCHEMA}@customers@@0.tsv.zst`) && !name.endsWith('.idx'),
    );
    const bytes = readFileSync(join(damaged, chunk ?? ''));
    bytes[bytes.length - 6] = (bytes[bytes.length - 6] ?? 0) ^ 0xff;
    writeFileSync(join(damaged, chunk ?? ''), bytes);
    const { exitCode, result } = await proofs.prove(damaged);
    expect(codesOf({ result })).toContain('dump-damaged');
    expect(result.errors[0]).toMatchObject({ table: `${SCHEMA}.customers` });
    expect(exitCode).toBe(1);
    expect(hasCertificate(damaged)).toBe(false);
    await rm(damaged, { recursive: true });
  });

  it('is refused where it records other rows than it holds', async () => {
    const forged = join(place, 'forged');
    await cp(dump, forged, { recursive: true });
    await rewrite(forged, DONE_FILE, (text) => text.replace(/"orders":\s*2\b/, '"orders": 3'));
    await rewrite(forged, FACTS_FILE, (text) =>
      parseFacts(text)
        .map((fact) =>
          fact.fact === 'data' && fact.table === 'orders'
            ? { ...fact, rows: 3, chunks: fact.chunks.map((chunk) => ({ ...chunk, rows: 3 })) }
            : fact,
        )
        .map(formatFact)
        .join(''),
    );
    const { exitCode, result } = await proofs.prove(forged);
    expect(result.errors[0], JSON.stringify(result.errors)).toMatchObject({ table: `${SCHEMA}.orders` });
    expect(exitCode).toBe(1);
    expect(hasCertificate(forged)).toBe(false);
    await rm(forged, { recursive: true });
  });

  it('is compared with its source too', async () => {
    const { user, host, port, password } = testServer(vendor);
    const certificate = join(place, 'with-source.json');
    const source = `mysql://${user}@${host}:${port}`;
    const asked = proofs.with({ SLUICE_PASSWORD: password });
    const words = [dump, '--source', source, '--certificate', certificate];
    expect((await asked.prove(...words)).exitCode).toBe(3);
    const { source: compared } = JSON.parse(readFileSync(certificate, 'utf8')) as { readonly source: string };
    expect(compared).toContain(`${host}:${port}`);
    await withPlain(vendor, (connection) =>
      connection.query(`UPDATE ${SCHEMA}.customers SET name = 'Zoe' WHERE id = 1`),
    );
    const { result } = await asked.prove(...words);
    expect(result.warnings.map(({ code, table }) => [code, table])).toContainEqual([
      'source-differs',
      `${SCHEMA}.customers`,
    ]);
    expect(readFileSync(certificate, 'utf8')).toMatch(/prove_shop\.customers: /);
  });
});

describe('a proof', () => {
  beforeEach(() => dropSchemas('mysql', OTHER));
  afterAll(async () => {
    await dropSchemas('mysql', OTHER, 'sakila');
    await dropSchemas('mariadb', 'sakila');
  });

  it('names a view that can’t be read, and certifies nothing', async () => {
    const connection = await connectToFresh('mysql', OTHER);
    await connection.query('CREATE TABLE t (id INT PRIMARY KEY)');
    await connection.query('INSERT INTO t VALUES (1), (2)');
    await connection.query('CREATE VIEW several AS SELECT (SELECT id FROM t) AS one');
    await connection.end();
    const dump = join(place, 'several');
    expect((await dumpSchema(registry, { vendor: 'mysql', schema: OTHER, folder: dump })).errors).toEqual([]);
    const { exitCode, result } = await proofs.prove(dump);
    expect(result.errors).toMatchObject([{ code: 'broken-view', table: `${OTHER}.several`, errno: 1242 }]);
    expect(exitCode).toBe(1);
    expect(hasCertificate(dump)).toBe(false);
  });

  it.each(testVendors)('reads a view of %s to its last row, and then the next one', async (vendor) => {
    const connection = await connectToFresh(vendor, OTHER);
    for (const statement of [
      'CREATE TABLE t (id INT PRIMARY KEY)',
      'INSERT INTO t VALUES (1), (2)',
      `CREATE FUNCTION known(n INT) RETURNS INT DETERMINISTIC NO SQL
       BEGIN
         IF n = 2 THEN SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'Nobody knows 2'; END IF;
         RETURN n;
       END`,
      'CREATE VIEW names AS SELECT id, known(id) AS n FROM t',
      'CREATE VIEW others AS SELECT id, known(3 - id) AS n FROM t',
      'CREATE VIEW whole AS SELECT a.id, b.id AS other FROM t AS a JOIN t AS b',
    ])
      await connection.query(statement);
    await connection.end();
    const dump = join(place, `last-row-${vendor}`);
    expect((await dumpSchema(registry, { vendor, schema: OTHER, folder: dump })).errors).toEqual([]);
    const { exitCode, result, output } = await proofs.prove(dump);
    const broken = { code: 'broken-view', errno: 1644 };
    expect(result.errors, output).toMatchObject([
      { ...broken, table: `${OTHER}.names` },
      { ...broken, table: `${OTHER}.others` },
    ]);
    for (const { message } of result.errors) expect(message).toContain('Nobody knows 2');
    expect(exitCode).toBe(1);
    expect(hasCertificate(dump)).toBe(false);
    await dropSchemas(vendor, OTHER);
  });

  it('is made of a script, and of its packed form', async () => {
    await createSakila('mysql');
    const script = join(place, 'sakila.sql');
    await dumpByClient('mysql', script, ['--routines', '--events', '--triggers', '--databases', 'sakila']);
    const plain = await proofs.prove(script);
    expect(plain.result.errors).toEqual([]);
    const { dump, files, tables, notRecorded, viewsRead } = certificateOf(script);
    expect(dump).toMatchObject({ place: 'file', vendor: 'mysql' });
    expect(files.map(({ file }) => file)).toEqual(['sakila.sql']);
    expect(tables.filter(({ checksum }) => checksum === null)).toEqual([]);
    expect(notRecorded.length).toBeGreaterThan(0);
    expect(viewsRead).toBeGreaterThan(4);
    const moved = join(place, 'renamed.sql');
    copyFileSync(script, moved);
    expect((await proofs.say('--check', `${script}.certificate.json`, moved)).exitCode).toBe(0);
    appendFileSync(moved, '\n');
    expect((await proofs.say('--check', `${script}.certificate.json`, moved)).exitCode).toBe(1);

    const packed = `${script}.gz`;
    writeFileSync(packed, gzipSync(readFileSync(script)));
    expect((await proofs.prove(packed)).result.errors).toEqual([]);
    expect(certificateOf(packed).tables).toEqual(tables);
  });

  it('is made of a folder of mydumper', async () => {
    await createSakila('mariadb');
    const folder = join(place, 'mydumper');
    await dumpByMydumper('mariadb', folder, ['--database=sakila', '--routines', '--events', '--triggers']);
    const { result, output } = await proofs.prove(folder);
    expect(result.errors, output).toEqual([]);
    const { dump, files } = certificateOf(folder);
    expect(dump).toMatchObject({ place: 'folder', vendor: 'mariadb' });
    expect(files.map(({ file }) => file)).toEqual((await readdir(folder)).sort());
    unlinkSync(join(folder, 'metadata'));
    const unfinished = await proofs.prove(folder);
    expect(unfinished.result.errors[0]).toMatchObject({ code: 'dump-incomplete' });
    expect(unfinished.exitCode).toBe(1);
    expect(unfinished.output).not.toMatch(/Starting/);
  });

  it('is made of dumps in MySQL Shell’s other versions, which record no checksums', async () => {
    const connection = await connectToFresh('mysql', OTHER);
    await connection.query('CREATE TABLE t (id INT PRIMARY KEY, v VARCHAR(9))');
    await connection.query("INSERT INTO t VALUES (1, 'a'), (2, NULL)");
    await connection.query('CREATE FUNCTION twice(n INT) RETURNS INT DETERMINISTIC RETURN n * 2');
    await connection.end();
    const ours = join(place, 'ours');
    expect((await dumpSchema(registry, { vendor: 'mysql', schema: OTHER, folder: ours })).errors).toEqual([]);
    const [oldest, ...others] = Object.values(FOREIGN_SHAPES);
    for (const [at, shape] of [oldest, others.pop()].entries()) {
      if (shape === undefined) throw new Error('There are no shapes');
      const folder = join(place, `foreign-${String(at)}`);
      await reshape(ours, folder, shape);
      const { result } = await proofs.prove(folder);
      expect(result.errors).toEqual([]);
      const { notRecorded, objects, tables } = certificateOf(folder);
      expect(notRecorded.join('\n')).toMatch(/Checksums of rows/);
      expect(objects).toMatchObject({ table: 1, function: 1 });
      expect(tables).toMatchObject([{ rows: 2, check: 'ok' }]);
    }
  });

  it('says what a load would need, where the server refuses a definition', async () => {
    const connection = await connectToFresh('mysql', OTHER);
    await connection.query('CREATE TABLE t (id INT PRIMARY KEY, v TEXT COLLATE utf8mb4_0900_as_cs)');
    await connection.end();
    const dump = join(place, 'collated');
    expect((await dumpSchema(registry, { vendor: 'mysql', schema: OTHER, folder: dump })).errors).toEqual([]);
    const { exitCode, result } = await proofs.prove(dump, '--for', 'mariadb');
    expect(result.errors[0]?.hint).toMatch(/^A load has a way: .*--fix collations/);
    expect(exitCode).toBe(1);
  });

  it('is made in another version, which the certificate names', async () => {
    const connection = await connectToFresh('mariadb', OTHER);
    await connection.query('CREATE TABLE t (id INT PRIMARY KEY, v VARCHAR(9))');
    await connection.query("INSERT INTO t VALUES (1, 'a')");
    await connection.end();
    const dump = join(place, 'other-version');
    expect((await dumpSchema(registry, { vendor: 'mariadb', schema: OTHER, folder: dump })).errors).toEqual(
      [],
    );
    await dropSchemas('mariadb', OTHER);
    const { result } = await proofs.prove(dump, '--for', 'mysql');
    expect(result.errors).toEqual([]);
    const { server, remarks } = certificateOf(dump);
    expect(server).toMatchObject({ vendor: 'mysql', wanted: 'mysql', sameSeries: false });
    expect(remarks.join('\n')).toMatch(/Restored into MySQL .*; the dump comes from MariaDB/);
    const missing = await proofs.say(dump, '--for', 'mariadb:5.5');
    expect(missing.output).toMatch(/There is no MariaDB 5\.5 on this machine; installed: MariaDB 10\.11/);
    expect(missing.exitCode).toBe(5);
  });

  it('compares names as the dumped server does', async () => {
    const folds = '--lower-case-table-names=1';
    const own = await OwnServer.start('mysql', [folds], [folds]);
    const dump = join(place, 'folded');
    try {
      await own.use(async (connection) => {
        await connection.query(`CREATE DATABASE ${OTHER}`);
        await connection.query(`CREATE TABLE ${OTHER}.Orders (id INT PRIMARY KEY)`);
        await connection.query(`CREATE PROCEDURE ${OTHER}.tidy() DELETE FROM ORDERS`);
        await connection.query(`CREATE VIEW ${OTHER}.Seen AS SELECT id FROM ${OTHER}.ORDERS`);
      });
      const wish = { vendor: 'mysql', schema: OTHER, folder: dump, endpoint: own.endpoint } as const;
      expect((await dumpSchema(registry, wish)).errors).toEqual([]);
    } finally {
      await own.end();
    }
    const { result } = await proofs.prove(dump);
    expect(result.errors).toEqual([]);
    expect(result.warnings).toEqual([]);
  });

  it('holds all types', async () => {
    for (const vendor of testVendors) {
      await withPlain(vendor, (connection) => createTypeMatrix(connection, vendor));
      const dump = join(place, `types-${vendor}`);
      const made = await dumpSchema(registry, { vendor, schema: TYPE_MATRIX_SCHEMA, folder: dump });
      expect(made.errors).toEqual([]);
      const { result } = await proofs.prove(dump);
      expect(result.errors).toEqual([]);
      for (const { table, checksum, reason } of certificateOf(dump).tables)
        expect([table, checksum ?? reason]).not.toEqual([table, null]);
      await dropSchemas(vendor, TYPE_MATRIX_SCHEMA);
    }
  });
});

describe('a stranger', () => {
  it.each([
    [[], /The argument <dump> is missing/, 2],
    [['nosuch'], /There is no dump at .*nosuch/, 5],
    [['--check', 'x'], /The argument <dump> is missing/, 2],
    [['nosuch', '--for', 'oracle'], /--for <version> does not take “oracle”.*mysql or mariadb/, 2],
    [['nosuch', '--check', 'x', '--for', 'mysql'], /can’t be used with/, 2],
    [['/etc/hostname'], /is a file, and neither an SQL script nor CSV/, 5],
    [['/etc/apt'], /holds no @\.json/, 5],
    [['/etc/hostname', '--check', '/etc/hostname'], /is no certificate of sluice prove/, 5],
    [['/etc/hostname', '--check', '/nosuch'], /certificate \/nosuch can’t be read/, 5],
  ])('who types prove %j is told why', async (words, sentence, code) => {
    const { exitCode, output } = await proofs.say(...words);
    expect(output).toMatch(sentence);
    expect(exitCode).toBe(code);
  });

  it('writes no certificate into the dump, nor over another file', async () => {
    const script = join(place, 'small.sql');
    writeFileSync(script, 'CREATE TABLE t (id INT PRIMARY KEY);\nINSERT INTO t VALUES (1);\n');
    const other = join(place, 'other.json');
    writeFileSync(other, '{"mine": true}');
    const over = await proofs.say(script, '--certificate', other);
    expect(over.output).toMatch(/exists, and no certificate of Sluice is in it/);
    expect(over.exitCode).toBe(2);
    expect((await proofs.say(script, '--certificate', script)).output).toMatch(/would be a part of the dump/);
    const nowhere = await proofs.say(script, '--certificate', join(place, 'no', 'such', 'c.json'));
    expect(nowhere.output).toMatch(/can’t be written/);
    expect(nowhere.exitCode).toBe(5);
    expect(readFileSync(other, 'utf8')).toBe('{"mine": true}');
  });
});
