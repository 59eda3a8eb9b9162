import { dialog, type BrowserWindow } from 'electron';
import { existsSync } from 'fs';
import { join } from 'path';
import type { ScheduleWish } from '../../contract/jobs/schedule';
import { logoutWarning } from '../../jobs/lingering';
import type { SavedJob } from '../../jobs/saved-jobs';
import { scheduledCommand } from '../../jobs/scheduled-command';
import {
  allSchedules,
  openScheduler,
  schedule,
  unschedule,
  usualScheduler,
  type Scheduler,
} from '../../jobs/scheduler';
import { systemdUserFolder } from '../../storage/places';
import type { Handlers } from '../answer';
import { displayOf, type FolderHandles } from '../folders';
import type { Services } from '../services';
import { mainFailures, mainText } from '../../text/main';

type Area =
  | 'jobs/schedules'
  | 'jobs/schedule-preview'
  | 'jobs/schedule'
  | 'jobs/unschedule'
  | 'jobs/choose-option-file';

/**
 * Handlers for schedules. The scheduled command is built here, whole: the window only chooses the time and among the
 * given options.
 */
export function scheduleHandlers(
  { folders, jobs }: Pick<Services, 'folders' | 'jobs'>,
  window: () => BrowserWindow,
): Pick<Handlers, Area> {
  return {
    'jobs/schedules': async () => {
      const schedules = await allSchedules(systemdUserFolder());
      return { schedules, warning: await logoutWarning(schedules) };
    },
    'jobs/schedule-preview': async ({ jobId, wish }) => {
      const command = commandOf(await jobs.find(jobId), wish, folders);
      return (await machineScheduler()).preview(wish.timetable, command);
    },
    'jobs/schedule': async ({ jobId, wish }) => {
      const command = commandOf(await jobs.find(jobId), wish, folders);
      await schedule(await usualScheduler(), systemdUserFolder(), wish.timetable, command);
      return null;
    },
    'jobs/unschedule': async ({ jobId }) => {
      await unschedule(jobId, systemdUserFolder());
      return null;
    },
    'jobs/choose-option-file': async () => {
      const { filePaths } = await dialog.showOpenDialog(window(), {
        title: mainText.choose.optionFile,
        // Option files are hidden ones.
        properties: ['openFile', 'showHiddenFiles'],
      });
      const [path] = filePaths;
      return path === undefined ? null : { handle: folders.handleOf(path), display: displayOf(path) };
    },
  };
}

async function machineScheduler(): Promise<Scheduler> {
  return openScheduler(await usualScheduler(), systemdUserFolder());
}

/** notify-send(1) comes with every desktop that shows notifications; the variables are those of `sluice run --help`. */
const TELL_DESKTOP =
  'notify-send --app-name=Sluice --urgency=critical "Sluice: $SLUICE_JOB" "$SLUICE_MESSAGE"';

function commandOf(job: SavedJob, wish: ScheduleWish, folders: FolderHandles) {
  const { env, execPath } = process;
  // An AppImage lies elsewhere each time it is started.
  if (env.APPIMAGE !== undefined) throw mainFailures.scheduleFromAppImage();
  return scheduledCommand(job, {
    program: [execPath, join(__dirname, 'cli.cjs')],
    environment: { ...env, ELECTRON_RUN_AS_NODE: '1' },
    isThere: existsSync,
    optionFile: wish.optionFile === null ? null : folders.pathOf(wish.optionFile),
    onFailure: wish.tellsFailure ? TELL_DESKTOP : null,
    requireComplete: wish.requireComplete,
  });
}
