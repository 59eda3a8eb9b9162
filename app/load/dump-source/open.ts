import { promises as fs } from 'fs';
import type { InputChoices } from '../../contract/commands/input';
import type { RunHooks } from '../../engine/hooks';
import { Cancellation } from '../../engine/cancellation';
import type { DumpedBy, Fact } from '../../format/facts';
import { FactsTail } from '../../format/facts-tail';
import { assertNoChoices, openDump } from '../../format/formats';
import { DONE_FILE, FACTS_FILE, MANIFEST_FILE } from '../../format/names';
import { isPattern } from '../../format/read/several';
import { severalFailures } from '../../text/format/several';
import { tablesOf, type DumpFolder, type DumpTable } from '../../format/read/dump';
import { assertWhole } from '../../format/read/reader';
import type { LoadRequest } from '../request';
import { canBeSeen, hasEnded } from '../../storage/process-identity';
import type { DumpSource } from './dump-source';
import { FollowedDump, POLL_INTERVAL_MS } from './followed';
import { endedDump, RecordedArrivals } from './recorded-arrivals';
import { ShellArrivals } from './shell-arrivals';
import { ShellDefinitions } from './shell-definitions';
import { loadFailures, loadText } from '../../text/load/load';

/** Opens the dump of a load; with `follow` it waits until the definitions are complete. */
export async function openSource(request: Opened, hooks: RunHooks): Promise<DumpSource> {
  return request.options.follow ? await followDump(request, hooks) : await finishedDump(pathOf(request));
}

/** Opens the dump of a plan, without waiting. */
export async function viewSource(request: Opened): Promise<DumpSource> {
  return request.options.follow ? await openUnfinished(pathOf(request)) : await finishedDump(pathOf(request));
}

/** Opens the dump in a folder as far as it is written: finished, being written, or left unfinished by its writer. */
export async function openSourceAsItIs({ folder, engine, input }: DumpPath): Promise<DumpSource> {
  return await viewSource({
    folder,
    engine,
    options: { follow: await isBeingWritten(folder), resume: false, input },
  });
}

/**
 * Opens a dump that is not being written any more, with all its tables. Fails with `not-a-dump` or `dump-unsupported`.
 */
async function finishedDump({ folder, engine, input }: DumpPath): Promise<DumpSource> {
  const whole = await openDump(folder, engine, input);
  return finishedSource(whole, await whole.identity());
}

function pathOf({ folder, engine, options }: Opened): DumpPath {
  return { folder, engine, input: options.input };
}

/** The source that a finished dump is. */
export function finishedSource(whole: DumpFolder, identity: string): DumpSource {
  let coming: readonly DumpTable[] | null = tablesOf(whole);
  return {
    whole,
    stillToCome: null,
    identity: () => Promise.resolve(identity),
    assertSound: assertWhole,
    next: () => {
      const tables = coming;
      coming = null;
      return Promise.resolve(tables);
    },
    stop: () => undefined,
    finished: async () => {
      if ((await whole.identity()) !== identity) throw loadFailures.dumpReplaced({ folder: whole.path });
      return whole;
    },
    loss: () => Promise.resolve(null),
  };
}

/** Folder or file of a dump, with the engine that reads it where that takes long. */
export interface DumpPath extends Pick<LoadRequest, 'folder' | 'engine'> {
  readonly input?: InputChoices | undefined;
}

interface Opened extends Pick<LoadRequest, 'folder' | 'engine'> {
  readonly options: Pick<LoadRequest['options'], 'follow' | 'resume' | 'input'>;
}

/** State of reading a dump so far. */
interface ReadSoFar {
  readonly folder: string;
  readonly tail: FactsTail;
  readonly facts: Fact[];
  readonly shell: ShellDefinitions;
}

function nothingRead(folder: string, log: (text: string) => void = () => undefined): ReadSoFar {
  return { folder, tail: new FactsTail(folder), facts: [], shell: new ShellDefinitions(folder, log) };
}

/** Returns a log for warnings. */
function warningsTo({ log }: Pick<RunHooks, 'log'>): (text: string) => void {
  return (text) => {
    log('warning', text);
  };
}

/** State of a folder; `begun`: a dump whose definitions are not complete. */
type FolderState =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'begun'; readonly by: 'sluice' | 'shell' }
  | { readonly kind: 'finished' }
  /** Null: MySQL Shell, which does not say which process writes. */
  | { readonly kind: 'structure'; readonly writer: DumpedBy | null };

/**
 * Waits until the definitions of the dump in a folder are written, or the whole dump. Fails with `not-a-dump` and
 * `dump-unsupported` for a folder that can't be followed, and with `dump-incomplete` where its writer has ended.
 */
async function followDump(request: Opened, hooks: RunHooks): Promise<DumpSource> {
  const { folder, options } = request;
  const read = nothingRead(folder, warningsTo(hooks));
  let reported: FolderState['kind'] | null = null;
  for (;;) {
    hooks.cancellation.throwIfCancelled();
    const state = await readState(read);
    if (state.kind === 'finished') return await finishedDump(pathOf(request));
    assertNoChoices(folder, options.input ?? {});
    if (state.kind === 'structure') return await follow(read, state.writer, hooks);
    if (state.kind === 'nothing' && isPattern(folder)) throw severalFailures.notFollowed({ pattern: folder });
    if (state.kind === 'nothing' && options.resume) throw loadFailures.nothingToFollow({ folder });
    if (state.kind !== reported) reportWaiting(state.kind, folder, hooks);
    reported = state.kind;
    await hooks.cancellation.pause(POLL_INTERVAL_MS);
  }
}

/** Opens the dump as far as it is written; fails with `dump-incomplete` where its definitions are not complete. */
export async function openUnfinished(path: DumpPath): Promise<DumpSource> {
  const { folder } = path;
  const read = nothingRead(folder);
  const state = await settledState(read);
  if (state.kind === 'finished') return await finishedDump(path);
  assertNoChoices(folder, path.input ?? {});
  switch (state.kind) {
    case 'structure':
      return await follow(read, state.writer, { log: () => undefined, cancellation: new Cancellation() });
    case 'nothing':
    case 'begun':
      throw loadFailures.definitionsPending({ folder });
  }
}

async function follow(
  read: ReadSoFar,
  writer: DumpedBy | null,
  hooks: Pick<RunHooks, 'log' | 'cancellation'>,
): Promise<DumpSource> {
  const { folder } = read;
  if (writer !== null && !canBeSeen(writer)) hooks.log('warning', loadText.writtenElsewhere(writer.host));
  return await FollowedDump.open(
    folder,
    (whole) =>
      writer === null
        ? new ShellArrivals(whole, warningsTo(hooks))
        : new RecordedArrivals(whole, read, writer),
    hooks.cancellation,
  );
}

/** Returns the state of a folder after a second look: nothing else tells that a dump of MySQL Shell has its definitions. */
async function settledState(read: ReadSoFar): Promise<FolderState> {
  const state = await readState(read);
  if (state.kind !== 'begun') return state;
  await new Cancellation().pause(POLL_INTERVAL_MS);
  return await readState(read);
}

/**
 * Returns whether Sluice is writing a dump into the folder. That MySQL Shell is writing one can't be told from one that it has
 * given up.
 */
export async function isBeingWritten(folder: string): Promise<boolean> {
  const state = await readState(nothingRead(folder)).catch(() => null);
  return state?.kind === 'structure'
    ? state.writer !== null
    : state?.kind === 'begun' && state.by === 'sluice';
}

function reportWaiting(found: 'nothing' | 'begun', folder: string, hooks: RunHooks): void {
  hooks.stage('waiting');
  hooks.log('info', found === 'nothing' ? loadText.waitingForDump(folder) : loadText.waitingForDefinitions);
}

async function readState({ folder, tail, facts, shell }: ReadSoFar): Promise<FolderState> {
  const known = writerOf(facts, folder);
  // Checked first: everything that a process which has ended has written is readable afterwards.
  const ended = known !== null && (await hasEnded(known));
  const names = await namesIn(folder);
  // A file is not followed: opening it tells its format.
  if (names === null || names.includes(DONE_FILE)) return { kind: 'finished' };
  if (names.length > 0 && !names.includes(FACTS_FILE)) {
    if (!names.includes(MANIFEST_FILE)) throw loadFailures.dumpOfOtherTool({ folder });
    return (await shell.areComplete(names))
      ? { kind: 'structure', writer: null }
      : { kind: 'begun', by: 'shell' };
  }
  facts.push(...(await tail.next()));
  const writer = writerOf(facts, folder);
  if (writer !== null && facts.some(({ fact }) => fact === 'structure')) {
    if (await hasEndedWithoutDone(folder, writer)) throw await endedDump(folder, writer);
    return { kind: 'structure', writer };
  }
  if (ended) throw await endedDump(folder, known);
  return names.length === 0 ? { kind: 'nothing' } : { kind: 'begun', by: 'sluice' };
}

async function hasEndedWithoutDone(folder: string, writer: DumpedBy): Promise<boolean> {
  return (await hasEnded(writer)) && (await namesIn(folder))?.includes(DONE_FILE) !== true;
}

/** Returns the process that writes the dump; null where the first fact is not written yet. */
function writerOf(facts: readonly Fact[], folder: string): DumpedBy | null {
  const [first] = facts;
  if (first === undefined) return null;
  if (first.fact === 'dump' && first.writer !== undefined) return first.writer;
  throw loadFailures.dumpOfEarlierVersion({ folder });
}

/** Lists the files in a folder: none where there is no folder yet, null where a file is in its place. */
async function namesIn(folder: string): Promise<readonly string[] | null> {
  return await fs.readdir(folder).catch((error: unknown) => {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOTDIR') return null;
    if (code !== 'ENOENT') throw error;
    return [];
  });
}
