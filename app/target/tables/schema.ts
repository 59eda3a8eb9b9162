import { schemaExists } from '../../catalog/objects/schemas';
import { readScript } from '../../format/read/reader';
import { splitScript } from '../../format/sql/script';
import { renamedCreateSchema } from '../preflight';
import type { TargetContext } from '../context';
import { plainCreation } from '../../format/sql/creation';
import { quoteName } from '../../catalog/text/quote';
import { runUntaken } from './ownership';
import type { DumpSchema } from '../../format/read/dump';
import type { TargetSchema } from '../target-schema';
import { tableFailures } from '../../text/target/tables';
import type { Failure } from '../../contract/failure';
import { readCreateSchema } from '../../catalog/objects/objects';
import { readDefaultCollations } from '../../catalog/server/collations';
import type { DumpFolder } from '../../format/read/dump';
import { optionsOf, sameOptions, type PrintedOptions } from './schema-options';
import type { PreparedSchema } from './prepared-table';

/** Creates the schema where it does not exist. Returns true if it was created. */
export async function createSchema(
  { dump, session }: Pick<TargetContext, 'dump' | 'session'>,
  source: DumpSchema,
  { target }: TargetSchema,
): Promise<boolean> {
  if (await schemaExists(session, target)) return false;
  if (!source.document.includesDdl) throw tableFailures.noSchema({ schema: target });
  const create = await createStatement(dump, source);
  const statement = plainCreation(
    renamedCreateSchema(create ?? `CREATE DATABASE ${quoteName(target)}`, target),
  );
  await runUntaken(session, { kind: 'schema', schema: target, name: '' }, statement ?? '');
  return true;
}

async function createStatement(dump: DumpFolder, { stem }: DumpSchema): Promise<string | undefined> {
  const statements = splitScript(await readScript(dump, `${stem}.sql`));
  return statements.find((statement) => statement.startsWith('CREATE DATABASE '));
}

/** Options of a schema of the dump; null where it does not record them. */
export async function dumpedOptions(dump: DumpFolder, schema: DumpSchema): Promise<PrintedOptions | null> {
  if (!schema.document.includesDdl) return null;
  const create = await createStatement(dump, schema);
  const options = create === undefined ? null : optionsOf(create);
  return options === null || options.charset === '' ? null : options;
}

/**
 * Warns of options that the dump's schema has and the target's has not: a schema that was there keeps its own, which new tables,
 * and parameters of the routines that are created, take; and one that is read-only is loaded writable.
 */
export async function schemaWarnings(
  { dump, session }: Pick<TargetContext, 'dump' | 'session'>,
  { source, target: { target, exists }, tables }: Pick<PreparedSchema, 'source' | 'target' | 'tables'>,
): Promise<readonly Failure[]> {
  const wanted = await dumpedOptions(dump, source);
  if (wanted === null || !(exists || wanted.isReadOnly)) return [];
  const found = optionsOf(await readCreateSchema(session, target));
  const defaults = await readDefaultCollations(session);
  const isSame = !takesDefaults(source, tables) || sameOptions(wanted, found, defaults, false);
  const { charset } = wanted;
  const collation = wanted.collation ?? defaults.get(charset) ?? null;
  const change = `ALTER DATABASE ${quoteName(target)} CHARACTER SET ${charset}${collation === null ? '' : ` COLLATE ${collation}`}`;
  const values = { schema: target, found, wanted, change };
  return [
    ...(isSame ? [] : [tableFailures.otherDefaults(values, { table: target }).failure]),
    ...writableWarnings(wanted, found, target),
  ];
}

/** Returns whether anything is created that may take the schema's defaults. */
function takesDefaults({ document }: DumpSchema, tables: PreparedSchema['tables']): boolean {
  const { functions, procedures, events, packages = [] } = document;
  return (
    functions.length + procedures.length + events.length + packages.length > 0 ||
    tables.some(({ isKept, dump }) => !isKept || dump.document.triggers.length > 0)
  );
}

/** Warns of a schema that is read-only in the dump alone. Pure. */
export function writableWarnings(
  wanted: PrintedOptions,
  found: PrintedOptions,
  schema: string,
): readonly Failure[] {
  if (!wanted.isReadOnly || found.isReadOnly) return [];
  const change = `ALTER SCHEMA ${quoteName(schema)} READ ONLY = 1`;
  return [tableFailures.loadedWritable({ schema, change }, { table: schema }).failure];
}
