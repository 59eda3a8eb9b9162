import type { BrowserWindow } from 'electron';
import type { Handlers } from '../answer';
import type { Services } from '../services';
import { appHandlers } from './app';
import { catalogHandlers } from './catalog';
import { dumpHandlers } from './dump';
import { folderHandlers } from './folders';
import { historyHandlers } from './history';
import { importHandlers } from './imports';
import { inspectHandlers } from './inspect';
import { jobHandlers } from './jobs';
import { leftSettingsHandlers } from './left-settings';
import { loadHandlers } from './load';
import { migrateHandlers } from './migrate';
import { practiceHandlers } from './practice';
import { profileHandlers } from './profiles';
import { proofHandlers } from './proof';
import { runHandlers } from './runs';
import { scheduleHandlers } from './schedules';
import { settingsHandlers } from './settings';

/** Every request of the contract; the compiler refuses this when one is missing. */
export function allHandlers(services: Services, window: () => BrowserWindow): Handlers {
  const { changedSettings, connections, engine, folders, practice, runs, settings } = services;
  return {
    ...appHandlers(engine),
    ...catalogHandlers(connections),
    ...dumpHandlers(services),
    ...folderHandlers(services, window),
    ...historyHandlers(services),
    ...inspectHandlers(services, window),
    ...jobHandlers(services, window),
    ...leftSettingsHandlers(connections, changedSettings),
    ...loadHandlers(connections, folders, runs, engine),
    ...migrateHandlers(services),
    ...practiceHandlers(practice),
    ...profileHandlers(services, window),
    ...importHandlers(connections, window),
    ...proofHandlers(services),
    ...runHandlers(services, window),
    ...scheduleHandlers(services, window),
    ...settingsHandlers(settings, window),
  };
}
