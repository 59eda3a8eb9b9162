import type { MenuCommand } from '../../../app/contract/channels';
import { assertNever } from '../../../app/contract/exhaustive';
import { readAppInfo } from './app-info';
import { subscribe } from '../remote/bridge';
import { readConnections, takePractice } from '../servers/connections';
import { notifyInterrupted } from '../runs/history';
import { readJobs } from '../runs/jobs';
import { readChangedSettings } from './changed-settings';
import { show, showHistory, showLoadOf, showRun, useNavigation } from './navigation';
import { readRuns, takeUpdate } from '../runs/runs';
import { toggleTheme } from './settings';
import { notifyFailure } from './toasts';

/** Subscribes the stores to main's notices, then reads what is already there. For the life of the window. */
export function connectStores(): void {
  subscribe('runs/update', takeUpdate);
  subscribe('runs/show', ({ runId }) => {
    showRun(runId);
  });
  subscribe('practice/changed', (practice) => {
    void takePractice(practice).catch(notifyFailure);
  });
  subscribe('history/interrupted', notifyInterrupted);
  subscribe('menu/command', execute);
  subscribe('folders/opened', showLoadOf);
  void readAppInfo();
  void readConnections();
  void readRuns();
  void readJobs();
  void readChangedSettings();
}

function execute(command: MenuCommand): void {
  switch (command) {
    case 'show-connections':
      show('connections');
      return;
    case 'new-dump':
      show('dump');
      return;
    case 'new-load':
      show('load');
      return;
    case 'new-migration':
      show('migrate');
      return;
    case 'show-inspect':
      show('inspect');
      return;
    case 'show-runs':
      show('runs');
      return;
    case 'show-jobs':
      show('jobs');
      return;
    case 'show-settings':
      show('settings');
      return;
    case 'show-history':
      showHistory();
      return;
    case 'toggle-theme':
      toggleTheme();
      return;
    case 'command-palette':
      useNavigation.setState({ paletteOpen: true });
      return;
    default:
      assertNever(command);
  }
}
