import { hostname } from 'os';
import type { ControlSession } from '../catalog/control-session';
import { parseDefinition } from '../catalog/definition';
import { quoteTable } from '../catalog/quote';
import { SluiceError } from '../contract/failure';
import { LOAD_DEFAULTS, type LoadOptions } from '../contract/options';
import { byName } from '../format/by-name';
import { identifySelf, isRunning } from '../storage/process-identity';
import type { DumpFolder, DumpSchema } from '../format/reader';
import { targetSchemaOf } from './arrange';
import { processOf } from './control-watch';
import { dumpIdentities } from './dump-identity';
import {
  PASSING_OPTIONS,
  LoadJournal,
  type LastingOptions,
  type PreparedRecord,
  type RunRecord,
} from './journal';
import { JOURNAL_TABLE, assertJournalFree } from './journals';
import { openJournals } from './open-journals';
import { makerLock, MOST_MAKERS } from './makers';
import { endSession } from './steady-session';
import { skippedWarning, type PreparedSchema, type PreparedTable } from './tables';
import type { TargetSchema } from './target';
import { journaledTargets } from './unbegun';

/**
 * The journal of the dump's unfinished load on this server; null where there is none. Fails with `nothing-to-resume`
 * where the unfinished load of another dump is in the way, and with `usage` where several of this one are there and the
 * options name none of them.
 */
export async function findUnfinished(
  session: ControlSession,
  { path, schemas }: Pick<DumpFolder, 'path' | 'schemas'>,
  options: LoadOptions,
): Promise<LoadJournal | null> {
  const identities = await dumpIdentities(path);
  const targets = schemas.map(({ name }) => targetSchemaOf(options, name));
  return chooseUnfinished(await openJournals(session), { identities, targets, options });
}

/** What tells a dump's own journal from others. */
export interface UnfinishedWish {
  readonly identities: readonly string[];
  /** The schemas that the dump would go into. */
  readonly targets: readonly string[];
  readonly options: Pick<LoadOptions, 'schemaMap'>;
}

/** The choice among a server's journals that {@link findUnfinished} makes. Pure. */
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

/** Refuses to begin where the journal's name is not free: it goes into the first schema. */
export async function assertJournalPossible(
  session: ControlSession,
  { schemas }: DumpFolder,
  options: Pick<LoadOptions, 'schemaMap'>,
): Promise<void> {
  const [first] = schemas;
  if (first === undefined) return;
  const target = targetSchemaOf(options, first.name);
  await assertJournalFree(session, target);
  const own = [...first.tables, ...first.views].find(({ name }) => name.toLowerCase() === JOURNAL_TABLE);
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

/** How long, in seconds, whoever holds a load is waited for, or given for dead. */
export interface ClaimPatience {
  /** One that shows within this time that it lives keeps the load. */
  readonly wait: number;
  /** It says something every `SILENCE_MS`; after so long a silence nobody is behind it any more. */
  readonly quiet: number;
}

const CLAIM_PATIENCE: ClaimPatience = { wait: 10, quiet: 60 };

/**
 * Only one session at a time may carry a load on; it holds the lock as long as it lives. One that a network has cut off
 * may live on in the server for hours: it is ended when it was silent for long, and at once where it is `before`, the
 * session that this one takes the place of. Fails with `load-running` at once where the process that holds it is seen to
 * run on this machine.
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
  if ((await session.scalar('SELECT GET_LOCK(?, 0)', [lock])) === '1') return;
  await assertNotRunningHere(session, journal, lock);
  while ((await session.scalar('SELECT GET_LOCK(?, ?)', [lock, wait])) !== '1') {
    const holder = await session.scalar('SELECT IS_USED_LOCK(?)', [lock]);
    if (holder === null) continue;
    const [view] = await processOf(session, holder);
    const silentFor = view?.command === 'Sleep' ? Number(view.seconds) : 0;
    if (silentFor < Math.min(wait, quiet)) throw await carriedOn(session, journal, holder);
    if (silentFor >= quiet) await endSession(session, Number(holder));
  }
}

/** Another process of this machine need not be waited for: it is there, or it is not. */
async function assertNotRunningHere(
  session: ControlSession,
  journal: LoadJournal,
  lock: string,
): Promise<void> {
  const run = await journal.lastRun(session).catch(() => null);
  if (run?.host !== hostname() || !(await isRunning(run.process))) return;
  const self = await identifySelf();
  const holder = await session.scalar('SELECT IS_USED_LOCK(?)', [lock]);
  // A session that this process has lost is given up by itself.
  if (holder !== null && run.process.pid !== self.pid) throw await carriedOn(session, journal, holder);
}

async function carriedOn(
  session: ControlSession,
  journal: LoadJournal,
  holder: string,
): Promise<SluiceError> {
  const run = await journal.lastRun(session).catch(() => null);
  const who =
    run === null
      ? ''
      : ` by the process ${run.process.pid} on ${run.host}, since ${run.since.slice(0, 19)}Z,`;
  return new SluiceError(
    'load-running',
    `The load is carried on${who} over the server’s connection ${holder}.`,
    { hint: `Let it end; where nobody is behind it any more, run KILL ${holder} on the target.` },
  );
}

/** Who carries a load on from now. */
export async function thisRun(): Promise<RunRecord> {
  return { host: hostname(), process: await identifySelf(), since: new Date().toISOString() };
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
    const { canonical, indexes, sharing, rowsThere, isKept } = record;
    tables.push({
      ...{ dump, schema: target.target, canonical, indexes, sharing },
      ...{ foreignKeys, detached, rowsThere, isKept },
    });
  }
  return { source, target, tables, warnings };
}
