import type { ControlSession } from '../catalog/control-session';
import { readCreateTable, readCreateTables } from '../catalog/objects';
import { likenessOf, meaningOf, SAME_AS_SOURCE } from '../catalog/same-definition';
import type { ServerFacts } from '../catalog/server';
import { SluiceError } from '../contract/failure';
import type { LoadOptions } from '../contract/options';
import type { Check } from '../contract/run';
import type { RunHooks } from '../engine/hooks';
import type { Manifest } from '../format/documents';
import { withoutConstraintNames } from './constraint-names';
import { renamedReferences } from './rename-references';
import type { SteadySession } from './steady-session';
import type { PreparedTable } from './tables';

/** For fewer tables a session of its own is not worth its sign-in. */
const FEW_TABLES = 8;
/** What one call asks for: its answers are held at once. */
const TABLES_AT_ONCE = 100;

interface DefinitionNeeds {
  readonly session: ControlSession;
  readonly steady: SteadySession;
  readonly hooks: RunHooks;
}

/** The definitions that the target's tables have now, in their order; many of them in each call. */
export async function readDefinitions(
  { session, steady, hooks }: DefinitionNeeds,
  tables: readonly PreparedTable[],
): Promise<readonly string[]> {
  const names = tables.map(({ schema, dump }) => ({ schema, name: dump.name }));
  const found: string[] = [];
  if (names.length <= FEW_TABLES) {
    for (const { schema, name } of names) found.push(await readCreateTable(session, schema, name));
    return found;
  }
  const beside = await steady.openBeside('many');
  try {
    for (let at = 0; at < names.length; at += TABLES_AT_ONCE) {
      hooks.cancellation.throwIfCancelled();
      found.push(...(await readCreateTables(beside.session, names.slice(at, at + TABLES_AT_ONCE))));
    }
    return found;
  } finally {
    await beside.close();
  }
}

/**
 * Compares a table's definition now with what it was before indexes and foreign keys were taken off, and with the
 * source's where dump and target are of one vendor and version. Fails with `definition-differs`.
 */
export function checkDefinition(
  now: string,
  table: PreparedTable,
  { server, manifest, renaming }: DefinitionSides,
): Check {
  if (likenessOf(now, table.canonical) === 'different') throw differs(table, table.canonical, now);
  if (!table.dump.document.includesDdl || table.rowsThere !== null)
    return { kind: 'definition', state: 'ok', detail: 'Left as it was: only rows were loaded' };
  const source = sourceDefinition(table, renaming);
  if (source === undefined || !sameVersion(server, manifest)) {
    return {
      kind: 'definition',
      state: 'ok',
      detail: 'As the target understood it; another version than the source’s',
    };
  }
  return { kind: 'definition', state: 'ok', detail: sourceLikeness(table, source, now) };
}

/** Whose definitions are compared, and what a load has renamed. */
interface DefinitionSides {
  readonly server: ServerFacts;
  readonly manifest: Manifest;
  readonly renaming: Pick<LoadOptions, 'schemaMap' | 'tableRenames'>;
}

/** Says in how far the definition is the source's, as a sentence; fails with `definition-differs` where it is not. */
function sourceLikeness(table: PreparedTable, source: string, now: string): string {
  const likeness = likenessToSource(source, now);
  if (likeness !== null) return likeness;
  // Foreign keys of a renamed schema may carry another schema name; the canonical text has covered them.
  if (/ REFERENCES `(?:[^`]|``)+`\./.test(source)) return SAME_AS_SOURCE['same-text'];
  throw differs(table, source, now);
}

/** In how far a table's definition is its source's, under the names that it has now, as a sentence; null where it is not. */
export function likenessToSource(source: string, now: string): string | null {
  const likeness = likenessOf(source, now);
  if (likeness !== 'different') return SAME_AS_SOURCE[likeness];
  return withoutConstraintNames(meaningOf(source)) === withoutConstraintNames(meaningOf(now))
    ? 'Equal to the source’s, but for names of constraints that others in the schema had already'
    : null;
}

/** The source's own text, with the new name of the schema where a default names it; undefined where there is none. */
function sourceDefinition(
  { dump, schema }: PreparedTable,
  { tableRenames }: Pick<LoadOptions, 'tableRenames'>,
): string | undefined {
  const createTable = dump.definition?.createTable;
  if (createTable === undefined) return undefined;
  return renamedReferences(createTable, { source: dump.schema, target: schema, schemaMap: {}, tableRenames });
}

function sameVersion({ version }: ServerFacts, { serverVersion }: Manifest): boolean {
  return version === serverVersion;
}

function differs(table: PreparedTable, wanted: string, now: string): SluiceError {
  const meant = meaningOf(wanted).split('\n');
  const odd = meaningOf(now)
    .split('\n')
    .findIndex((text, index) => text !== meant[index]);
  const line = now.split('\n')[odd] ?? wanted.slice(now.length, now.length + 200);
  return new SluiceError('definition-differs', 'The table’s definition is not the one that was dumped.', {
    table: `${table.schema}.${table.dump.name}`,
    statement: line.trim(),
  });
}

/** What the engine counted, as a check. The engine has failed the load already where it is not the same. */
export function rowCheck(
  counted: number,
  { dump, rowsThere }: Pick<PreparedTable, 'rowsThere'> & { readonly dump: { readonly rows: number | null } },
): Check {
  const found = `${counted.toLocaleString('en')} rows counted in the target`;
  if (dump.rows === null)
    return { kind: 'rows', state: 'not-checked', detail: `${found}; the dump records none` };
  const before = rowsThere === null ? '' : `, ${rowsThere.toLocaleString('en')} before`;
  const dumped = `${dump.rows.toLocaleString('en')} in the dump`;
  return { kind: 'rows', state: 'ok', detail: `${found}${before}, ${dumped}` };
}
