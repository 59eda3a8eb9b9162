import { parseDefinition } from '../../catalog/definition/definition';
import { quoteTable } from '../../catalog/text/quote';
import { inputWords } from '../../contract/commands/input';
import { definersWords } from '../../contract/commands/words';
import { definerWishSchema, LOAD_DEFAULTS, type LoadOptions } from '../../contract/runs/options';
import { byName } from '../../contract/by-name';
import { type LoadJournal } from './journal';
import { JOURNAL_TABLE } from './journal-table';
import { skippedWarning } from '../tables/prepare';
import type { PreparedSchema, PreparedTable } from '../tables/prepared-table';
import type { DumpFolder, DumpSchema } from '../../format/read/dump';
import { PER_RUN_OPTIONS, type PersistedOptions, type PreparedRecord } from './records';
import type { TargetSchema } from '../target-schema';
import { journalFailures } from '../../text/target/journal';

/** Identity of a dump's load, to find its journal among others. */
export interface UnfinishedWish {
  readonly identities: readonly string[];
  /** Target schemas of the dump. */
  readonly targets: readonly string[];
  readonly options: Pick<LoadOptions, 'schemaMap'>;
}

/**
 * Chooses among a server's journals; null where none is the dump's. Fails with `nothing-to-resume` where an unfinished
 * load of another dump blocks it, and with `usage` where several loads of this dump are unfinished and the options name
 * none of them. Pure.
 */
export function chooseUnfinished<T extends Pick<LoadJournal, 'header' | 'schema'>>(
  journals: readonly T[],
  { identities, targets, options }: UnfinishedWish,
): T | null {
  const wanted = new Set(targets.map((target) => target.toLowerCase()));
  const isInTheWay = ({ header }: T) => header.targets.some(({ target }) => wanted.has(target.toLowerCase()));
  const found: T[] = [];
  const others: string[] = [];
  for (const journal of journals) {
    const isOfDump = identities.includes(journal.header.dump);
    if (isOfDump && isMeant(journal, options)) found.push(journal);
    else if (!isOfDump && isInTheWay(journal)) others.push(journal.schema);
  }
  const [journal, another] = found;
  if (journal === undefined) {
    if (others.length === 0) return null;
    throw journalFailures.otherDump({ schemas: others });
  }
  if (another === undefined) return journal;
  throw journalFailures.severalLoads({ schemas: found.map(({ schema }) => schema) });
}

/** Returns whether the schema map selects this one of several loads of a dump. */
function isMeant(
  { header }: Pick<LoadJournal, 'header'>,
  { schemaMap }: Pick<LoadOptions, 'schemaMap'>,
): boolean {
  if (Object.keys(schemaMap).length === 0) return true;
  return header.targets.every(({ source, target }) => (byName(schemaMap, source) ?? source) === target);
}

/** Returns the options of a resumed load: those it was begun with. Fails with `usage` where other options are given. */
export function resumedOptions(given: LoadOptions, recorded: PersistedOptions): LoadOptions {
  // The dump was opened with these choices already: left out is not the same as given.
  if (canonical(given.input ?? {}) !== canonical(recorded.input ?? {}))
    throw journalFailures.otherInput({ words: inputWords(recorded.input) });
  // The schema map has already selected this load among others.
  assertSameOptions(without(given, ['schemaMap']), recorded, LOAD_DEFAULTS);
  return { ...given, ...recorded };
}

/**
 * Fails with `usage` where the options differ from those of the first run; options at their default are not compared.
 */
export function assertSameOptions(given: object, recorded: object, defaults: object): void {
  const [original, usual] = [new Map(Object.entries(recorded)), new Map(Object.entries(defaults))];
  for (const [name, value] of Object.entries(given)) {
    if (!original.has(name)) continue;
    const asked = canonical(value);
    if (asked === canonical(usual.get(name)) || asked === canonical(original.get(name))) continue;
    throw journalFailures.otherOption({ option: optionText(name, original.get(name)) });
  }
}

/** Returns a value as text that does not depend on the order in which its properties were written. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );
}

/** Returns an option of a load or a migration in the words of the command line, or by its own name where it has none. */
function optionText(name: string, value: unknown): string {
  const definers = name === 'definers' ? definerWishSchema.safeParse(value).data : undefined;
  if (definers?.kind === 'keep') return '--definers keep';
  if (definers !== undefined) return definersWords(definers).join(' ');
  const flag = FLAGS.get(name);
  return flag === undefined || typeof value !== 'string'
    ? `${name} ${JSON.stringify(value)}`
    : `${flag} ${value}`;
}

const FLAGS: ReadonlyMap<string, string> = new Map([
  ['onExisting', '--on-existing'],
  ['indexes', '--indexes'],
  ['prefer', '--prefer'],
  ['binlog', '--binlog'],
  ['gtid', '--gtid'],
  ['eventStatus', '--event-status'],
  ['missingPrimaryKey', '--missing-primary-key'],
  ['history', '--row-versions'],
]);

/** Returns the options that a load keeps to its end. */
export function persistedOptions(options: LoadOptions): PersistedOptions {
  return without(options, PER_RUN_OPTIONS);
}

/** Returns the object without these properties. */
export function without<T extends object, K extends keyof T>(whole: T, names: readonly K[]): Omit<T, K> {
  const left: ReadonlySet<PropertyKey> = new Set(names);
  // The cast says what the filter does.
  return Object.fromEntries(Object.entries(whole).filter(([name]) => !left.has(name))) as Omit<T, K>;
}

/**
 * Refuses a schema of a dump that holds a table or a view of the journal's name.
 *
 * @param target its name on the target
 */
export function assertJournalNameFree(
  { tables, views }: Pick<DumpSchema, 'tables' | 'views'>,
  target: string,
): void {
  const own = [...tables, ...views].find(({ name }) => name.toLowerCase() === JOURNAL_TABLE);
  if (own === undefined) return;
  throw journalFailures.nameInDump({ name: own.name, schema: target }, { table: `${target}.${own.name}` });
}

/** Returns the schemas and tables as the interrupted load had prepared them. */
export function restorePrepared(
  dump: DumpFolder,
  targets: readonly TargetSchema[],
  records: ReadonlyMap<string, PreparedRecord>,
): readonly PreparedSchema[] {
  const schemas: PreparedSchema[] = [];
  for (const target of targets) {
    const source = dump.schemas.find(({ name }) => name === target.source);
    if (source !== undefined) schemas.push(preparedSchema(source, target, records));
  }
  return schemas;
}

function preparedSchema(
  source: DumpSchema,
  target: TargetSchema,
  records: ReadonlyMap<string, PreparedRecord>,
): PreparedSchema {
  const tables: PreparedTable[] = [];
  const warnings = [];
  for (const dump of source.tables) {
    const record = records.get(quoteTable(target.target, dump.name));
    if (record === undefined) {
      warnings.push(skippedWarning(target.target, dump.name));
      continue;
    }
    const { foreignKeys } = parseDefinition(record.canonical);
    const detached = record.detached ? foreignKeys : [];
    const { canonical, indexes, sharing, order, existingRows, isKept } = record;
    tables.push({
      dump,
      schema: target.target,
      canonical,
      indexes,
      sharing,
      ...(order !== undefined && { order }),
      foreignKeys,
      detached,
      existingRows,
      isKept,
    });
  }
  return { source, target, tables, warnings };
}
