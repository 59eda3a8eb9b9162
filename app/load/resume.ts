import type { ControlSession } from '../catalog/control-session';
import { parseDefinition } from '../catalog/definition';
import { quoteTable } from '../catalog/quote';
import { SluiceError } from '../contract/failure';
import { LOAD_DEFAULTS, type LoadOptions } from '../contract/options';
import { byName } from '../format/by-name';
import type { DumpFolder, DumpSchema } from '../format/reader';
import { targetSchemaOf } from './arrange';
import { processOf } from './control-watch';
import { dumpIdentities } from './dump-identity';
import {
  PASSING_OPTIONS,
  JOURNAL_TABLE,
  journalSchemas,
  LoadJournal,
  openJournals,
  type LastingOptions,
  type PreparedRecord,
} from './journal';
import { makerLock, MOST_MAKERS } from './makers';
import { endSession } from './steady-session';
import { skippedWarning, type PreparedSchema, type PreparedTable } from './tables';
import type { TargetSchema } from './target';

/**
 * The journal of the dump's unfinished load on this server. Fails with `nothing-to-resume`, and with `usage` where
 * several are there and the options name none of them.
 */
export async function findUnfinished(
  session: ControlSession,
  folder: string,
  options: LoadOptions,
): Promise<LoadJournal> {
  const identities = await dumpIdentities(folder);
  const found: LoadJournal[] = [];
  const others: string[] = [];
  for (const journal of await openJournals(session)) {
    if (!identities.includes(journal.header.dump)) others.push(journal.schema);
    else if (isMeant(journal, options)) found.push(journal);
  }
  const [journal, another] = found;
  if (journal === undefined) {
    throw new SluiceError(
      'nothing-to-resume',
      others.length === 0
        ? 'No load of this dump was left unfinished on the target.'
        : `The unfinished load in “${others.join('”, “')}” is of another dump, or of this one before it was changed.`,
    );
  }
  if (another === undefined) return journal;
  const places = found.map(({ schema }) => `“${schema}”`).join(' and ');
  throw new SluiceError('usage', `This dump has unfinished loads in ${places}.`, {
    hint: 'Say which one by the schema map that it was begun with.',
  });
}

/** A schema map tells one of several loads of a dump from the others. */
function isMeant({ header }: LoadJournal, { schemaMap }: LoadOptions): boolean {
  if (Object.keys(schemaMap).length === 0) return true;
  return header.targets.every(({ source, target }) => (byName(schemaMap, source) ?? source) === target);
}

/** The options that a resumed load has: those it was begun with. Fails with `usage` where others are asked for. */
export function resumedOptions(given: LoadOptions, recorded: LastingOptions): LoadOptions {
  // The schema map has told this load from others already.
  assertAsBegun(without(given, ['schemaMap']), recorded, LOAD_DEFAULTS);
  return { ...given, ...recorded };
}

/** Fails with `usage` where something else than what it was begun with is asked for; a default asks for nothing. */
export function assertAsBegun(given: object, recorded: object, defaults: object): void {
  const [begun, usual] = [new Map(Object.entries(recorded)), new Map(Object.entries(defaults))];
  for (const [name, value] of Object.entries(given)) {
    if (!begun.has(name)) continue;
    const asked = JSON.stringify(value);
    if (asked === JSON.stringify(usual.get(name)) || asked === JSON.stringify(begun.get(name))) continue;
    throw new SluiceError('usage', `It was begun with ${name} ${JSON.stringify(begun.get(name))}.`, {
      hint: 'Resume it as it was begun, or take it back and begin again.',
    });
  }
}

/** What a load keeps to its end of the options that it was begun with. */
export function lastingOptions(options: LoadOptions): LastingOptions {
  return without(options, PASSING_OPTIONS);
}

/** The object without these entries. */
export function without<T extends object, K extends keyof T>(whole: T, names: readonly K[]): Omit<T, K> {
  const left: ReadonlySet<PropertyKey> = new Set(names);
  // The cast says what the filter does.
  return Object.fromEntries(Object.entries(whole).filter(([name]) => !left.has(name))) as Omit<T, K>;
}

/** Refuses to begin where an unfinished load lies in the way; changes nothing. */
export async function assertNoneUnfinished(
  session: ControlSession,
  dump: DumpFolder,
  options: LoadOptions,
): Promise<void> {
  for (const target of await journaledTargets(session, dump, options)) {
    if ((await LoadJournal.open(session, target)) !== null)
      throw new SluiceError('load-unfinished', `An unfinished load lies in the schema “${target}”.`);
  }
}

/** Clears what a crash left that came before a journal had its header, and so before anything was made. */
export async function dropUnbegun(
  session: ControlSession,
  dump: DumpFolder,
  options: LoadOptions,
): Promise<void> {
  for (const target of await journaledTargets(session, dump, options)) {
    if ((await LoadJournal.open(session, target)) === null)
      await session.run(`DROP TABLE ${quoteTable(target, JOURNAL_TABLE)}`);
  }
}

/** The target schemas of a dump that hold a journal, whole or not. */
async function journaledTargets(
  session: ControlSession,
  { schemas }: DumpFolder,
  { schemaMap }: LoadOptions,
): Promise<readonly string[]> {
  const there = new Set(await journalSchemas(session));
  return schemas.map(({ name }) => targetSchemaOf({ schemaMap }, name)).filter((target) => there.has(target));
}

/** How long, in seconds, whoever holds a load is waited for, or given for dead. */
export interface ClaimPatience {
  /** One that shows within this time that it lives keeps the load. */
  readonly wait: number;
  /** It says something every {@link SILENCE_MS}; after so long a silence nobody is behind it any more. */
  readonly quiet: number;
}

const CLAIM_PATIENCE: ClaimPatience = { wait: 10, quiet: 60 };

/**
 * Only one session at a time may carry a load on; it holds the lock as long as it lives. One that a network has cut off
 * may live on in the server for hours: it is ended when it was silent for long, and at once where it is `before`, the
 * session that this one takes the place of.
 */
export async function claim(
  session: ControlSession,
  journal: LoadJournal,
  before: number | null = null,
  { wait, quiet }: ClaimPatience = CLAIM_PATIENCE,
): Promise<void> {
  const lock = `${journal.header.loadName}-control`;
  if (before !== null && Number(await session.scalar('SELECT IS_USED_LOCK(?)', [lock])) === before)
    await endSession(session, before);
  while ((await session.scalar('SELECT GET_LOCK(?, ?)', [lock, wait])) !== '1') {
    const holder = await session.scalar('SELECT IS_USED_LOCK(?)', [lock]);
    if (holder === null) continue;
    const [view] = await processOf(session, holder);
    const silentFor = view?.command === 'Sleep' ? Number(view.seconds) : 0;
    if (silentFor < Math.min(wait, quiet)) throw carriedOn(holder);
    if (silentFor >= quiet) await endSession(session, Number(holder));
  }
}

function carriedOn(holder: string): SluiceError {
  return new SluiceError('load-running', `The load is carried on by the server’s connection ${holder}.`, {
    hint: `Let it end; where nobody is behind it any more, run KILL ${holder} on the target.`,
  });
}

const MOST_LANES = 64;
const POLL_EVERY_MS = 50;
const LANES_END_WITHIN_MS = 120_000;

/**
 * Ends what the lanes and the makers of an earlier run still do on the server: a client's death is not noticed in the middle of a
 * statement. When it resolves, what the journal says is final.
 */
export async function endEarlierLanes(session: ControlSession, journal: LoadJournal): Promise<void> {
  const { loadName } = journal.header;
  const names = [
    ...Array.from({ length: MOST_LANES }, (_, lane) => `${loadName}-${lane}`),
    ...Array.from({ length: MOST_MAKERS }, (_, maker) => makerLock(loadName, maker)),
  ];
  const query = `SELECT CONCAT_WS(',', ${names.map(() => 'IS_USED_LOCK(?)').join(', ')}) AS ids`;
  const deadline = Date.now() + LANES_END_WITHIN_MS;
  for (;;) {
    const holders = await session.scalar(query, names);
    if (holders === null || holders === '') return;
    for (const id of holders.split(',')) {
      // It may have ended by itself meanwhile.
      await session.run(`KILL ${id}`).catch((error: unknown) => {
        if (!(error instanceof SluiceError) || error.failure.code !== 'statement-failed') throw error;
      });
    }
    if (Date.now() > deadline) {
      throw new SluiceError('load-running', `The connections ${holders} of an earlier run do not end.`);
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_EVERY_MS));
  }
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
    const { canonical, indexes, sharing, rowsThere } = record;
    tables.push({
      ...{ dump, schema: target.target, canonical, indexes, sharing },
      ...{ foreignKeys, detached, rowsThere },
    });
  }
  return { source, target, tables, warnings };
}
