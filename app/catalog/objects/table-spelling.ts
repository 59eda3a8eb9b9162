import { NameFolding } from '../server/name-folding';
import type { ControlSession } from '../session/control-session';
import { readTables, type TableFacts } from './tables';

/**
 * Reads a schema's tables by name, each under that of the given names which the server takes for its own: one that
 * ignores case lists `Orders` as `orders`.
 */
export async function readTablesNamed(
  session: ControlSession,
  schema: string,
  names: readonly string[],
): Promise<ReadonlyMap<string, TableFacts>> {
  const tables = await readTables(session, schema);
  const folding = NameFolding.of(session.server);
  await folding.learn(session, [...names, ...tables.map(({ name }) => name)]);
  const given = new Map(names.map((name) => [folding.of('table', name), name]));
  return new Map(
    tables.map((table) => {
      const name = given.get(folding.of('table', table.name)) ?? table.name;
      return [name, { ...table, name }];
    }),
  );
}
