import { promises as fs } from 'fs';
import { basename, dirname, join } from 'path';
import { z } from 'zod';
import { jobIdSchema, type JobDump } from '../contract/jobs/job';
import { stays, type Keep } from '../contract/jobs/keep';
import { DONE_FILE } from '../format/names';
import { proofOf } from '../prove/certificate/dump-proof';
import { removeCertificate } from '../prove/certificate/places';
import { replaceFile } from '../storage/atomic-file';
import type { SavedJob } from './saved-jobs';

/** File in a dump's folder that names its job. Other readers of the format ignore it. */
export const MARKER_FILE = '@.sluice-job.json';

const markerSchema = z.object({
  version: z.literal(1),
  jobId: jobIdSchema,
  /** The folder's own name: a marker that was copied elsewhere marks nothing. */
  folder: z.string(),
  madeAt: z.number(),
});

/** Marks a finished dump as one of the job's. */
export async function markDump(folder: string, jobId: string, madeAt: number): Promise<void> {
  const marker: z.infer<typeof markerSchema> = { version: 1, jobId, folder: basename(folder), madeAt };
  await replaceFile(join(folder, MARKER_FILE), `${JSON.stringify(marker)}\n`);
}

/**
 * Lists the finished dumps of a job in its folder, newest first, each with whether the next successful dump would
 * remove it. Folders without the job's marker or without a finished dump are not listed.
 */
export async function dumpsOf({ id, setup, keep }: SavedJob, now = Date.now()): Promise<readonly JobDump[]> {
  if (setup.kind !== 'dump') return [];
  const { whole } = await markedFolders(dirname(setup.folder), id);
  const surplus = new Set<Made>(surplusOf([{ madeAt: now }, ...whole], keep, now));
  return await Promise.all(
    whole.map(async (dump) => ({
      ...dump,
      goesNext: surplus.has(dump),
      proof: await proofOf(dump.folder, dump.madeAt),
    })),
  );
}

/**
 * Removes the dumps of a job that it does not keep, and what an earlier removal left of one. Call it after
 * a new dump was marked.
 * @returns the folders that were removed
 */
export async function prune({ id, setup, keep }: SavedJob, now = Date.now()): Promise<readonly string[]> {
  if (setup.kind !== 'dump' || keep === null) return [];
  const { whole, leftOver } = await markedFolders(dirname(setup.folder), id);
  const surplus = [...surplusOf(whole, keep, now), ...leftOver];
  for (const { folder } of surplus) {
    await removeDump(folder);
    await removeCertificate(folder);
  }
  return surplus.map(({ folder }) => folder);
}

type Made = Pick<JobDump, 'madeAt'>;

/**
 * Returns those of the dumps, newest first, that are not kept. One of a time to come was made while this machine's clock
 * was ahead: it would count as newer than the one that was made just now, so it stays out of count until its time has
 * passed.
 */
function surplusOf<T extends Made>(dumps: readonly T[], keep: Keep, now: number): readonly T[] {
  const past = dumps.filter(({ madeAt }) => madeAt <= now);
  const stay = stays(
    past.map(({ madeAt }) => madeAt),
    keep,
  );
  return past.filter((_dump, index) => stay[index] !== true);
}

type MarkedFolder = Pick<JobDump, 'folder' | 'madeAt'>;

/**
 * Lists the marked folders. Only a finished dump is marked: where the done marker is missing, a removal was
 * interrupted.
 */
async function markedFolders(
  place: string,
  jobId: string,
): Promise<{ readonly whole: readonly MarkedFolder[]; readonly leftOver: readonly MarkedFolder[] }> {
  const entries = await fs.readdir(place, { withFileTypes: true }).catch(() => []);
  const whole: MarkedFolder[] = [];
  const leftOver: MarkedFolder[] = [];
  // A link is no folder here: what it leads to may be anybody's.
  for (const { name } of entries.filter((entry) => entry.isDirectory())) {
    const folder = join(place, name);
    const marker = await readMarker(folder);
    if (marker?.jobId !== jobId || marker.folder !== name) continue;
    ((await isWholeDump(folder)) ? whole : leftOver).push({ folder, madeAt: marker.madeAt });
  }
  whole.sort((a, b) => b.madeAt - a.madeAt || b.folder.localeCompare(a.folder));
  return { whole, leftOver };
}

async function readMarker(folder: string): Promise<z.infer<typeof markerSchema> | null> {
  try {
    return markerSchema.parse(JSON.parse(await fs.readFile(join(folder, MARKER_FILE), 'utf8')));
  } catch {
    return null;
  }
}

async function isWholeDump(folder: string): Promise<boolean> {
  return await fs.access(join(folder, DONE_FILE)).then(
    () => true,
    () => false,
  );
}

/**
 * Removes the done marker first, the job's marker last: an interrupted removal leaves nothing that could be taken for a
 * finished dump, and is recognized later. A dump's folder is flat; folders that somebody put into it are kept.
 */
async function removeDump(folder: string): Promise<void> {
  if (await isWholeDump(folder)) await fs.unlink(join(folder, DONE_FILE));
  for (const entry of await fs.readdir(folder, { withFileTypes: true })) {
    if (!entry.isDirectory() && entry.name !== MARKER_FILE) await fs.unlink(join(folder, entry.name));
  }
  await fs.unlink(join(folder, MARKER_FILE));
  await fs.rmdir(folder);
}
