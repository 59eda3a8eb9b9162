import type { FindingSeverity, MigrationFix } from '../../app/contract/migrate';

const severities: Readonly<Record<FindingSeverity, string>> = {
  blocks: 'In the way',
  converts: 'Converted',
  warns: 'Worth knowing',
};

/** What each rule does once it is switched on. */
const fixes: Readonly<Record<MigrationFix, string>> = {
  collations: 'Nearest collation of the target',
  types: 'Text where the target lacks a type',
};

export const migrateText = {
  title: 'Migrate',
  subtitle: 'Moves schemas to another server, and verifies what arrived.',
  steps: 'Steps of the migration',
  step: {
    objects: 'Source and objects',
    target: 'Target and names',
    check: 'Pre-check',
    plan: 'Plan',
  },
  back: 'Back',
  next: {
    objects: 'Choose the target',
    target: 'Check both servers',
    check: 'See the plan',
  },
  reading: 'How it is read',
  target: 'Target',
  names: 'Names in the target',
  same: 'Source and target are the same connection: give the copy another name.',
  guardExplain: (name: string) => `Type ${name} to migrate into it.`,
  definers: 'Definers',
  definerModes: { keep: 'As on the source', strip: 'The target’s account' },
  definersOf: (account: string) => `All ${account}`,
  definersHint: 'Whose rights views, triggers, routines and events have there.',
  accountsExplain: 'With their grants. One that the target has already is never changed.',
  accountsAll: 'All accounts of the source',
  checking: 'Checking both servers…',
  checkingExplain:
    'Definitions, rights, versions and settings are read. Nothing is changed on either server.',
  stop: 'Stop checking',
  stopped: 'Not checked',
  stoppedExplain: 'You stopped it. Nothing was changed on either server.',
  checkAgain: 'Check again',
  found: 'What was found',
  nothingFound: 'Nothing to remark',
  clear: 'Nothing stands in the way.',
  blocked: (count: number) =>
    count === 1 ? '1 thing stands in the way.' : `${String(count)} things stand in the way.`,
  severities,
  severityCount: (severity: FindingSeverity, count: number) => `${severities[severity]} ${String(count)}`,
  all: (count: number) => `All ${String(count)}`,
  which: 'Which findings are shown',
  search: 'Search objects and reasons',
  columnSeverity: 'Severity',
  columnObject: 'Object',
  columnRule: 'Rule',
  columnWhy: 'Why',
  noMatch: 'No finding matches.',
  chosenFinding: 'The chosen finding',
  switchOn: (fix: MigrationFix) => `Switch on: ${fixes[fix]}`,
  rules: 'Rules that convert',
  rulesHint: 'They change definitions, never values. The result names each use.',
  fixes,
  moves: 'Tables, in the order in which they are taken',
  columnFrom: 'Table',
  columnTo: 'In the target',
  columnRows: 'Rows',
  columnData: 'Data',
  columnLanes: 'Lanes',
  shared: 'several',
  stream: 'one',
  noTables: 'No tables; only definitions are moved.',
  servers: 'Servers',
  what: 'What',
  objects: (views: number, routines: number, triggers: number, events: number) =>
    [
      views > 0 ? `${String(views)} ${views === 1 ? 'view' : 'views'}` : '',
      routines > 0 ? `${String(routines)} ${routines === 1 ? 'routine' : 'routines'}` : '',
      triggers > 0 ? `${String(triggers)} ${triggers === 1 ? 'trigger' : 'triggers'}` : '',
      events > 0 ? `${String(events)} ${events === 1 ? 'event' : 'events'}` : '',
    ]
      .filter((part) => part !== '')
      .join(', '),
  between: (source: string, target: string) => `${source} → ${target}`,
  consistency: 'Consistency',
  threads: 'Threads',
  rest: 'From the saved set-up',
  restExplain:
    'Rules for routines, events, triggers or partitions that this screen does not show stay in force.',
  start: 'Start migration',
  starting: 'Starting…',
} as const;
