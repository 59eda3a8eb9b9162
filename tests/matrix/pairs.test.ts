import { mkdtempSync, rmSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readCommonSchema } from '../fixtures/common-schema';
import { runSluice } from '../integration/harness/command';
import { MatrixServer, serverNames } from './matrix-server';
import { causesOf, loadFrom, migrate, pairsOf, PairTable, type Pair } from './pairs';
import { shopStatements } from './shop';

/** Servers on which a definition without a collation gets one that others lack, and those that have it. */
const OWN_COLLATION: ReadonlyMap<string, readonly string[]> = new Map([
  ['mysql-9.7', ['mysql-9.7', 'mariadb-11.4', 'mariadb-11.8']],
  ['mariadb-11.8', ['mariadb-10.11', 'mariadb-11.4', 'mariadb-11.8']],
]);

/** Objects of the shop whose definitions name the collation that their server gives them. */
const COLLATED: readonly RegExp[] = [/^shop$/, /^shop\.odd/, /^shop\.orders$/];

/** Whether the target lacks a collation that the source's shop has. */
const lacksCollation = ([source, target]: Pair) => OWN_COLLATION.get(source)?.includes(target) === false;

const servers = new Map<string, MatrixServer>();
let folder = '';

function server(name: string): MatrixServer {
  const found = servers.get(name);
  if (found === undefined) throw new Error(`${name} was not started.`);
  return found;
}

const pairs = pairsOf(serverNames);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-pairs-'));
  for (const name of new Set(pairs.flat())) {
    const started = await MatrixServer.start(name);
    servers.set(name, started);
    await started.run(shopStatements('shop', started.pointFunction));
    const words = ['dump', '--source', started.dsn, '--out', join(folder, name), '--schemas', 'shop'];
    const { exitCode, output } = await runSluice(words, started.secret);
    expect(exitCode, output).toBe(3);
  }
});
afterAll(async () => {
  for (const started of servers.values()) await started.end();
  rmSync(folder, { recursive: true, force: true });
});

const readShop = (name: string, schema: string) =>
  server(name).use((connection) => readCommonSchema({ connection }, schema));

describe.each([
  { verb: 'migrate', move: migrate },
  { verb: 'load from a folder', move: loadFrom(({ name }) => join(folder, name)) },
])('$verb', ({ verb, move }) => {
  const table = new PairTable();
  const WORDS = ['--schema-map', 'shop=moved'];
  const SELECTION = verb === 'migrate' ? ['--schemas', 'shop'] : [];

  afterAll(async () => {
    await table.print(`The shop, by ${verb}`);
  });

  describe.each(pairs)('%s to %s', (source, target) => {
    const run = (...words: readonly string[]) =>
      move(server(source), server(target), [...SELECTION, ...WORDS, ...words]);

    afterEach(async () => {
      await server(target).run(['DROP DATABASE IF EXISTS moved']);
    });

    it('ends equal, or is refused at planning with each cause and the rule that removes it', async () => {
      const pair = [source, target] as const;
      const planned = await run('--dry-run');
      const causes = causesOf(planned);
      const fixes = lacksCollation(pair) ? ['--fix', 'collations'] : [];
      if (lacksCollation(pair)) {
        expect(planned.exitCode, planned.output).toBe(5);
        expect([...new Set(causes.map(({ fix }) => fix))], planned.output).toEqual(['collations']);
        for (const object of COLLATED)
          expect(causes.some((cause) => object.test(cause.object), object.source)).toBe(true);
        const refused = await run();
        expect(refused.exitCode, refused.output).toBe(5);
        expect(await readShop(target, 'moved')).toEqual({});
      } else expect(causes, planned.output).toEqual([]);

      const { exitCode, result, output } = await run(...fixes);
      expect([0, 3], output).toContain(exitCode);
      expect(result.rows).toBe(1505);
      // What has another order now is named.
      const renamed = result.warnings.filter(({ message }) => /utf8mb\d_\w+ becomes \w+:/.test(message));
      expect(renamed.length > 0, output).toBe(lacksCollation(pair));
      expect(await readShop(target, 'moved')).toEqual(await readShop(source, 'shop'));
      if (verb !== 'migrate') {
        const dump = join(folder, source);
        const words = ['--dump', dump, '--target', server(target).dsn, ...WORDS, '--checksum', '--json'];
        const verified = await runSluice(['verify', ...words], server(target).secret);
        // A replaced collation is a difference to the dump, and rows are none.
        const codes = new Set(verified.result.errors.map(({ code }) => code));
        expect([...codes], verified.output).toEqual(lacksCollation(pair) ? ['definition-differs'] : []);
      }
      table.note(pair, lacksCollation(pair) ? 'refused: collations; equal with --fix' : 'equal');
    });
  });
});
