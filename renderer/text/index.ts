import { inLanguage, languageOf } from '../../app/contract/language/language';
import { commonText } from './common';
import { connectionsText } from './connections';
import { dumpText } from './dump';
import { frameText } from './frame';
import { historyText } from './history';
import { inspectText } from './inspect';
import { jobsText } from './jobs';
import { loadText } from './load';
import { migrateText } from './migrate';
import { resultText } from './result';
import { runText } from './run';
import { settingsText } from './settings';

/** Language of this page: main puts it into the page's address. Tests of parts have no page. */
export const language = languageOf(
  typeof location === 'undefined' ? null : new URLSearchParams(location.search).get('language'),
);

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
  result: resultText,
  run: runText,
  settings: settingsText,
} as const;

/** Every sentence and word of the window. Placeholders are arguments: text is never glued together elsewhere. */
export const text = inLanguage(english, language);
