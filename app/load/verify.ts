import type { ControlSession } from '../catalog/control-session';
import { withoutCounter } from '../catalog/definition';
import { readCreateTable } from '../catalog/objects';
import type { ServerFacts } from '../catalog/server';
import { SluiceError } from '../contract/failure';
import type { Check } from '../contract/run';
import type { Manifest } from '../format/documents';
import { renamedReferences } from './rename-references';
import type { PreparedTable } from './tables';

/**
 * Compares a table's definition now with what it was before indexes and foreign keys were taken off, and with the
 * source's where dump and target are of one vendor and version. Fails with `definition-differs`.
 */
export async function checkDefinition(
  session: ControlSession,
  table: PreparedTable,
  manifest: Manifest,
): Promise<Check> {
  const now = withoutCounter(await readCreateTable(session, table.schema, table.dump.name));
  if (now !== withoutCounter(table.canonical)) throw differs(table, withoutCounter(table.canonical), now);
  if (!table.dump.document.includesDdl)
    return { kind: 'definition', state: 'ok', detail: 'Left as it was: the dump holds rows only' };
  const source = sourceDefinition(table);
  if (source === undefined || !sameVersion(session.server, manifest)) {
    return {
      kind: 'definition',
      state: 'ok',
      detail: 'As the target understood it; another version than the source’s',
    };
  }
  // Foreign keys of a renamed schema may carry another schema name; the canonical text has covered them.
  if (!/ REFERENCES `(?:[^`]|``)+`\./.test(source) && withoutCounter(source) !== now) {
    throw differs(table, withoutCounter(source), now);
  }
  return { kind: 'definition', state: 'ok', detail: 'Equal to the source’s to the byte' };
}

/** The source's own text, with the new name of the schema where a default names it; undefined where there is none. */
function sourceDefinition({ dump, schema }: PreparedTable): string | undefined {
  const createTable = dump.definition?.createTable;
  if (createTable === undefined) return undefined;
  return renamedReferences(createTable, { source: dump.schema, target: schema, schemaMap: {} });
}

function sameVersion({ version }: ServerFacts, { serverVersion }: Manifest): boolean {
  return version === serverVersion;
}

function differs(table: PreparedTable, wanted: string, now: string): SluiceError {
  const line = now.split('\n').find((text, index) => text !== wanted.split('\n')[index]);
  return new SluiceError('definition-differs', 'The table’s definition is not the one that was dumped.', {
    table: `${table.schema}.${table.dump.name}`,
    statement: line?.trim() ?? wanted.slice(now.length, now.length + 200),
  });
}

/** What the engine counted, as a check. The engine has failed the load already where it is not the same. */
export function rowCheck(counted: number, dumped: number | null): Check {
  const found = `${counted.toLocaleString('en')} rows counted in the target`;
  if (dumped === null)
    return { kind: 'rows', state: 'not-checked', detail: `${found}; the dump records none` };
  return { kind: 'rows', state: 'ok', detail: `${found}, ${dumped.toLocaleString('en')} in the dump` };
}
