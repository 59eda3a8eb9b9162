import { counted } from '../../app/contract/language/counted';
import { formatCount } from '../../app/contract/quantities';
import type { Environment, TlsMode } from '../../app/contract/connections/connection';
import { MOST_THREADS } from '../../app/contract/runs/threads';

const environments: Readonly<Record<Environment, string>> = {
  development: 'Development',
  staging: 'Staging',
  production: 'Production',
  unknown: 'Unknown',
};

const tls: Readonly<Record<TlsMode, string>> = {
  disabled: 'DISABLED — never encrypt',
  preferred: 'PREFERRED — encrypt if the server supports it',
  required: 'REQUIRED — encrypt, trust any certificate',
  'verify-ca': 'VERIFY_CA — encrypt, verify the CA',
  'verify-identity': 'VERIFY_IDENTITY — also verify the host name',
};

export const commonText = {
  cancel: 'Cancel',
  close: 'Close',
  discardTitle: 'Discard changes?',
  discardExplain: (title: string) => `“${title}” has changes that are not saved.`,
  discard: 'Discard',
  keepEditing: 'Keep editing',
  readingServer: 'Reading objects…',
  waitedFor: (seconds: number) => `${String(seconds)} s`,
  loading: 'Loading…',
  proved: (ago: string, duration: string) =>
    `Proved ${ago === 'now' ? 'just now' : ago}, restore takes ${duration}`,
  tryAgain: 'Try again',
  none: 'None',
  firstDump: 'Set up a dump',
  threads: 'Threads',
  threadsHint: (cores: number) => `This machine has ${counted(cores, 'core', 'cores')}.`,
  threadsRange: `Between 1 and ${String(MOST_THREADS)}.`,
  wholeNumber: (min: number, max: number, value: number) =>
    `Enter a whole number from ${String(min)} to ${String(max)}; ${String(value)} stays in effect.`,
  more: 'More',
  fewer: 'Fewer',
  errno: (errno: number, sqlstate: string | undefined) =>
    sqlstate === undefined ? `error ${String(errno)}` : `error ${String(errno)}, SQLSTATE ${sqlstate}`,
  /** Chunk by its number, or a file's name: definitions are in files too. */
  chunk: (chunk: string) => (/^\d+$/.test(chunk) ? `chunk ${chunk}` : `file ${chunk}`),
  /** Failures that one notice stands for: more than one. */
  alike: {
    failed: (count: number) => `${formatCount(count)} errors`,
    warning: (count: number) => `${formatCount(count)} warnings`,
  },
  places: (alike: string, places: number) => `${alike} in ${formatCount(places)} places`,
  andMore: (names: string, more: number) => `${names}, and ${formatCount(more)} more`,
  statement: 'Statement',
  environment: environments,
  tls,
  unlockTitle: (name: string) => `Password for ${name}`,
  unlockExplain: {
    ask: 'Kept in memory until Sluice exits; not saved.',
    keychain: 'Stored in the keychain of this desktop.',
  },
  unlockPassword: 'Password',
  unlockRefused: 'The server rejected this password.',
  unlockSubmit: 'Sign in',
  chooseConnection: 'Choose a connection',
  addConnection: 'Add a connection…',
  stoppedPractice: 'Practice server, not running',
  connection: 'Connection',
  sameCommand: 'Command line',
  copyCommand: 'Copy as command',
  copiedCommand: 'Command copied. It contains no password.',
  definers: 'Definers',
  definersHint: 'The account whose privileges views, triggers, routines and events run with.',
  definersMapped: 'Replace accounts…',
  definersOf: (account: string) => `All ${account}`,
  definersMap: 'Replaced definers',
  definersMapHint: 'As user@host=user@host, with commas between them. Other definers are kept.',
  definersMapUnread: 'Not written as user@host=user@host: all definers are kept.',
  missingPrimaryKey: 'No primary key',
  missingPrimaryKeyHint: 'For tables without one, where the target requires it (sql_require_primary_key).',
  missingPrimaryKeys: {
    refuse: 'Refuse the run',
    'add-invisible': 'Add invisible my_row_id',
    allow: 'Allow; needs a privilege',
  },
  unexpected: 'Unexpected error in the window.',
} as const;
