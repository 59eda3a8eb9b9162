import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { CommonSchema } from '../fixtures/common-schema';
import { kindsOf, kindsStatements, takes, type Kind } from './kinds';
import { serverNames, skipMissingServers } from './matrix-server';
import { PairServers } from './pair-servers';
import { causesOf, loadFrom, migrate, pairsOf, PairTable } from './pairs';

skipMissingServers();

const pairs = pairsOf(serverNames);
const servers = new PairServers();

beforeAll(async () => {
  for (const name of new Set(pairs.flat())) await servers.add(name, 'kinds', () => kindsStatements(name));
});
afterAll(() => servers.end());

/** The object that a cause is on, without its schema and its column. */
const objectOf = (object: string) => object.split('.')[1] ?? object;

const namesOf = (kinds: readonly Kind[]) => kinds.map(({ name }) => name).sort();

/** A schema without these objects, and without the indexes that rules leave out of others. */
function without(schema: CommonSchema, kinds: readonly Kind[], fixed: readonly Kind[]): CommonSchema {
  const gone = new Set(kinds.map(({ type, name }) => `${type} ${name}`));
  const lines = new Map<string, readonly string[]>(
    fixed.map(({ type, name, fixed: rule }) => [`${type} ${name}`, rule?.without ?? []]),
  );
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([object]) => !gone.has(object))
      .map(([object, all]) => {
        const isLeftOut = (line: string) =>
          lines.get(object)?.some((index) => line.startsWith(`key ${index} |`)) === true;
        return [object, all.filter((line) => !isLeftOut(line))];
      }),
  );
}

function withoutDirections(schema: CommonSchema, kinds: readonly Kind[]): CommonSchema {
  const objects = new Set(kinds.map(({ type, name }) => `${type} ${name}`));
  const ascending = (line: string) => (line.startsWith('key ') ? line.replace(' | D | ', ' | A | ') : line);
  return Object.fromEntries(
    Object.entries(schema).map(([object, all]) => [object, objects.has(object) ? all.map(ascending) : all]),
  );
}

/** Leaves objects out: sequences are chosen with the tables. */
function leavingOut(kinds: readonly Kind[]): readonly string[] {
  const list = (isTrigger: boolean) =>
    kinds.filter(({ type }) => (type === 'trigger') === isTrigger).map(({ name }) => `kinds.${name}`);
  const [tables, triggers] = [list(false), list(true)];
  return [
    ...(tables.length === 0 ? [] : ['--exclude-tables', tables.join(',')]),
    ...(triggers.length === 0 ? [] : ['--exclude-triggers', triggers.join(',')]),
  ];
}

const VERBS = [
  { verb: 'migrate', move: migrate },
  { verb: 'load from a folder', move: loadFrom(servers.folderOf) },
];

// Vitest fails a suite without a test.
describe.each(pairs.length === 0 ? [] : VERBS)('$verb', ({ verb, move }) => {
  const table = new PairTable();
  const SELECTION = verb === 'migrate' ? ['--schemas', 'kinds'] : [];

  afterAll(async () => {
    await table.print(`Every kind of object, by ${verb}`);
  });

  describe.each(pairs)('%s to %s', (source, target) => {
    const run = (fixes: string, ...words: readonly string[]) =>
      move(servers.get(source), servers.get(target), [
        ...[...SELECTION, '--schema-map', 'kinds=moved', '--fix', fixes],
        ...words,
      ]);
    const lost = kindsOf(source).filter((kind) => !takes(target, kind));

    afterEach(async () => {
      await servers.get(target).run(['DROP DATABASE IF EXISTS moved']);
    });

    it('names each object that the target can’t have, and takes all others', async () => {
      const planned = await run('collations', '--dry-run');
      const causes = causesOf(planned);
      expect([...new Set(causes.map(({ object }) => objectOf(object)))].sort(), planned.output).toEqual(
        namesOf(lost),
      );
      const fixed = lost.filter((kind) => kind.fixed?.on.includes(target));
      const switchable = causes.filter(({ fix }) => fix !== null);
      expect([...new Set(switchable.map(({ object, fix }) => `${objectOf(object)} ${fix}`))].sort()).toEqual(
        fixed.map((kind) => `${kind.name} ${kind.fixed?.by}`).sort(),
      );
      if (lost.length > 0) {
        const refused = await run('collations');
        // A migration finds what no rule knows in its own empty tables, and takes them back.
        expect([1, 5], refused.output).toContain(refused.exitCode);
        expect(refused.result.rows).toBe(0);
        expect(await servers.read(target, 'moved')).toEqual({});
      }

      const excluded = lost.filter((kind) => !fixed.includes(kind));
      const { exitCode, output } = await run('collations,types,indexes', ...leavingOut(excluded));
      expect([0, 3], output).toContain(exitCode);
      const wanted = without(await servers.read(source, 'kinds'), excluded, fixed);
      const ascending = kindsOf(source).filter(
        (kind) => kind.convertedFor?.includes(target) && kind.losesDirections,
      );
      expect(await servers.read(target, 'moved')).toEqual(withoutDirections(wanted, ascending));
      const rules = (by: 'types' | 'indexes') =>
        namesOf(fixed.filter((kind) => kind.fixed?.by === by)).map((name) => `${name} (--fix ${by})`);
      const names = [...namesOf(excluded), ...rules('types'), ...rules('indexes')];
      table.note(
        [source, target],
        names.length === 0 ? 'equal' : `${names.length} refused: ${names.join(', ')}`,
      );
    });
  });
});
