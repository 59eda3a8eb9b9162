import { spoken } from '../../app/contract/language/spoken';
import { commonText } from './common';
import { connectionsText } from './connections';
import { dumpText } from './dump';
import { frameText } from './frame';
import { historyText } from './history';
import { inspectText } from './inspect';
import { jobsText } from './jobs';
import { loadText } from './load';
import { migrateText } from './migrate';
import { proofText } from './runs/proof';
import { resultText } from './result';
import { runText } from './run';
import { settingsText } from './settings';

const english = {
  common: commonText,
  connections: connectionsText,
  dump: dumpText,
  frame: frameText,
  history: historyText,
  inspect: inspectText,
  jobs: jobsText,
  load: loadText,
  migrate: migrateText,
  proof: proofText,
  result: resultText,
  run: runText,
  settings: settingsText,
} as const;

/** Every sentence and word of the window. Placeholders are arguments: text is never glued together elsewhere. */
export const text = spoken(english);
