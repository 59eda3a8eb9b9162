import { promises as fs } from 'fs';
import { join } from 'path';
import type { SluiceError } from '../contract/failure';
import { parseFacts, type DumpedBy } from '../format/facts';
import { DONE_FILE, FACTS_FILE } from '../format/names';
import { canBeSeen, hasEnded } from '../storage/process-identity';
import { dumpFailures } from '../text/dump';

/** Time within which an owner writes its name after claiming the folder. */
const NAMED_WITHIN_MS = 1000;
const LOOK_EVERY_MS = 20;

/** Bytes to read of a facts file; its first line is shorter. */
const HEAD_BYTES = 64 << 10;

/** Returns the process that wrote, or writes, the dump in a folder; null where none is named. */
export async function ownerOf(folder: string): Promise<DumpedBy | null> {
  const [first] = parseFacts(await headOf(join(folder, FACTS_FILE)));
  return first?.fact === 'dump' ? (first.writer ?? null) : null;
}

/** Returns the failure of a folder that can't be claimed; `found` is a name in it. */
export async function occupiedFailure(folder: string, found: string = FACTS_FILE): Promise<SluiceError> {
  const names = await fs.readdir(folder).catch((): string[] => []);
  if (!names.includes(FACTS_FILE)) return dumpFailures.folderNotEmpty({ folder, found });
  if (names.includes(DONE_FILE)) return dumpFailures.folderHoldsDump({ folder });
  const owner = await namedOwner(folder);
  if (owner === null) return dumpFailures.folderJustTaken({ folder });
  const { pid, host, since } = owner;
  const owned = { folder, pid, host, since };
  if (await hasEnded(owner)) return dumpFailures.folderHoldsUnfinishedDump(owned);
  return canBeSeen(owner) ? dumpFailures.folderOfRunningDump(owned) : dumpFailures.folderOfUnseenDump(owned);
}

async function namedOwner(folder: string): Promise<DumpedBy | null> {
  const deadline = Date.now() + NAMED_WITHIN_MS;
  for (;;) {
    const owner = await ownerOf(folder);
    if (owner !== null || Date.now() > deadline) return owner;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

/** Reads the beginning of a file; empty where it doesn't exist. */
async function headOf(file: string): Promise<string> {
  let handle: fs.FileHandle;
  try {
    handle = await fs.open(file, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await handle.close();
  }
}
