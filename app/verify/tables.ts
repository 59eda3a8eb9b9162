import { countRows } from '../catalog/objects/count-rows';
import type { ControlSession } from '../catalog/session/control-session';
import { inWordsOf } from '../catalog/definition/converted-literals';
import { readCreateTable } from '../catalog/objects/objects';
import { differenceText } from '../catalog/definition/same-definition';
import { SluiceError, type Failure } from '../contract/failure';
import type { ComparisonOptions } from '../contract/runs/options';
import type { Check, TableVerdict } from '../contract/runs/result';
import type { Cancellation } from '../engine/cancellation';
import { failureOf, messageOf } from '../engine/failures';
import type { RunHooks } from '../engine/hooks';
import { versionsOf } from '../format/row-versions';
import { renamedReferences } from '../target/names/rename-references';
import { compareWithSource, type Versions } from '../target/tables/verify-definitions';
import type { ComparedTable } from '../checksums/compare';
import type { ComparisonProgress } from '../checksums/progress';
import { compareCounter } from './counters';
import type { UnreadableTarget } from './target-rights';
import { proveKeys, serverTable, type ProvedKeys, type ServerTable } from './foreign-keys';
import type { DumpFolder } from '../format/read/dump';

type CompareOptions = Pick<ComparisonOptions, 'schemaMap' | 'tableRenames' | 'verify'>;

/** A table after its rows were counted and its definition was read. */
export interface CountedTable {
  readonly table: ComparedTable;
  readonly verdict: TableVerdict;
  readonly failures: readonly Failure[];
  /** Null where it could not be read at all. */
  readonly onServer: ServerTable | null;
  /** Result of looking for orphaned rows; null where the table has no foreign keys, or all rows are compared. */
  readonly keys: ProvedKeys | null;
}

export interface Counting {
  readonly dump: DumpFolder;
  readonly tables: readonly ComparedTable[];
  readonly request: CompareOptions;
  readonly versions: Versions;
  readonly progress: ComparisonProgress;
  readonly unreadable: Pick<UnreadableTarget, 'lackFor'>;
}

/** Counts the rows of each table and compares its definition. A difference does not stop it. */
export async function countTables(
  session: ControlSession,
  counting: Counting,
  hooks: RunHooks,
): Promise<readonly CountedTable[]> {
  const { tables, progress } = counting;
  const counted: CountedTable[] = [];
  for (const [at, table] of tables.entries()) {
    hooks.cancellation.throwIfCancelled();
    const found = await countTable(session, table, counting, hooks.cancellation).catch((error: unknown) => {
      // A failure after a cancel says nothing about the table.
      hooks.cancellation.throwIfCancelled();
      return unreadable(table, named(failureOf(error), table, counting));
    });
    counted.push(found);
    if (found.onServer !== null) progress.counted(at, found.verdict);
    else progress.failed(at);
  }
  return counted;
}

/** Adds the remedy to a refusal: the server names the table but not the grant that helps. */
function named(failure: Failure, { schema }: ComparedTable, { unreadable: rights }: Counting): Failure {
  const lack = failure.code === 'privilege-missing' ? rights.lackFor(schema, 'table') : null;
  if (lack === null) return failure;
  return new SluiceError('privilege-missing', `This account can’t read the table: it lacks ${lack}.`).failure;
}

async function countTable(
  session: ControlSession,
  table: ComparedTable,
  { dump: folder, request, versions }: Counting,
  cancellation: Cancellation,
): Promise<CountedTable> {
  const { dump, schema, name } = table;
  const rows = await countRows(session, schema, name, versionsOf(dump));
  const definition = await readCreateTable(session, schema, name);
  const counter = await compareCounter(session, folder, table, definition).catch((error: unknown): Check => {
    cancellation.throwIfCancelled();
    return { kind: 'counter', state: 'not-checked', detail: messageOf(error) };
  });
  const checks = [
    compareRows(rows, dump.rows),
    await compareDefinitions(session, definition, table, request, versions),
    ...(counter === null ? [] : [counter]),
  ];
  const failures = checks
    .filter(({ state }) => state === 'failed')
    .map((check) => failureOfCheck(check, `${schema}.${name}`));
  const onServer = serverTable(table, definition);
  const keys = request.verify === 'rows' ? await proveKeys(session, onServer, cancellation) : null;
  const verdict = { schema, table: name, rows, bytes: dump.bytes ?? 0, checks };
  return { table, verdict, failures, onServer, keys };
}

function failureOfCheck({ kind, detail }: Check, table: string): Failure {
  if (kind === 'rows') return new SluiceError('rows-differ', detail, { table }).failure;
  if (kind !== 'counter') return new SluiceError('definition-differs', detail, { table }).failure;
  return new SluiceError(
    'definition-differs',
    `The AUTO_INCREMENT counter is not the dumped one. ${detail}.`,
    {
      table,
      hint: 'Set it by ALTER TABLE … AUTO_INCREMENT = …; a load leaves that of a table which was there before.',
    },
  ).failure;
}

function unreadable(table: ComparedTable, failure: Failure): CountedTable {
  const { schema, name } = table;
  const checks: readonly Check[] = [{ kind: 'rows', state: 'failed', detail: failure.message }];
  const verdict = { schema, table: name, rows: 0, bytes: 0, checks };
  return {
    table,
    verdict,
    failures: [{ ...failure, table: `${schema}.${name}` }],
    onServer: null,
    keys: null,
  };
}

function compareRows(found: number, dumped: number | null): Check {
  const detail = `${found.toLocaleString('en')} rows in the target, ${dumped?.toLocaleString('en') ?? 'no number recorded'} in the dump`;
  if (dumped === null) return { kind: 'rows', state: 'not-checked', detail };
  return { kind: 'rows', state: found === dumped ? 'ok' : 'failed', detail };
}

async function compareDefinitions(
  session: ControlSession,
  now: string,
  { dump, schema }: ComparedTable,
  { schemaMap, tableRenames }: CompareOptions,
  versions: Versions,
): Promise<Check> {
  const source = dump.definition?.createTable;
  if (source === undefined) {
    return {
      kind: 'definition',
      state: 'not-checked',
      detail: 'The dump records no definition to compare with',
    };
  }
  const renaming = { source: dump.schema, target: schema, schemaMap, tableRenames };
  const wanted = renamedReferences(source, renaming);
  const compared = compareWithSource(wanted, await inWordsOf(session, wanted, now), versions);
  if ('check' in compared) return compared.check;
  const detail = `The definition is not the dumped one: ${differenceText(compared.difference)}`;
  return { kind: 'definition', state: 'failed', detail };
}
