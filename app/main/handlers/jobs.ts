import { dialog, type BrowserWindow } from 'electron';
import { promises as fs } from 'fs';
import type { RequestArgument } from '../../contract/requests';
import { assertNever } from '../../contract/exhaustive';
import type { RunHeader } from '../../contract/runs/run';
import { folderPattern, jobOf } from '../../jobs/job-list';
import { reserveNextFolder } from '../../runs/new-folder';
import { unsaved } from '../../runs/repeat';
import { removeJob } from '../../jobs/remove-job';
import { dumpsOf } from '../../jobs/retention';
import { proofAfter } from '../../jobs/prove-after';
import { namedAs, startJob } from '../../jobs/run-job';
import type { SavedJob } from '../../jobs/saved-jobs';
import { repeatable, repeatableMigration } from '../../runs/setup';
import { systemdUserFolder } from '../../storage/places';
import type { Handlers } from '../answer';
import { displayOf } from '../folders';
import { askWhere, saveFile } from '../window/save-file';
import type { Services } from '../services';
import { migrateDraft } from './migrate';
import { mainFailures, mainText } from '../../text/main';

type Area =
  | 'jobs/list'
  | 'jobs/add'
  | 'jobs/change'
  | 'jobs/duplicate'
  | 'jobs/remove'
  | 'jobs/run'
  | 'jobs/load-draft'
  | 'jobs/migrate-draft'
  | 'jobs/dumps'
  | 'jobs/export'
  | 'jobs/import';
type Needs = Pick<Services, 'connections' | 'folders' | 'history' | 'jobs' | 'runs'>;

const JOB_FILES = { name: mainText.fileTypes.job, extensions: ['json'] };

export function jobHandlers(services: Needs, window: () => BrowserWindow): Pick<Handlers, Area> {
  const { connections, folders, history, jobs } = services;
  const profileIdOf = async (server: string) =>
    (await connections.list()).find(({ name }) => name === server)?.id ?? null;
  return {
    'jobs/list': async () => {
      const entries = await history.list();
      const shown = (await jobs.list()).map((job) => jobOf(job, entries));
      return shown.map((job) => ({ ...job, folder: job.folder === null ? null : displayOf(job.folder) }));
    },
    'jobs/add': async ({ name, keep, work }) => {
      const setup = await setupOf(services, work);
      await jobs.add({ name, keep: work.kind === 'dump' ? keep : null, setup });
      return null;
    },
    'jobs/change': async ({ jobId, change }) => {
      await jobs.change(jobId, change);
      return null;
    },
    'jobs/duplicate': async ({ jobId }) => {
      await jobs.duplicate(jobId);
      return null;
    },
    'jobs/remove': async ({ jobId }) => {
      // Another instance may have removed it already; its schedule goes all the same.
      const name = (await jobs.list()).find(({ id }) => id === jobId)?.name ?? jobId;
      await removeJob(jobs, { id: jobId, name }, systemdUserFolder());
      return null;
    },
    'jobs/run': async ({ jobId }) => await runSavedJob(services, await jobs.find(jobId)),
    'jobs/load-draft': async ({ jobId }) => {
      const { setup } = await jobs.find(jobId);
      if (setup.kind !== 'load') throw mainFailures.jobNotALoad();
      if (setup.server.profileId === null) throw unsaved(setup.server.name);
      const { id } = await connections.find(setup.server.profileId);
      return { profileId: id, folder: await folders.choiceOf(setup.folder), options: setup.options };
    },
    'jobs/migrate-draft': async ({ jobId }) => {
      const { setup } = await jobs.find(jobId);
      if (setup.kind !== 'migrate') throw mainFailures.jobNotAMigration();
      return await migrateDraft(connections, setup);
    },
    'jobs/dumps': async ({ jobId }) =>
      (await dumpsOf(await jobs.find(jobId))).map((dump) => ({ ...dump, folder: displayOf(dump.folder) })),
    'jobs/export': async ({ jobId }) => {
      const { name } = await jobs.find(jobId);
      const path = await askWhere(window(), { name, filters: [JOB_FILES] });
      if (path !== null) await saveFile(path, await jobs.export(jobId));
      return path !== null;
    },
    'jobs/import': async () => {
      const { filePaths } = await dialog.showOpenDialog(window(), {
        title: mainText.choose.job,
        filters: [JOB_FILES],
        properties: ['openFile'],
      });
      const [path] = filePaths;
      if (path === undefined) return null;
      return (await jobs.import(await fs.readFile(path, 'utf8'), profileIdOf)).name;
    },
  };
}

/** Converts a screen's set-up to a job's. */
async function setupOf(
  { connections, folders }: Pick<Services, 'connections' | 'folders'>,
  work: RequestArgument<'jobs/add'>['work'],
): Promise<SavedJob['setup']> {
  const server = async (profileId: string) => namedAs(await connections.find(profileId));
  switch (work.kind) {
    case 'dump': {
      const folder = folderPattern(folders.pathOf(work.folder));
      return { kind: work.kind, server: await server(work.profileId), folder, options: work.options };
    }
    case 'load': {
      const folder = folders.pathOf(work.folder);
      const options = repeatable(work.options);
      return { kind: work.kind, server: await server(work.profileId), folder, options };
    }
    case 'migrate':
      return {
        kind: work.kind,
        source: await server(work.sourceProfileId),
        server: await server(work.targetProfileId),
        options: repeatableMigration(work.options),
      };
    default:
      return assertNever(work);
  }
}

/** Starts a saved job for the window's user. */
export async function runSavedJob(
  { connections, runs }: Pick<Services, 'connections' | 'runs'>,
  job: SavedJob,
): Promise<RunHeader> {
  const header = await startJob(job, {
    runs,
    server: async (profileId) => {
      const profile = await connections.find(profileId);
      const guard = await connections.guardOf(profile);
      return { profile, guard, endpoint: await connections.endpoint(profileId) };
    },
    nextFolder: (folder) => reserveNextFolder(folder, new Date()),
  });
  // A run of its own, which the window shows beside the others.
  void proofAfter(job, header, runs).catch(() => undefined);
  return header;
}
