import { parseDefinition } from '../../catalog/definition/definition';
import { quoteTable } from '../../catalog/text/quote';
import { SluiceError } from '../../contract/failure';
import { LOAD_DEFAULTS, type LoadOptions } from '../../contract/options';
import { byName } from '../../contract/by-name';
import { type LoadJournal } from './journal';
import { JOURNAL_TABLE } from './journal-table';
import { skippedWarning } from '../tables/prepare';
import type { PreparedSchema, PreparedTable } from '../tables/prepared-table';
import type { DumpFolder, DumpSchema } from '../../format/read/dump';
import { PER_RUN_OPTIONS, type PersistedOptions, type PreparedRecord } from './records';
import type { TargetSchema } from '../target-schema';

/** What tells a dump's own journal from others. */
export interface UnfinishedWish {
  readonly identities: readonly string[];
  /** The schemas that the dump would go into. */
  readonly targets: readonly string[];
  readonly options: Pick<LoadOptions, 'schemaMap'>;
}

/**
 * The choice among a server's journals; null where none is the dump's. Fails with `nothing-to-resume` where the unfinished
 * load of another dump is in the way, and with `usage` where several of this one are there and the options name none of
 * them. Pure.
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
    throw new SluiceError(
      'nothing-to-resume',
      `The unfinished load in “${others.join('”, “')}” is of another dump, or of this one before it was changed.`,
    );
  }
  if (another === undefined) return journal;
  const places = found.map(({ schema }) => `“${schema}”`).join(' and ');
  throw new SluiceError('usage', `This dump has unfinished loads in ${places}.`, {
    hint: 'Say which one by the schema map that it was begun with.',
  });
}

/** A schema map tells one of several loads of a dump from the others. */
function isMeant(
  { header }: Pick<LoadJournal, 'header'>,
  { schemaMap }: Pick<LoadOptions, 'schemaMap'>,
): boolean {
  if (Object.keys(schemaMap).length === 0) return true;
  return header.targets.every(({ source, target }) => (byName(schemaMap, source) ?? source) === target);
}

/** The options that a resumed load has: those it was begun with. Fails with `usage` where others are asked for. */
export function resumedOptions(given: LoadOptions, recorded: PersistedOptions): LoadOptions {
  // The schema map has told this load from others already.
  assertSameOptions(without(given, ['schemaMap']), recorded, LOAD_DEFAULTS);
  return { ...given, ...recorded };
}

/** Fails with `usage` where something else than what it was begun with is asked for; a default asks for nothing. */
export function assertSameOptions(given: object, recorded: object, defaults: object): void {
  const [original, usual] = [new Map(Object.entries(recorded)), new Map(Object.entries(defaults))];
  for (const [name, value] of Object.entries(given)) {
    if (!original.has(name)) continue;
    const asked = JSON.stringify(value);
    if (asked === JSON.stringify(usual.get(name)) || asked === JSON.stringify(original.get(name))) continue;
    throw new SluiceError('usage', `It was begun with ${name} ${JSON.stringify(original.get(name))}.`, {
      hint: 'Resume it as it was begun, or take it back and begin again.',
    });
  }
}

/** What a load keeps to its end of the options that it was begun with. */
export function persistedOptions(options: LoadOptions): PersistedOptions {
  return without(options, PER_RUN_OPTIONS);
}

/** The object without these entries. */
export function without<T extends object, K extends keyof T>(whole: T, names: readonly K[]): Omit<T, K> {
  const left: ReadonlySet<PropertyKey> = new Set(names);
  // The cast says what the filter does.
  return Object.fromEntries(Object.entries(whole).filter(([name]) => !left.has(name))) as Omit<T, K>;
}

/** Refuses a schema of a dump that holds a table or a view of the journal's name. @param target its name there */
export function assertJournalNameFree(
  { tables, views }: Pick<DumpSchema, 'tables' | 'views'>,
  target: string,
): void {
  const own = [...tables, ...views].find(({ name }) => name.toLowerCase() === JOURNAL_TABLE);
  if (own === undefined) return;
  throw new SluiceError(
    'target-exists',
    `The dump holds a table “${own.name}”: a load needs that name for its own journal in “${target}”.`,
    {
      table: `${target}.${own.name}`,
      hint: 'Leave the table out (--exclude-tables), or give it another name (--rename).',
    },
  );
}

/** The schemas and tables as the interrupted load had prepared them. */
export function preparedAgain(
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
    const { canonical, indexes, sharing, existingRows, isKept } = record;
    tables.push({
      ...{ dump, schema: target.target, canonical, indexes, sharing },
      ...{ foreignKeys, detached, existingRows, isKept },
    });
  }
  return { source, target, tables, warnings };
}
