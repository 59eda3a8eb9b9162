import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { runSluice } from '../integration/harness/command';
import { lacksCollation } from './collations';
import { serverNames, skipMissingServers } from './matrix-server';
import { PairServers } from './pair-servers';
import { causesOf, isOneVendor, loadFrom, migrate, pairsOf, PairTable } from './pairs';
import { shopStatements } from './shop';

skipMissingServers();

/** Objects of the shop whose definitions name the collation that their server gives them. */
const COLLATED: readonly RegExp[] = [/^shop$/, /^shop\.odd/, /^shop\.orders$/];

const pairs = pairsOf(serverNames);
const servers = new PairServers();

beforeAll(async () => {
  for (const name of new Set(pairs.flat()))
    await servers.add(name, 'shop', ({ pointFunction }) => shopStatements('shop', pointFunction));
});
afterAll(() => servers.end());

const VERBS = [
  { verb: 'migrate', move: migrate },
  { verb: 'load from a folder', move: loadFrom(servers.folderOf) },
];

// Vitest fails a suite without a test.
describe.each(pairs.length === 0 ? [] : VERBS)('$verb', ({ verb, move }) => {
  const table = new PairTable();
  const WORDS = ['--schema-map', 'shop=moved'];
  const SELECTION = verb === 'migrate' ? ['--schemas', 'shop'] : [];

  afterAll(async () => {
    await table.print(`The shop, by ${verb}`);
  });

  describe.each(pairs)('%s to %s', (source, target) => {
    const run = (...words: readonly string[]) =>
      move(servers.get(source), servers.get(target), [...SELECTION, ...WORDS, ...words]);

    afterEach(async () => {
      await servers.get(target).run(['DROP DATABASE IF EXISTS moved']);
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
        expect(await servers.read(target, 'moved')).toEqual({});
      } else expect(causes, planned.output).toEqual([]);

      const { exitCode, result, output } = await run(...fixes);
      expect([0, 3], output).toContain(exitCode);
      expect(result.rows).toBe(1505);
      // A column that sorts differently now is named.
      const renamed = result.warnings.filter(({ message }) => /utf8mb\d_\w+ becomes \w+:/.test(message));
      expect(renamed.length > 0, output).toBe(lacksCollation(pair));
      expect(await servers.read(target, 'moved')).toEqual(await servers.read(source, 'shop'));
      if (!lacksCollation(pair))
        expect(await servers.readCollations(target, 'moved')).toEqual(
          await servers.readCollations(source, 'shop'),
        );
      if (verb !== 'migrate') {
        const { dsn, secret } = servers.get(target);
        const dump = servers.folderOf(servers.get(source));
        const words = ['--dump', dump, '--target', dsn, ...WORDS, '--checksum', '--json'];
        const verified = await runSluice(['verify', ...words], secret);
        // A replaced collation is a difference to the dump, and rows are none.
        const codes = new Set(verified.result.errors.map(({ code }) => code));
        expect([...codes], verified.output).toEqual(
          lacksCollation(pair) && isOneVendor(pair) ? ['definition-differs'] : [],
        );
      }
      table.note(pair, lacksCollation(pair) ? 'refused: collations; equal with --fix' : 'equal');
    });
  });
});
