import { readDefaultCollations } from '../catalog/server/collations';
import type { ControlSession } from '../catalog/session/control-session';
import { readCreateSchema } from '../catalog/objects/objects';
import { schemaExists } from '../catalog/objects/schemas';
import type { Failure } from '../contract/failure';
import type { LoadOptions } from '../contract/runs/options';
import type { Check } from '../contract/runs/result';
import type { Cancellation } from '../engine/cancellation';
import { failureOf } from '../engine/failures';
import { writtenBySluice } from '../format/documents';
import { targetSchemaOf } from '../format/select';
import { verifyFailures, verifyText } from '../text/verify';
import { judgeExtras } from './extras';
import type { JudgedCheck } from './judged-check';
import { optionsOf, sameOptions } from '../target/tables/schema-options';
import { dumpedOptions, writableWarnings } from '../target/tables/schema';
import type { DumpFolder, DumpSchema } from '../format/read/dump';

interface Asked {
  /** With the selection applied: its tables have their names on the server. */
  readonly dump: DumpFolder;
  readonly schemaMap: LoadOptions['schemaMap'];
  readonly cancellation: Cancellation;
}

/** Result of judging schemas as a whole. */
export interface JudgedSchemas {
  readonly checks: readonly Check[];
  readonly errors: readonly Failure[];
  readonly warnings: readonly Failure[];
}

/** Compares the options of each schema, and looks for objects in it that the dump does not hold. */
export async function judgeSchemas(
  session: ControlSession,
  { dump, schemaMap, cancellation }: Asked,
): Promise<JudgedSchemas> {
  const judged: JudgedSchemas[] = [];
  for (const source of dump.schemas) {
    cancellation.throwIfCancelled();
    const target = targetSchemaOf({ schemaMap }, source.name);
    const found = await judgeSchema(session, dump, source, target).catch((error: unknown) => {
      // A failure after a cancel says nothing about the schema.
      cancellation.throwIfCancelled();
      const failure = { ...failureOf(error), table: target };
      return failed(verifyText.schemaFailed(target, failure.message), failure);
    });
    judged.push(found);
  }
  return {
    checks: judged.flatMap(({ checks }) => checks),
    errors: judged.flatMap(({ errors }) => errors),
    warnings: judged.flatMap(({ warnings }) => warnings),
  };
}

async function judgeSchema(
  session: ControlSession,
  dump: DumpFolder,
  source: DumpSchema,
  target: string,
): Promise<JudgedSchemas> {
  if (!(await schemaExists(session, target))) {
    const { failure } = verifyFailures.schemaMissing({ table: target });
    return failed(verifyText.schemaMissing(target), failure);
  }
  const options = await judgeOptions(session, dump, source, target);
  const extras = await judgeExtras(session, source, target);
  return {
    checks: [options.check, extras.check],
    errors: options.failure === null ? [] : [options.failure],
    warnings: [...(extras.warning === null ? [] : [extras.warning]), ...options.warnings],
  };
}

async function judgeOptions(
  session: ControlSession,
  dump: DumpFolder,
  source: DumpSchema,
  target: string,
): Promise<JudgedCheck & Pick<JudgedSchemas, 'warnings'>> {
  const wanted = await dumpedOptions(dump, source);
  if (wanted === null) return notCompared(verifyText.noSchemaDefinition(target));
  const { vendor } = dump;
  if (vendor !== session.server.vendor) return notCompared(verifyText.otherVendor(target));
  const found = optionsOf(await readCreateSchema(session, target));
  const defaults = await readDefaultCollations(session);
  const { dumper, serverVersion } = dump.manifest;
  const inSameWords = session.server.version === serverVersion && writtenBySluice(dumper);
  const isSame = sameOptions(wanted, found, defaults, inSameWords);
  const warnings = writableWarnings(wanted, found, target);
  if (isSame) {
    const detail = verifyText.schemaOptions(target, found.text);
    return { check: { kind: 'schema', state: 'ok', detail }, failure: null, warnings };
  }
  const values = { schema: target, found: found.text, dumped: wanted.text };
  return {
    check: { kind: 'schema', state: 'failed', detail: verifyText.schemaOptionsDiffer(values) },
    failure: verifyFailures.schemaOptionsDiffer(values, { table: target }).failure,
    warnings,
  };
}

function notCompared(detail: string): JudgedCheck & Pick<JudgedSchemas, 'warnings'> {
  return { check: { kind: 'schema', state: 'not-checked', detail }, failure: null, warnings: [] };
}

function failed(detail: string, failure: Failure): JudgedSchemas {
  return { checks: [{ kind: 'schema', state: 'failed', detail }], errors: [failure], warnings: [] };
}
