import { reserveNextFolder } from '../../runs/new-folder';
import { MIGRATE_DEFAULTS } from '../../contract/runs/migrate';
import { LOAD_DEFAULTS } from '../../contract/runs/options';
import { repeatRun, unsaved } from '../../runs/repeat';
import type { RunSetup } from '../../runs/setup';
import type { Handlers } from '../answer';
import { displayOf } from '../folders';
import type { Services } from '../services';
import { runSavedJob } from './jobs';
import { migrateDraft } from './migrate';
import { mainFailures } from '../../text/main';

type Area =
  | 'history/list'
  | 'history/result'
  | 'history/timeline'
  | 'history/repeat'
  | 'history/load-draft'
  | 'history/migrate-draft'
  | 'history/roll-back';
type Needs = Pick<Services, 'connections' | 'folders' | 'history' | 'jobs' | 'runs'>;

export function historyHandlers({ connections, folders, history, jobs, runs }: Needs): Pick<Handlers, Area> {
  /**
   * Finds the job of a dump: it is repeated as the job, which marks its dumps and removes its oldest. A proof of such a dump
   * is a run of the job too, and no dump.
   */
  const dumpJobOf = async (runId: string, { kind }: RunSetup) => {
    if (kind !== 'dump') return null;
    const reference = await history.jobOf(runId);
    if (reference === null) return null;
    return (await jobs.list()).find(({ id, setup }) => id === reference.id && setup.kind === 'dump') ?? null;
  };
  return {
    'history/list': async () =>
      (await history.list()).map((entry) => ({
        ...entry,
        folder: entry.folder === null ? null : displayOf(entry.folder),
      })),
    'history/result': ({ runId }) => history.result(runId),
    'history/timeline': ({ runId }) => history.timeline(runId),
    'history/repeat': async ({ runId }) => {
      const setup = await history.setup(runId);
      const job = await dumpJobOf(runId, setup);
      if (job !== null) return await runSavedJob({ connections, runs }, job);
      return await repeatRun(setup, {
        runs,
        endpoint: (profileId) => connections.endpoint(profileId),
        nextFolder: (folder) => reserveNextFolder(folder, new Date()),
      });
    },
    'history/load-draft': async ({ runId }) => {
      const setup = await history.setup(runId);
      if (setup.kind !== 'load') throw mainFailures.notALoad();
      if (setup.server.profileId === null) throw unsaved(setup.server.name);
      const { id } = await connections.find(setup.server.profileId);
      return { profileId: id, folder: await folders.choiceOf(setup.folder), options: setup.options };
    },
    'history/migrate-draft': async ({ runId }) => {
      const setup = await history.setup(runId);
      if (setup.kind !== 'migrate') throw mainFailures.notAMigration();
      return await migrateDraft(connections, setup);
    },
    'history/roll-back': async ({ runId, confirmedTarget }) => {
      const setup = await history.setup(runId);
      if (setup.kind !== 'load' && setup.kind !== 'migrate') throw mainFailures.notReversible();
      const { profileId, name } = setup.server;
      if (profileId === null) throw unsaved(name);
      const profile = await connections.find(profileId);
      const guard = await connections.guardOf(profile);
      const endpoint = await connections.endpoint(profileId);
      const confirmed = confirmedTarget === undefined ? {} : { confirmedTarget };
      if (setup.kind === 'load') {
        const options = { ...LOAD_DEFAULTS, ...setup.options, ...confirmed };
        const request = { profile, guard, endpoint, folder: setup.folder, options };
        return runs.startLoadRollback(name, request, { profileId });
      }
      const options = { ...MIGRATE_DEFAULTS, ...setup.options, ...confirmed };
      return runs.startMigrationRollback(name, { target: endpoint, profile, guard, options });
    },
  };
}
