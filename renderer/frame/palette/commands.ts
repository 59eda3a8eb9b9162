import type { Job } from '../../../app/contract/jobs/job';
import type { Profile } from '../../../app/contract/connections/connection';
import {
  editConnection,
  show,
  showDump,
  showHistory,
  showInspect,
  showLoadInto,
  showMigrateFrom,
  showRun,
  useNavigation,
} from '../../state/app/navigation';
import type { RunModel } from '../../state/runs/run-model';
import { runJob } from '../../state/runs/jobs';
import { notifyFailure } from '../../state/app/toasts';
import { text } from '../../text';
import { changeSettings, toggleTheme } from '../../state/app/settings';
import type { Command } from './match-commands';

/** Everything the palette can do, given what there is. */
export function allCommands(
  profiles: readonly Profile[],
  runs: readonly RunModel[],
  jobs: readonly Job[],
): readonly Command[] {
  const { frame, connections } = text;
  return [
    {
      id: 'connections',
      key: 'show-connections',
      label: frame.commandConnections,
      run: () => {
        show('connections');
      },
    },
    {
      id: 'dump',
      key: 'new-dump',
      label: frame.commandDump,
      run: () => {
        show('dump');
      },
    },
    {
      id: 'load',
      key: 'new-load',
      label: frame.commandLoad,
      run: () => {
        show('load');
      },
    },
    {
      id: 'verify',
      label: frame.commandVerify,
      run: () => {
        show('load');
      },
    },
    {
      id: 'migrate',
      key: 'new-migration',
      label: frame.commandMigrate,
      run: () => {
        show('migrate');
      },
    },
    {
      id: 'runs',
      key: 'show-runs',
      label: frame.commandRuns,
      run: () => {
        show('runs');
      },
    },
    {
      id: 'jobs',
      key: 'show-jobs',
      label: frame.commandJobs,
      run: () => {
        show('jobs');
      },
    },
    {
      id: 'history',
      key: 'show-history',
      label: frame.commandHistory,
      run: () => {
        showHistory();
      },
    },
    {
      id: 'inspect',
      key: 'show-inspect',
      label: frame.commandInspect,
      run: () => {
        show('inspect');
      },
    },
    {
      id: 'new',
      label: frame.commandNewConnection,
      run: () => {
        editConnection('new');
      },
    },
    { id: 'theme', key: 'toggle-theme', label: frame.commandTheme, run: toggleTheme },
    {
      id: 'system-theme',
      label: frame.commandSystemTheme,
      run: () => {
        changeSettings({ appearance: 'system' });
      },
    },
    {
      id: 'settings',
      key: 'show-settings',
      label: frame.commandSettings,
      run: () => {
        show('settings');
      },
    },
    {
      id: 'about',
      label: frame.commandAbout,
      run: () => {
        useNavigation.setState({ aboutOpen: true });
      },
    },
    ...profiles.flatMap((profile) => [
      {
        id: `dump ${profile.id}`,
        label: connections.dumpFrom(profile.name),
        run: () => {
          showDump(profile.id);
        },
      },
      {
        id: `load ${profile.id}`,
        label: connections.loadInto(profile.name),
        run: () => {
          showLoadInto(profile.id);
        },
      },
      {
        id: `migrate ${profile.id}`,
        label: connections.migrateFrom(profile.name),
        run: () => {
          showMigrateFrom(profile.id);
        },
      },
      {
        id: `inspect ${profile.id}`,
        label: connections.inspectOn(profile.name),
        run: () => {
          showInspect(profile.id);
        },
      },
    ]),
    // A job that changes its target is started where its question is asked.
    ...jobs
      .filter(({ kind }) => kind === 'dump')
      .map((job) => ({
        id: `job ${job.id}`,
        label: text.jobs.runJob(job.name),
        run: () => {
          void runJob(job, false).catch(notifyFailure);
        },
      })),
    ...runs.map((run) => ({
      id: `run ${run.runId}`,
      label: frame.commandRun(run.header.title),
      run: () => {
        showRun(run.runId);
      },
    })),
  ];
}
