import { connect } from '../catalog/connect';
import { withoutCounter } from '../catalog/definition';
import type { Endpoint } from '../catalog/endpoint';
import { readCreateTable } from '../catalog/objects';
import { quoteTable } from '../catalog/quote';
import type { ControlSession } from '../catalog/control-session';
import { SluiceError, type Failure } from '../contract/failure';
import type { Check, TableVerdict } from '../contract/run';
import { failureOf } from '../engine/failures';
import { stateOf, type RunHooks, type RunReport } from '../engine/hooks';
import { byName } from '../format/by-name';
import { readDump, type DumpTable } from '../format/reader';

export interface CompareRequest {
  readonly endpoint: Endpoint;
  /** The dump's folder, absolute. */
  readonly folder: string;
  readonly schemaMap: Readonly<Record<string, string>>;
}

/**
 * Compares a server with a dump, table by table: rows counted and definitions. A difference does not end it: the
 * report names every table.
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
    for (const table of dump.schemas.flatMap((schema) => schema.tables)) {
      hooks.cancellation.throwIfCancelled();
      const schema = byName(request.schemaMap, table.schema) ?? table.schema;
      const verdict = await compareTable(session, table, schema, errors);
      if (verdict !== null) verdicts.push(verdict);
    }
    return {
      state: stateOf(errors, []),
      files: dump.files,
      storedBytes: 0,
      lockWaitMs: null,
      lockHeldMs: null,
      consistency: null,
      verdicts,
      checks: [],
      warnings: [],
      errors,
    };
  } finally {
    stopListening();
    await session.close();
  }
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
  if (withoutCounter(now) === withoutCounter(source)) {
    return { kind: 'definition', state: 'ok', detail: 'Equal to the source’s to the byte' };
  }
  return { kind: 'definition', state: 'failed', detail: 'The definition is not the dumped one' };
}
