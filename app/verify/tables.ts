import { parseVersion } from '../catalog/server/server';
import { countRows } from '../catalog/objects/count-rows';
import type { ControlSession } from '../catalog/session/control-session';
import { foldsTables } from '../catalog/server/name-folding';
import { readCreateTable, readCreateTables } from '../catalog/objects/objects';
import { differenceText } from '../catalog/definition/same-definition';
import type { Failure } from '../contract/failure';
import type { ComparisonOptions } from '../contract/runs/options';
import type { Check, TableVerdict } from '../contract/runs/result';
import type { Cancellation } from '../engine/cancellation';
import { failureOf, messageOf } from '../engine/failures';
import type { RunHooks } from '../engine/hooks';
import { createTableOf } from '../format/read/create-table';
import { versionsOf } from '../format/row-versions';
import { ROW_ID, withInvisibleKey } from '../format/sql/primary-key';
import { verifyFailures, verifyText } from '../text/verify';
import { renamedReferences } from '../target/names/rename-references';
import { knownTables, type KnownTables } from '../target/tables/foreign-keys';
import {
  compareWithSource,
  compareWithWritten,
  inOneSpelling,
  type Versions,
} from '../target/tables/verify-definitions';
import type { ComparedTable } from '../checksums/compare';
import type { ComparisonProgress } from '../checksums/progress';
import { compareCounter } from './counters';
import type { JudgedCheck } from './judged-check';
import type { UnreadableTarget } from './target-privileges';
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
  /** Session that takes many statements in one call, for definitions. */
  readonly bulk: ControlSession;
}

/** Definitions that are read in one call. */
const DEFINITIONS_AT_ONCE = 50;

/** Counts the rows of each table and compares its definition. A difference does not stop it. */
export async function countTables(
  session: ControlSession,
  counting: Counting,
  hooks: RunHooks,
): Promise<readonly CountedTable[]> {
  const { tables, progress } = counting;
  const counted: CountedTable[] = [];
  const parents = foldsTables(session.server)
    ? knownTables(tables.map(({ schema, name }) => ({ schema, dump: { name } })))
    : null;
  let definitions: readonly string[] | null = null;
  for (const [at, table] of tables.entries()) {
    hooks.cancellation.throwIfCancelled();
    const place = at % DEFINITIONS_AT_ONCE;
    if (place === 0) definitions = await readSome(counting, at);
    const known = definitions?.[place] ?? null;
    const found = await countTable(session, table, known, { ...counting, parents }, hooks.cancellation).catch(
      (error: unknown) => {
        // A failure after a cancel says nothing about the table.
        hooks.cancellation.throwIfCancelled();
        return unreadable(table, named(failureOf(error), table, counting));
      },
    );
    counted.push(found);
    if (found.onServer !== null) progress.counted(at, found.verdict);
    else progress.failed(at);
  }
  return counted;
}

/** Adds the remedy to a refusal: the server names the table but not the grant that helps. */
function named(failure: Failure, { schema }: ComparedTable, { unreadable: privileges }: Counting): Failure {
  const lack = failure.code === 'privilege-missing' ? privileges.lackFor(schema, 'table') : null;
  if (lack === null) return failure;
  return verifyFailures.mayNotReadTable({ lacks: lack }).failure;
}

/** Reads the next definitions; null where one of them can't be read: then each is read on its own. */
async function readSome({ bulk, tables }: Counting, from: number): Promise<readonly string[] | null> {
  return await readCreateTables(bulk, tables.slice(from, from + DEFINITIONS_AT_ONCE)).catch(() => null);
}

async function countTable(
  session: ControlSession,
  table: ComparedTable,
  known: string | null,
  { dump: folder, request, versions, parents }: Counting & { readonly parents: KnownTables | null },
  cancellation: Cancellation,
): Promise<CountedTable> {
  const { dump, schema, name } = table;
  const rows = await countRows(session, schema, name, versionsOf(dump));
  const definition = known ?? (await readCreateTable(session, schema, name));
  const counter = await compareCounter(session, folder, table, definition).catch(
    (error: unknown): JudgedCheck => {
      cancellation.throwIfCancelled();
      return { check: { kind: 'counter', state: 'not-checked', detail: messageOf(error) }, failure: null };
    },
  );
  const judged = [
    compareRows(rows, table),
    await compareDefinitions(session, definition, table, { dump: folder, request, versions }),
    ...(counter === null ? [] : [counter]),
  ];
  const checks = judged.map(({ check }) => check);
  const failures = judged.flatMap(({ failure }) => failure ?? []);
  const onServer = serverTable(table, definition, parents);
  const keys = request.verify === 'rows' ? await proveKeys(session, onServer, cancellation) : null;
  const verdict = { schema, table: name, rows, bytes: dump.bytes ?? 0, checks };
  return { table, verdict, failures, onServer, keys };
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

function compareRows(found: number, { dump, schema, name }: ComparedTable): JudgedCheck {
  const values = { found, dumped: dump.rows };
  const detail = verifyText.rowCounts(values);
  if (dump.rows === null) return { check: { kind: 'rows', state: 'not-checked', detail }, failure: null };
  if (found === dump.rows) return { check: { kind: 'rows', state: 'ok', detail }, failure: null };
  const { failure } = verifyFailures.rowCountDiffers(values, { table: `${schema}.${name}` });
  return { check: { kind: 'rows', state: 'failed', detail }, failure };
}

async function compareDefinitions(
  session: ControlSession,
  now: string,
  { dump, schema, name }: ComparedTable,
  { dump: folder, request, versions }: Pick<Counting, 'dump' | 'request' | 'versions'>,
): Promise<JudgedCheck> {
  const { schemaMap, tableRenames } = request;
  const folds = foldsTables(session.server);
  const dumped = dump.definition?.createTable;
  if (dumped === undefined) {
    const written = await createTableOf(folder, dump);
    const sides = { ...versions, renaming: { schemaMap, tableRenames }, folds };
    const check: Check =
      written === null
        ? { kind: 'definition', state: 'not-checked', detail: verifyText.noDefinition }
        : await compareWithWritten(session, { written, now }, { source: dump.schema, target: schema }, sides);
    return { check, failure: null };
  }
  if (parseVersion(versions.manifest.serverVersion).vendor !== versions.server.vendor) {
    const detail = verifyText.definitionOfOtherVendor;
    return { check: { kind: 'definition', state: 'not-checked', detail }, failure: null };
  }
  const renaming = { source: dump.schema, target: schema, schemaMap, tableRenames };
  const wanted = renamedReferences(dumped, renaming);
  const compare = async (text: string) => {
    const [source, found] = await inOneSpelling(session, { source: text, now, folds });
    return compareWithSource(source, found, versions);
  };
  const compared = await compare(wanted);
  if ('check' in compared) return { check: compared.check, failure: null };
  const place = { table: `${schema}.${name}` };
  const isKeyAdded = 'check' in (await compare(withInvisibleKey(wanted, session.server.vendor)));
  const { failure } = isKeyAdded
    ? verifyFailures.keyAdded({ column: ROW_ID }, place)
    : verifyFailures.tableDiffers({ difference: differenceText(compared.difference) }, place);
  return { check: { kind: 'definition', state: 'failed', detail: failure.message }, failure };
}
