import { counted } from '../../app/contract/language/counted';
import { formatCount } from '../../app/contract/quantities';
import type { FindingSeverity, MigrationFix } from '../../app/contract/runs/migrate';

const severities: Readonly<Record<FindingSeverity, string>> = {
  blocks: 'Blocker',
  converts: 'Conversion',
  warns: 'Warning',
};

const severityGroups: Readonly<Record<FindingSeverity, string>> = {
  blocks: 'Blockers',
  converts: 'Conversions',
  warns: 'Warnings',
};

/** Effect of each rule that is switched on. */
const fixes: Readonly<Record<MigrationFix, string>> = {
  collations: 'Nearest collation of the target',
  types: 'Text where the target lacks a type',
  indexes: 'Leave out FULLTEXT and SPATIAL indexes that the target lacks',
};

/** Rules that are about something with a name of its own. */
const ruleNames: Readonly<Record<string, string>> = {
  'sql-mode': 'sql_mode',
  'max-allowed-packet': 'max_allowed_packet',
  'lower-case-names': 'lower_case_table_names',
  'json-as-text': 'JSON as text',
  'empty-geometry': 'Empty geometries',
  'json-types-change': 'JSON types',
};

/** The name that scripts know a rule by, as words. */
function inWords(rule: string): string {
  const words = rule.replace(/-/g, ' ');
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

export const migrateText = {
  title: 'Migrate',
  subtitle: 'Copies schemas to another server and verifies the copy.',
  steps: 'Steps of the migration',
  step: {
    objects: 'Source and objects',
    target: 'Target and names',
    check: 'Pre-check',
    plan: 'Plan',
  },
  notYet: {
    target: 'Choose the target connection.',
    reading: 'Both servers are being read…',
    names: 'A name is empty or used twice.',
    confirm: 'Type the name of the production server above.',
    blocked: 'Resolve the blockers first.',
  },
  back: 'Back',
  next: {
    objects: 'Choose target',
    target: 'Check servers',
    check: 'Show plan',
  },
  target: 'Target',
  names: 'Names in the target',
  same: 'Source and target are the same connection: give the copy another name.',
  guardExplain: (name: string) => `To migrate into it, type its name: “${name}”.`,
  definerModes: { keep: 'As on the source', current: 'The target’s account' },
  events: 'Events',
  eventsHint: 'An event that runs on both servers does its work twice.',
  eventStatuses: { disabled: 'Disabled', source: 'As on the source' },
  accountsExplain: 'With their grants. An existing account is never changed.',
  accountsAll: 'All accounts of the source',
  checking: 'Checking both servers…',
  checkingExplain:
    'Reads definitions, privileges, versions and settings. Nothing is changed on either server.',
  stop: 'Stop checking',
  stopped: 'Not checked',
  nothingYet: 'Nothing yet',
  stoppedExplain: 'The check was stopped. Nothing was changed on either server.',
  checkAgain: 'Check again',
  found: 'Findings',
  nothingFound: 'No findings',
  clear: 'No blockers.',
  blocked: (causes: number, objects: number) =>
    `${counted(causes, 'blocker', 'blockers')}, ${counted(objects, 'object', 'objects')}.`,
  definitionOf: (object: string) => `CREATE statement of ${object}, source → target`,
  definitionChoice: 'Definition shown',
  diffKinds: { same: '', removed: 'Source: ', added: 'Target: ' },
  severities,
  severityCount: (severity: FindingSeverity, count: number) =>
    `${severityGroups[severity]} ${formatCount(count)}`,
  all: (count: number) => `All ${formatCount(count)}`,
  which: 'Findings shown',
  search: 'Search objects and reasons',
  columnSeverity: 'Severity',
  columnObject: 'Object',
  columnRule: 'Rule',
  columnWhy: 'Reason',
  noMatch: 'No finding matches.',
  chosenFinding: 'Finding details',
  switchOn: (fix: MigrationFix) => `Switch on: ${fixes[fix]}`,
  rules: 'Conversion rules',
  rulesHint: 'They change definitions, never values. The result lists each use.',
  fixes,
  objectList: (objects: readonly string[], count: number) => {
    if (count === 1) return objects.join('');
    return `${formatCount(count)} objects: ${objects.join(', ')}${count > objects.length ? ', …' : ''}`;
  },
  ruleName: (rule: string) => ruleNames[rule] ?? inWords(rule),
  moves: 'Tables, in copy order',
  columnFrom: 'Table',
  columnTo: 'Target',
  columnRows: 'Rows',
  columnData: 'Data',
  columnLanes: 'Lanes',
  lanesUpTo: (threads: number) => `up to ${String(threads)}`,
  noTables: 'No tables; only other definitions are copied.',
  servers: 'Servers',
  what: 'Objects',
  objects: (views: number, routines: number, triggers: number, events: number) =>
    [
      views > 0 ? counted(views, 'view', 'views') : '',
      routines > 0 ? counted(routines, 'routine', 'routines') : '',
      triggers > 0 ? counted(triggers, 'trigger', 'triggers') : '',
      events > 0 ? counted(events, 'event', 'events') : '',
    ]
      .filter((part) => part !== '')
      .join(', '),
  between: (source: string, target: string) => `${source} → ${target}`,
  consistency: 'Consistency',
  threads: 'Threads',
  existing: 'Existing tables',
  definitions: 'Definitions',
  converted: (count: number) => counted(count, 'is converted by a rule', 'are converted by rules'),
  asTheyAre: 'Unchanged',
  someRows: 'Row filters',
  planNote: 'Runs the migration; add --dry-run to print this plan instead.',
  done: 'Done',
  rest: 'From the saved settings',
  restExplain:
    'Rules for routines, events, triggers or partitions that this screen does not show still apply.',
  start: 'Start migration',
  starting: 'Starting…',
} as const;
