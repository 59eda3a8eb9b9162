import { constants, fstatSync, promises as fs, readdirSync, rmdirSync, unlinkSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { isatty } from 'tty';
import { inputWords, type InputChoices } from '../contract/commands/input';
import type { LoadOptions } from '../contract/runs/options';
import { memoryProblem } from '../contract/runs/options';
import type { Addon } from '../engine/addon';
import { messageOf } from '../engine/failures';
import { factsOf, forgetInput, keepInput } from '../format/script/files/inputs';
import { spooledName, STANDARD_INPUT, type SpooledKind } from '../engine/words/spooled-input';
import { standardInputFailures, standardInputText } from '../text/cli/standard-input';
import { printToStderr } from './output/printable';
import { copyInput, type CopiedInput } from './copy-input';

const DESCRIPTOR = 0;
const PREFIX = 'sluice-input-';
/** Part of the memory limit that a copy may take: a script of several hundred megabytes by default. */
const MEMORY_SHARE = 1 / 4;

/** Wishes about standard input, and limits. */
interface StandardInputUse {
  readonly engine: Addon;
  /** Folder in which a copy is made, also of what would fit into memory; absent for none. */
  readonly spool: string | undefined;
  readonly kind: SpooledKind;
  /** Limits of the work: a copy in memory counts too. */
  readonly limits: Pick<LoadOptions, 'threads' | 'memoryLimitBytes'>;
}

/** Standard input as a file. */
interface InputFile {
  readonly path: string;
  /** Bytes of a copy that is in memory. */
  readonly memoryBytes: number;
}

/** Kind of what standard input holds, by what is said of it. Fails with `usage` where that is about a CSV, and not whose rows it has. */
export function kindOfInput(input: InputChoices): SpooledKind {
  if (input.table !== undefined) return 'csv';
  // Scripts take a character set and a time zone too.
  const [option] = inputWords({ ...input, charset: undefined, timeZone: undefined });
  if (option !== undefined) throw standardInputFailures.tableMissing({ option });
  return 'sql';
}

/** Fails where nothing but a person would write to standard input. */
export function assertPiped(): void {
  if (isatty(DESCRIPTOR)) throw standardInputFailures.terminal();
}

/** A dump that is read once, and how. */
interface DumpUse {
  readonly engine: Addon;
  readonly input: InputChoices | undefined;
  readonly limits: Pick<LoadOptions, 'threads' | 'memoryLimitBytes'>;
}

/** A dump that can be read again, and the memory that is left for the work. */
interface ReadableDump {
  readonly path: string;
  readonly memoryLimitBytes: number;
}

/** Works with a dump, which is copied before where it is standard input (`-`). */
export async function withDump<T>(
  dump: string,
  { engine, input, limits }: DumpUse,
  work: (dump: ReadableDump) => Promise<T>,
): Promise<T> {
  const { memoryLimitBytes } = limits;
  if (dump !== STANDARD_INPUT) return await work({ path: dump, memoryLimitBytes });
  const kind = kindOfInput(input ?? {});
  assertPiped();
  return await withStandardInput({ engine, spool: undefined, kind, limits }, ({ path, memoryBytes }) =>
    work({ path, memoryLimitBytes: memoryLimitBytes - memoryBytes }),
  );
}

/**
 * Reads standard input, copies it, compressed, into memory or into a private file, and works with that: a script’s tables are loaded
 * side by side. The file is removed when the work has ended, however that is; one that a killed process has left is removed by the
 * next. A file that was redirected to standard input is not copied.
 */
export async function withStandardInput<T>(
  use: StandardInputUse,
  work: (input: InputFile) => Promise<T>,
): Promise<T> {
  const parent = use.spool ?? tmpdir();
  await removeLeft(parent);
  const folder = await fs.mkdtemp(join(parent, `${PREFIX}${process.pid}-`)).catch((error: unknown) => {
    throw standardInputFailures.notWritable({ folder: parent, reason: messageOf(error) });
  });
  const remove = () => removeFolder(folder);
  process.on('exit', remove);
  const input = use.engine.openInput({ descriptor: DESCRIPTOR });
  let path = '';
  try {
    const { kind } = use;
    const original = use.spool === undefined ? await redirectedFile() : null;
    const isCopied = original === null;
    const copied = await copyInput(input, { folder, isCopied, kind, mostMemoryBytes: mostMemoryBytes(use) });
    path = join(folder, spooledName(copied.sha256, kind));
    const memoryBytes = await placeAt(path, copied, original);
    printToStderr([saidOf(path, copied, original)]);
    keepInput(path, { scan: copied.scan, facts: original?.facts ?? null, bytes: copied.bytes });
    return await work({ path, memoryBytes });
  } finally {
    forgetInput(path);
    input.close();
    remove();
    process.removeListener('exit', remove);
  }
}

function mostMemoryBytes({ spool, limits }: StandardInputUse): number {
  const { threads, memoryLimitBytes } = limits;
  const bytes = Math.floor(memoryLimitBytes * MEMORY_SHARE);
  const isEnough = memoryProblem({ threads, memoryLimitBytes: memoryLimitBytes - bytes }) === null;
  return spool === undefined && isEnough ? bytes : 0;
}

/** File that was redirected to standard input. */
interface RedirectedFile {
  /** Path by which it can be opened from its beginning. */
  readonly link: string;
  readonly facts: string;
}

/** The file that is standard input from its first byte on; null for a pipe, and where it can’t be opened again (proc(5)). */
async function redirectedFile(): Promise<RedirectedFile | null> {
  if (!fstatSync(DESCRIPTOR).isFile()) return null;
  const link = `/proc/self/fd/${DESCRIPTOR}`;
  try {
    const state = await fs.readFile(`/proc/self/fdinfo/${DESCRIPTOR}`, 'utf8');
    await fs.access(link, constants.R_OK);
    return /^pos:\s*0$/m.test(state) ? { link, facts: await factsOf(link) } : null;
  } catch {
    return null;
  }
}

/** Gives the input a name; returns the bytes of it that are in memory. No other process can follow the links. */
async function placeAt(
  path: string,
  { writing, memory, storedBytes }: CopiedInput,
  original: RedirectedFile | null,
): Promise<number> {
  if (original !== null) await fs.symlink(original.link, path);
  else if (memory === null) await fs.rename(writing, path);
  else await fs.symlink(`/proc/self/fd/${memory}`, path);
  return memory === null ? 0 : storedBytes;
}

function saidOf(
  path: string,
  { memory, bytes, storedBytes }: CopiedInput,
  original: RedirectedFile | null,
): string {
  if (original !== null) return standardInputText.inPlace({ bytes });
  return memory === null
    ? standardInputText.spooled({ path, bytes, storedBytes })
    : standardInputText.inMemory({ bytes, storedBytes });
}

async function removeLeft(parent: string): Promise<void> {
  const names = await fs.readdir(parent).catch((error: unknown) => {
    throw standardInputFailures.notWritable({ folder: parent, reason: messageOf(error) });
  });
  for (const name of names) {
    const pid = /^sluice-input-(\d+)-/.exec(name)?.[1];
    if (pid !== undefined && !isRunning(Number(pid))) removeFolder(join(parent, name));
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // One of another user's is there, and may not be signalled.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Also while the process exits, when nothing can be waited for. */
function removeFolder(folder: string): void {
  try {
    for (const name of readdirSync(folder)) unlinkSync(join(folder, name));
    rmdirSync(folder);
  } catch {
    // It was removed before, or belongs to another user.
  }
}
