import type { ControlSession } from '../../catalog/session/control-session';
import { parseDefinition, withoutLiterals, type Definition } from '../../catalog/definition/definition';
import { foldsTables } from '../../catalog/server/name-folding';
import { readCreateTable } from '../../catalog/objects/objects';
import { unquoteName } from '../../catalog/text/quote';
import type { LoadOptions } from '../../contract/runs/options';
import { readScript } from '../../format/read/reader';
import { splitScript } from '../../format/sql/script';
import { renamedReferences } from '../names/rename-references';
import { inOneSpelling, likenessToSource } from '../tables/verify-definitions';
import type { DumpFolder, DumpTable } from '../../format/read/dump';
import type { TargetSchema } from '../target-schema';
import { existingFailures } from '../../text/target/existing';

/**
 * Refuses to load into an existing table where the load would fail in its middle or at its end: the columns do not take
 * the dump's values, or, where the dump's rows replace the existing ones, the definition differs. Changes nothing.
 */
export async function assertTablesFit(
  session: ControlSession,
  targets: readonly TargetSchema[],
  dump: DumpFolder,
  options: LoadOptions,
): Promise<void> {
  const { onExisting } = options;
  if (onExisting === 'skip') return;
  const folds = foldsTables(session.server);
  for (const schema of targets) {
    const own = dump.schemas.find(({ name }) => name === schema.source)?.tables ?? [];
    const tables = new Map(own.map((table) => [table.name, table] as const));
    for (const { kind, name, there } of schema.namesakes) {
      const table = kind === 'table' ? tables.get(name) : undefined;
      if (table?.document.includesData !== true) continue;
      const isReplaced = table.document.includesDdl && (onExisting === 'drop' || onExisting === 'fail');
      if (isReplaced) continue;
      const place = `${schema.target}.${there.name}`;
      if (there.kind !== 'table') throw existingFailures.noTable({ kind: there.kind }, { table: place });
      const now = await readCreateTable(session, schema.target, there.name);
      await assertTakesRows(dump, table, parseDefinition(now), place, session);
      if (onExisting === 'truncate')
        await assertSame(dump, table, { now, place, folds }, session, options, schema);
    }
  }
}

async function assertTakesRows(
  dump: DumpFolder,
  table: DumpTable,
  now: Definition,
  place: string,
  session: ControlSession,
): Promise<void> {
  const there = columnsOf(now);
  const dumped = table.document.options.columns;
  const hidden = hiddenColumnsOf(now);
  const missing = dumped.find(
    (column) => !there.has(column.toLowerCase()) && !hidden.has(column.toLowerCase()),
  );
  if (missing !== undefined) throw existingFailures.noColumn({ column: missing }, { table: place });
  const known = new Set(dumped.map((column) => column.toLowerCase()));
  // INSERTs without a list of columns bring a value for each.
  const isListed = table.chunks.every(({ part }) => part?.asWritten?.columns !== '');
  for (const [column, { name, text }] of isListed ? there : [])
    if (!known.has(column) && needsValue(text))
      throw existingFailures.noValueForColumn({ column: name }, { table: place });
  // Types that are inferred from values say less of them than those that somebody has chosen.
  const isInferred = dump.form === 'values' || table.hasInferredTypes === true;
  if (isInferred || dump.vendor !== session.server.vendor) return;
  const wanted = columnsOf(parseDefinition(await createTableOf(dump, table)));
  for (const column of known) {
    const [source, target] = [typeOf(wanted.get(column)?.text), typeOf(there.get(column)?.text)];
    if (source === null || target === null || familyOf(source) === familyOf(target)) continue;
    throw existingFailures.otherType({ column, target, source }, { table: place });
  }
}

async function createTableOf(dump: DumpFolder, { definition, document, stem }: DumpTable): Promise<string> {
  if (definition !== null) return definition.createTable;
  if (!document.includesDdl) return '';
  const statements = splitScript(await readScript(dump, `${stem}.sql`));
  return statements.find((statement) => /^CREATE TABLE /i.test(statement)) ?? '';
}

interface Column {
  readonly name: string;
  readonly text: string;
}

/** Returns the columns by name in lower case, as both vendors compare them. */
function columnsOf({ columns }: Definition): ReadonlyMap<string, Column> {
  return new Map(
    columns.map((line) => {
      const [head = '', inner = ''] = /^`((?:[^`]|``)*)` /.exec(line) ?? [];
      const name = unquoteName(inner);
      return [name.toLowerCase(), { name, text: line.slice(head.length) }] as const;
    }),
  );
}

/**
 * Returns the hidden columns of a system-versioned table that names no period: it has one, whose columns are not
 * printed.
 */
function hiddenColumnsOf({ options, others }: Definition): ReadonlySet<string> {
  const isVersioned = / WITH SYSTEM VERSIONING\b/.test(withoutLiterals(options));
  const namesPeriod = others.some((line) => line.startsWith('PERIOD FOR SYSTEM_TIME '));
  return new Set(isVersioned && !namesPeriod ? ['row_start', 'row_end'] : []);
}

/** Returns a column's type without the display width of integers, which newer versions omit. */
function typeOf(text: string | undefined): string | null {
  const [, type = '', size = '', sign = ''] =
    /^(\w+)(\((?:'(?:[^']|'')*'(?!')|[^')])*\))?( unsigned)?/i.exec(text ?? '') ?? [];
  if (type === '') return null;
  const hasWidth = /^(?:tiny|small|medium|big)?int(?:eger)?$|^year$/i.test(type);
  return `${type.toLowerCase()}${hasWidth ? '' : size}${sign.toLowerCase()}`;
}

const FAMILIES: readonly (readonly [string, RegExp])[] = [
  ['number', /^(?:(?:tiny|small|medium|big)?int|decimal|float|double|year|bit)/],
  ['text', /^(?:char|varchar|(?:tiny|medium|long)?text|enum|set|json|uuid|inet[46])/],
  ['bytes', /^(?:binary|varbinary|(?:tiny|medium|long)?blob|vector)/],
  ['moment', /^(?:date|time)/],
];

/**
 * Returns the group of types between which values may fit: each value is judged row by row, so that a wider column, or
 * a narrower one that is wide enough, takes the rows.
 */
function familyOf(type: string): string {
  return FAMILIES.find(([, pattern]) => pattern.test(type))?.[0] ?? type;
}

function needsValue(text: string): boolean {
  return / NOT NULL\b/.test(text) && !/ (?:DEFAULT|AUTO_INCREMENT|GENERATED|AS \()/i.test(text);
}

interface TableThere {
  readonly now: string;
  readonly place: string;
  readonly folds: boolean;
}

/** Compares a table's definition as a load does at its end. */
async function assertSame(
  { manifest }: DumpFolder,
  table: DumpTable,
  { now, place, folds }: TableThere,
  session: ControlSession,
  { tableRenames }: LoadOptions,
  { target }: TargetSchema,
): Promise<void> {
  const createTable = table.definition?.createTable;
  if (
    createTable === undefined ||
    !table.document.includesDdl ||
    session.server.version !== manifest.serverVersion
  )
    return;
  const source = renamedReferences(createTable, {
    source: table.schema,
    target,
    schemaMap: {},
    tableRenames,
  });
  const [wanted, found] = await inOneSpelling(session, { source, now, folds });
  if (likenessToSource(wanted, found) !== null || / REFERENCES `(?:[^`]|``)+`\./.test(source)) return;
  const lines = new Set(wanted.split('\n').map(plain));
  const odd = found.split('\n').find((line) => !lines.has(plain(line)));
  throw existingFailures.otherDefinition({
    table: place,
    ...(odd !== undefined && { statement: odd.trim() }),
  });
}

function plain(line: string): string {
  return line.trim().replace(/,$/, '');
}
