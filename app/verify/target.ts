import { connect } from '../catalog/connect';
import type { Endpoint } from '../catalog/endpoint';
import { readCreateTable } from '../catalog/objects';
import { quoteTable } from '../catalog/quote';
import { likenessOf, SAME_AS_SOURCE } from '../catalog/same-definition';
import type { ControlSession } from '../catalog/control-session';
import { SluiceError, type Failure } from '../contract/failure';
import type { LoadOptions } from '../contract/options';
import type { Check, TableVerdict } from '../contract/run';
import type { Addon } from '../engine/addon';
import { failureOf } from '../engine/failures';
import { stateOf, type RunHooks, type RunReport } from '../engine/hooks';
import { byName } from '../format/by-name';
import { readDump, type DumpTable } from '../format/reader';
import { comparePlaces, withSums, type Places, type PlacesVerdict } from '../sums/places';
import type { ComparedTable } from '../sums/compare';

export interface CompareRequest {
  readonly engine: Addon;
  readonly endpoint: Endpoint;
  /** The dump's folder, absolute. */
  readonly folder: string;
  readonly schemaMap: Readonly<Record<string, string>>;
  /** Whether rows are counted, or also read again and compared by their sums. */
  readonly verify: LoadOptions['verify'];
  /** The server that was dumped, to be compared too; null where it is not asked. Only of sums. */
  readonly source?: Endpoint | null;
  readonly threads: number;
  readonly memoryLimitBytes: number;
}

/**
 * Compares a server with a dump, table by table: definitions and rows, counted or summed up. A difference does not end
 * it: the report names every table.
 */
export async function compareWithTarget(request: CompareRequest, hooks: RunHooks): Promise<RunReport> {
  hooks.stage('connect');
  const dump = await readDump(request.folder);
  const session = await connect(request.endpoint);
  const stopListening = hooks.cancellation.onCancel(() => session.destroy());
  try {
    hooks.stage('verify');
    const errors: Failure[] = [];
    const verdicts: TableVerdict[] = [];
    const there: ComparedTable[] = [];
    for (const table of dump.schemas.flatMap((schema) => schema.tables)) {
      hooks.cancellation.throwIfCancelled();
      const schema = byName(request.schemaMap, table.schema) ?? table.schema;
      const verdict = await compareTable(session, table, schema, errors);
      if (verdict === null) continue;
      verdicts.push(verdict);
      there.push({ dump: table, schema, name: table.name });
    }
    const compared = await sumRows(request, { dump, session, tables: there }, hooks);
    errors.push(...compared.flatMap(({ failures }) => failures));
    const warnings = compared.flatMap((table) => table.warnings);
    return {
      state: stateOf(errors, warnings),
      files: dump.files,
      storedBytes: 0,
      lockWaitMs: null,
      lockHeldMs: null,
      consistency: null,
      verdicts: withSums(verdicts, compared),
      checks: [],
      warnings,
      errors,
    };
  } finally {
    stopListening();
    await session.close();
  }
}

async function sumRows(
  request: CompareRequest,
  { dump, session, tables }: Pick<Places, 'dump' | 'tables'> & { readonly session: ControlSession },
  hooks: RunHooks,
): Promise<readonly PlacesVerdict[]> {
  if (request.verify === 'rows') return [];
  const { endpoint, source = null } = request;
  return await comparePlaces({ ...request, source, dump, tables, target: { endpoint, session } }, hooks);
}

async function compareTable(
  session: ControlSession,
  table: DumpTable,
  schema: string,
  errors: Failure[],
): Promise<TableVerdict | null> {
  const place = `${schema}.${table.name}`;
  try {
    const rows = Number(await session.scalar(`SELECT COUNT(*) FROM ${quoteTable(schema, table.name)}`));
    const definition = await readCreateTable(session, schema, table.name);
    const checks = [compareRows(rows, table.rows), compareDefinitions(definition, table)];
    for (const { kind, state, detail } of checks) {
      if (state !== 'failed') continue;
      const code = kind === 'rows' ? 'rows-differ' : 'definition-differs';
      errors.push(new SluiceError(code, detail, { table: place }).failure);
    }
    return { schema, table: table.name, rows, bytes: table.bytes ?? 0, checks };
  } catch (error) {
    errors.push({ ...failureOf(error), table: place });
    return null;
  }
}

function compareRows(found: number, dumped: number | null): Check {
  const detail = `${found.toLocaleString('en')} rows in the target, ${dumped?.toLocaleString('en') ?? 'no number recorded'} in the dump`;
  if (dumped === null) return { kind: 'rows', state: 'not-checked', detail };
  return { kind: 'rows', state: found === dumped ? 'ok' : 'failed', detail };
}

function compareDefinitions(now: string, table: DumpTable): Check {
  const source = table.definition?.createTable;
  if (source === undefined) {
    return {
      kind: 'definition',
      state: 'not-checked',
      detail: 'The dump records no definition to compare with',
    };
  }
  const likeness = likenessOf(now, source);
  if (likeness !== 'different') return { kind: 'definition', state: 'ok', detail: SAME_AS_SOURCE[likeness] };
  return { kind: 'definition', state: 'failed', detail: 'The definition is not the dumped one' };
}
