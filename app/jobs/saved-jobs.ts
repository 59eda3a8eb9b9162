import { randomBytes } from 'crypto';
import { z } from 'zod';
import { jobIdSchema, jobNameSchema, proveEverySchema, type JobChange } from '../contract/jobs/job';
import { keepSchema, type Keep } from '../contract/jobs/keep';
import { assertNever } from '../contract/exhaustive';
import { compareNames } from '../contract/name-order';
import { VersionedDocument } from '../storage/document';
import {
  readSetup,
  type DumpSetup,
  type LoadSetup,
  type MigrateSetup,
  type VerifySetup,
} from '../runs/setup';
import { jobFailures } from '../text/runs/jobs';

/** A set-up that was saved under a name. A dump's folder is the pattern of its folders: each run makes a new one. */
export interface SavedJob {
  readonly id: string;
  readonly name: string;
  readonly setup: DumpSetup | LoadSetup | MigrateSetup | VerifySetup;
  /** Retention of its dumps. */
  readonly keep: Keep;
  /** Number of its dumps of which one is proved by restoring it; absent for none. */
  readonly proveEvery?: number | undefined;
}

const VERSION = 1;

/** The set-up is read when it is needed: a job whose options another version wrote must not hide the others. */
const storedJobSchema = z.object({
  id: jobIdSchema,
  name: jobNameSchema,
  setup: z.record(z.string(), z.unknown()),
  keep: keepSchema,
  proveEvery: proveEverySchema.optional(),
});
const documentSchema = z.object({ version: z.literal(VERSION), jobs: z.array(storedJobSchema) });
type StoredJob = z.infer<typeof storedJobSchema>;

/** A job as a file that travels: without the machine's own ids, and without a secret, for a set-up holds none. */
const exportedSchema = z.object({
  sluice: z.literal('job'),
  version: z.literal(VERSION),
  job: storedJobSchema.omit({ id: true }),
});

/** The saved jobs: one versioned document, as {@link VersionedDocument} keeps it. Their names are unique. */
export class SavedJobs {
  readonly #document: VersionedDocument<z.infer<typeof documentSchema>>;

  constructor(file: string) {
    this.#document = new VersionedDocument(file, {
      schema: documentSchema,
      version: VERSION,
      empty: { version: VERSION, jobs: [] },
      content: 'jobs',
    });
  }

  /** Lists the jobs by name. Jobs whose set-up another version wrote are kept, but not listed. */
  async list(): Promise<readonly SavedJob[]> {
    const { jobs } = await this.#document.read();
    return jobs.flatMap((stored) => readJob(stored) ?? []).sort((a, b) => compareNames(a.name, b.name));
  }

  /** Finds a job by id or by name; fails with `unknown-job`. */
  async find(idOrName: string): Promise<SavedJob> {
    const jobs = await this.list();
    const job = jobs.find(({ id }) => id === idOrName) ?? jobs.find(({ name }) => name === idOrName);
    if (job === undefined) throw jobFailures.unknownJob({ name: idOrName });
    return job;
  }

  /** Fails with `usage` where the name is taken. */
  async add(job: Omit<SavedJob, 'id'>): Promise<SavedJob> {
    const { setup } = job;
    if (setup.kind === 'dump' && setup.options.output.kind !== 'shell') throw jobFailures.otherFormat();
    const added: SavedJob = { ...job, id: randomBytes(8).toString('hex') };
    await this.#change((jobs) => {
      refuseTakenName(jobs, added);
      return [...jobs, toStored(added)];
    });
    return added;
  }

  async change(jobId: string, { name, threads, keep, requireComplete }: JobChange): Promise<SavedJob> {
    const { setup, proveEvery } = await this.find(jobId);
    const changed: SavedJob = {
      ...{ id: jobId, name, keep, proveEvery },
      setup: changedSetup(setup, threads, requireComplete),
    };
    await this.#change((jobs) => {
      refuseTakenName(jobs, changed);
      return jobs.map((job) => (job.id === jobId ? toStored(changed) : job));
    });
    return changed;
  }

  /** Copies a job under the next free name. */
  async duplicate(jobId: string): Promise<SavedJob> {
    const { name, ...job } = await this.find(jobId);
    return await this.add({ ...job, name: freeName(name, await this.#names()) });
  }

  /** Removes a job; its dumps stay. A missing job is no error: another instance may have been faster. */
  async remove(jobId: string): Promise<void> {
    await this.#change((jobs) => jobs.filter(({ id }) => id !== jobId));
  }

  /** The text of a file that {@link import} reads, on this machine or another. */
  async export(jobId: string): Promise<string> {
    const { name, keep, proveEvery, setup } = await this.find(jobId);
    const foreign = await withServers(setup, () => Promise.resolve(null));
    const exported = { sluice: 'job', version: VERSION, job: { name, keep, proveEvery, setup: foreign } };
    return `${JSON.stringify(exported)}\n`;
  }

  /**
   * Adds a job that was exported, under a free name. `profileIdOf` finds the connection that has the server's name
   * here; null where there is none. Fails with `usage` where the text is no job.
   */
  async import(text: string, profileIdOf: (server: string) => Promise<string | null>): Promise<SavedJob> {
    const { name, keep, proveEvery, setup } = parseExported(text);
    return await this.add({
      name: freeName(name, await this.#names()),
      keep,
      proveEvery,
      setup: await withServers(setup, profileIdOf),
    });
  }

  async #names(): Promise<readonly string[]> {
    return (await this.#document.read()).jobs.map(({ name }) => name);
  }

  async #change(change: (jobs: readonly StoredJob[]) => readonly StoredJob[]): Promise<void> {
    await this.#document.change(({ jobs }) => ({ version: VERSION, jobs: [...change(jobs)] }));
  }
}

function changedSetup(
  setup: SavedJob['setup'],
  threads: number,
  requireComplete: boolean | null,
): SavedJob['setup'] {
  const complete = requireComplete === null ? {} : { requireComplete };
  switch (setup.kind) {
    case 'dump':
      return { ...setup, options: { ...setup.options, threads, ...complete } };
    case 'load':
      return { ...setup, options: { ...setup.options, threads } };
    case 'migrate':
      return { ...setup, options: { ...setup.options, threads, ...complete } };
    case 'verify':
      return { ...setup, threads };
    default:
      return assertNever(setup);
  }
}

/** The set-up with other ids of its servers' connections, by their names. */
async function withServers(
  setup: SavedJob['setup'],
  profileIdOf: (server: string) => Promise<string | null>,
): Promise<SavedJob['setup']> {
  const found = async ({ name }: { readonly name: string }) => ({ name, profileId: await profileIdOf(name) });
  switch (setup.kind) {
    case 'migrate':
      return { ...setup, server: await found(setup.server), source: await found(setup.source) };
    case 'verify':
      return { ...setup, server: setup.server === null ? null : await found(setup.server) };
    case 'dump':
    case 'load':
      return { ...setup, server: await found(setup.server) };
    default:
      return assertNever(setup);
  }
}

function toStored({ id, name, setup, keep, proveEvery }: SavedJob): StoredJob {
  return { id, name, setup: { ...setup }, keep, ...(proveEvery !== undefined && { proveEvery }) };
}

function readJob({ id, name, setup: stored, keep, proveEvery }: StoredJob): SavedJob | null {
  try {
    return { id, name, setup: jobSetup(stored), keep, ...(proveEvery !== undefined && { proveEvery }) };
  } catch {
    return null;
  }
}

function jobSetup(stored: unknown): SavedJob['setup'] {
  const setup = readSetup(stored);
  if (setup.kind === 'rollback') throw jobFailures.rollback();
  return setup;
}

function parseExported(text: string): Omit<SavedJob, 'id'> {
  const parsed = exportedSchema.safeParse(parseJson(text));
  if (!parsed.success) throw jobFailures.noExportedJob();
  const { name, keep, proveEvery, setup } = parsed.data.job;
  return { name, keep, proveEvery, setup: jobSetup(setup) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

function refuseTakenName(jobs: readonly StoredJob[], { id, name }: SavedJob): void {
  if (jobs.some((job) => job.name === name && job.id !== id)) throw jobFailures.nameTaken({ name });
}

function freeName(name: string, taken: readonly string[]): string {
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? name : `${name.slice(0, 74)} ${number}`;
    if (!taken.includes(candidate)) return candidate;
  }
}
