import { createHash } from 'crypto';
import { join } from 'path';
import type { z } from 'zod';
import { isText } from '../../catalog/text/byte-literals';
import { SluiceError, type Failure } from '../../contract/failure';
import { messageOf } from '../../engine/failures';
import { damageFailures } from '../../text/format/damage';
import { unsupportedFailures } from '../../text/format/unsupported';
import type { Done } from '../documents';
import { formatFact, type Fact, type FileFact } from '../facts';
import { DONE_FILE, FACTS_FILE, MANIFEST_FILE } from '../names';
import type { DumpFolder } from './dump';
import { readRegularFile, type ReadableFiles } from './regular-file';

/**
 * Number of files checked between two turns of the event loop, which takes about 3 ms: they are small, and a
 * synchronous read of cached data costs a fifth of an asynchronous one.
 */
const FILES_PER_TURN = 256;

/** Size and digest of a file's bytes. */
export type FileDigest = Pick<FileFact, 'bytes' | 'sha256'>;

export function digestOf(bytes: Buffer): FileDigest {
  return { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
}

/** Documents and scripts with their recorded digests, by name; empty for dumps that record none. */
export type RecordedFiles = ReadonlyMap<string, FileFact>;

export function recordedFiles(facts: readonly Fact[]): RecordedFiles {
  const files = facts.flatMap((fact) => (fact.fact === 'files' ? fact.files : []));
  return new Map(files.map((file) => [file.file, file]));
}

/** Damage to the documents and scripts of a dump, as their recorded digests tell. */
export async function damagedFiles(
  files: ReadableFiles,
  recorded: Iterable<FileFact>,
): Promise<readonly Failure[]> {
  const damaged: Failure[] = [];
  await inTurns([...recorded], (file) => {
    const problem = problemOf(file, () => files.readNow(file.file));
    if (problem !== null) damaged.push(problem);
  });
  return damaged;
}

/** Damage to the recorded facts, as the done marker tells. */
export function damagedFacts(done: Done | null, facts: Buffer, files: RecordedFiles): readonly Failure[] {
  if (done === null) return [];
  const { sluiceFacts } = done;
  if (sluiceFacts === undefined)
    return files.size === 0
      ? []
      : [damageFailures.digestOfFactsMissing({ file: DONE_FILE }, { chunk: DONE_FILE }).failure];
  const problem = problemOf({ file: FACTS_FILE, ...sluiceFacts }, () => facts);
  return problem === null ? [] : [problem];
}

/** Returns null where the bytes are those that were recorded. */
export function problemOf({ file, bytes, sha256 }: FileFact, read: () => Buffer): Failure | null {
  try {
    const found = digestOf(read());
    if (found.bytes === bytes && found.sha256 === sha256) return null;
    return damageFailures.digestDiffers({ file }, { chunk: file }).failure;
  } catch (error) {
    return damageFailures.fileUnreadable({ file, reason: messageOf(error) }, { chunk: file }).failure;
  }
}

/** Calls `check` for each item and lets others have their turn now and then. */
export async function inTurns<T>(items: readonly T[], check: (item: T) => void): Promise<void> {
  for (let from = 0; from < items.length; from += FILES_PER_TURN) {
    for (const item of items.slice(from, from + FILES_PER_TURN)) check(item);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Reads a file of a dump whole; `dump-damaged` names it where it can't be read. */
export async function readFileOf(files: ReadableFiles, name: string): Promise<Buffer> {
  return await files.read(name).catch((error: unknown) => {
    throw damageFailures.fileUnreadable({ file: name, reason: messageOf(error) }, { chunk: name });
  });
}

/** Reads a JSON document of a dump; `dump-damaged` names the file where it is missing, torn or of another shape. */
export async function readDocument<T extends z.ZodType>(
  files: ReadableFiles,
  name: string,
  schema: T,
): Promise<z.infer<T>> {
  const bytes = await readFileOf(files, name);
  const parsed = schema.safeParse(parseJson(bytes.toString('utf8')));
  if (!parsed.success) {
    const reason = parsed.error.issues[0]?.message ?? '';
    throw damageFailures.documentInvalid({ file: name, reason }, { chunk: name });
  }
  return parsed.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Fails with `dump-damaged` where the file is not as it was recorded. */
export async function readScriptFile(
  files: ReadableFiles,
  name: string,
  recorded: FileFact | undefined,
): Promise<string> {
  const bytes = await readFileOf(files, name);
  const problem = recorded === undefined ? null : problemOf(recorded, () => bytes);
  if (problem !== null) throw SluiceError.from(problem);
  return textOfFile(name, bytes);
}

/** Characters that are decoded as what they are not would be changed without a word. */
function textOfFile(name: string, bytes: Buffer): string {
  if (isText(bytes)) return bytes.toString('utf8');
  const lines = bytes.toString('latin1').split('\n');
  const line = lines.findIndex((text) => !isText(Buffer.from(text, 'latin1'))) + 1;
  throw unsupportedFailures.scriptNotUtf8({ file: name, line });
}

/** Identity of a finished dump: a digest of its own records, which hold every chunk's digest. */
export async function dumpFingerprint(folder: string): Promise<string> {
  return digestOfFiles([
    [MANIFEST_FILE, await bytesOf(folder, MANIFEST_FILE)],
    [DONE_FILE, await bytesOf(folder, DONE_FILE)],
    [FACTS_FILE, await bytesOf(folder, FACTS_FILE)],
  ]);
}

/**
 * Identity of a dump from the time at which its structure is complete, the same while rows are written and when it is
 * done: a digest of everything recorded up to then, which begins with the dump's random id. Null before that time, and
 * for dumps that do not record it. That of MySQL Shell's, which writes its manifest first, with time and place, is its digest.
 */
export async function dumpBeginning(folder: string): Promise<string | null> {
  const facts = await bytesOf(folder, FACTS_FILE);
  const manifest = await bytesOf(folder, MANIFEST_FILE);
  if (facts.length === 0) return manifest.length === 0 ? null : digestOfFiles([[MANIFEST_FILE, manifest]]);
  const mark = `\n${formatFact({ fact: 'structure' })}`;
  const at = facts.indexOf(mark);
  if (at < 0) return null;
  return digestOfFiles([
    [MANIFEST_FILE, manifest],
    [FACTS_FILE, facts.subarray(0, at + mark.length)],
  ]);
}

/**
 * All identities that a load of the dump may have recorded: a load of the finished dump, or one that followed its
 * writing.
 */
export async function dumpIdentities({
  directory,
  identity,
}: Pick<DumpFolder, 'directory' | 'identity'>): Promise<readonly string[]> {
  const beginning = await dumpBeginning(directory);
  return [await identity(), ...(beginning === null ? [] : [beginning])];
}

/** Bytes of a file; empty where it does not exist. */
async function bytesOf(folder: string, name: string): Promise<Buffer> {
  return await readRegularFile(join(folder, name)).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return Buffer.alloc(0);
  });
}

function digestOfFiles(files: readonly (readonly [name: string, bytes: Buffer])[]): string {
  const digest = createHash('sha256');
  for (const [name, bytes] of files) digest.update(`${name}:${bytes.length}\n`).update(bytes);
  return digest.digest('hex');
}
