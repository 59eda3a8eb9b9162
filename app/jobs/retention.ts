import { exists } from '../storage/exists';
import { promises as fs } from 'fs';
import { basename, dirname, join } from 'path';
import { z } from 'zod';
import { areSpared, goingNext, goingOf, type CountedDump } from '../contract/jobs/going';
import { jobIdSchema, type JobDump } from '../contract/jobs/job';
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
  /** Absent where an earlier version wrote it: it counts as whole. */
  isPartial: z.boolean().default(false),
});

/** Marks a finished dump as one of the job's. A partial one never makes an older one go. */
export async function markDump(
  folder: string,
  jobId: string,
  { madeAt, isPartial }: Pick<CountedDump, 'madeAt' | 'isPartial'>,
): Promise<void> {
  const marker: z.infer<typeof markerSchema> = {
    version: 1,
    jobId,
    folder: basename(folder),
    madeAt,
    isPartial,
  };
  await replaceFile(join(folder, MARKER_FILE), `${JSON.stringify(marker)}\n`);
}

/**
 * Lists the finished dumps of a job in its folder, newest first, each with whether the next successful dump would
 * remove it. Folders without the job's marker or without a finished dump are not listed.
 */
export async function dumpsOf(job: SavedJob, now = Date.now()): Promise<readonly JobDump[]> {
  const { id, setup } = job;
  if (setup.kind !== 'dump') return [];
  const { whole } = await markedFolders(dirname(setup.folder), id);
  const dumps = await Promise.all(whole.map(withProof));
  const going = goingNext(dumps, job, now);
  return dumps.map((dump) => ({
    folder: dump.folder,
    madeAt: dump.madeAt,
    isPartial: dump.isPartial,
    goesNext: going.has(dump),
    proof: dump.proof,
  }));
}

export interface Pruned {
  readonly removed: readonly string[];
  /** Folders that would have been removed, but are in use. */
  readonly spared: readonly string[];
}

/**
 * Removes the dumps of a job that it does not keep and nobody uses, and what an earlier removal left of one. Call it after
 * a new dump was marked or proved, unless that one is partial.
 * @param inUse gives the folders that are read at the moment: it is asked before each removal, for one may take long
 */
export async function prune(
  job: SavedJob,
  now = Date.now(),
  inUse: () => Promise<readonly string[]> = () => Promise.resolve([]),
): Promise<Pruned> {
  const { id, setup, keep } = job;
  if (setup.kind !== 'dump' || keep === null) return { removed: [], spared: [] };
  const { whole, leftOver } = await markedFolders(dirname(setup.folder), id);
  const removed: string[] = [];
  const spared: string[] = [];
  for (const { folder } of [...goingOf(await Promise.all(whole.map(withProof)), job, now), ...leftOver]) {
    const used = await Promise.all((await inUse()).map(realPath));
    if (used.includes(await realPath(folder))) {
      spared.push(folder);
      continue;
    }
    await removeDump(folder);
    await removeCertificate(folder);
    removed.push(folder);
  }
  return { removed, spared };
}

async function realPath(path: string): Promise<string> {
  return await fs.realpath(path).catch(() => path);
}

/** Number of a job's dumps where older ones would be gone if its partial ones counted; null where none would. */
export async function countSpared(job: SavedJob, now = Date.now()): Promise<number | null> {
  const { id, setup } = job;
  if (setup.kind !== 'dump') return null;
  const { whole } = await markedFolders(dirname(setup.folder), id);
  return areSpared(whole, job, now) ? whole.length : null;
}

type MarkedFolder = Pick<JobDump, 'folder' | 'madeAt' | 'isPartial'>;

async function withProof(dump: MarkedFolder): Promise<MarkedFolder & CountedDump & Pick<JobDump, 'proof'>> {
  const proof = await proofOf(dump.folder, dump.madeAt);
  return { ...dump, proof, isProved: proof !== null };
}

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
    ((await isWholeDump(folder)) ? whole : leftOver).push({
      folder,
      madeAt: marker.madeAt,
      isPartial: marker.isPartial,
    });
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
  return await exists(join(folder, DONE_FILE));
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
