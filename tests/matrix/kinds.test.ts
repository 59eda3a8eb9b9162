import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { CommonSchema } from '../fixtures/common-schema';
import { kindsOf, kindsStatements, takes, type Kind } from './kinds';
import { serverNames } from './matrix-server';
import { PairServers } from './pair-servers';
import { causesOf, loadFrom, migrate, pairsOf, PairTable } from './pairs';

const pairs = pairsOf(serverNames);
const servers = new PairServers();

beforeAll(async () => {
  for (const name of new Set(pairs.flat())) await servers.add(name, 'kinds', () => kindsStatements(name));
});
afterAll(() => servers.end());

/** The object that a cause is on, without its schema and its column. */
const objectOf = (object: string) => object.split('.')[1] ?? object;

const namesOf = (kinds: readonly Kind[]) => kinds.map(({ name }) => name).sort();

/** A schema without these objects. */
function without(schema: CommonSchema, kinds: readonly Kind[]): CommonSchema {
  const gone = new Set(kinds.map(({ type, name }) => `${type} ${name}`));
  return Object.fromEntries(Object.entries(schema).filter(([object]) => !gone.has(object)));
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

describe.each([
  { verb: 'migrate', move: migrate },
  { verb: 'load from a folder', move: loadFrom(servers.folderOf) },
])('$verb', ({ verb, move }) => {
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
      const typed = lost.filter(({ typedFor = [] }) => typedFor.includes(target));
      const switchable = causes.filter(({ fix }) => fix === 'types').map(({ object }) => objectOf(object));
      expect([...new Set(switchable)].sort()).toEqual(namesOf(typed));
      if (lost.length > 0) {
        const refused = await run('collations');
        // A migration finds what no rule knows in its own empty tables, and takes them back.
        expect([1, 5], refused.output).toContain(refused.exitCode);
        expect(refused.result.rows).toBe(0);
        expect(await servers.read(target, 'moved')).toEqual({});
      }

      const excluded = lost.filter((kind) => !typed.includes(kind));
      const { exitCode, output } = await run('collations,types', ...leavingOut(excluded));
      expect([0, 3], output).toContain(exitCode);
      const wanted = without(await servers.read(source, 'kinds'), excluded);
      expect(await servers.read(target, 'moved')).toEqual(wanted);
      const names = namesOf(lost);
      table.note(
        [source, target],
        names.length === 0 ? 'equal' : `${names.length} refused: ${names.join(', ')}`,
      );
    });
  });
});
