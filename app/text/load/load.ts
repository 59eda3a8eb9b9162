import { exceptTrigger, type FiredTrigger } from './fired-trigger';
import { counted } from '../../contract/language/counted';
import type { PlannedAction } from '../../contract/runs/load-plan';
import { failures } from '../failures';
import { describeMissingRows, type MissingRows } from '../format/folder';
import { spoken } from '../../contract/language/spoken';

/** Most names that a message lists. */
const MOST_NAMED = 10;

function listed(names: readonly string[]): string {
  const more = names.length - MOST_NAMED;
  return [...names.slice(0, MOST_NAMED), ...(more > 0 ? [`${more} more`] : [])].join(', ');
}

/** Failures of loading a dump, with their codes. */
export const loadFailures = failures({
  // dump-source
  nothingToFollow: {
    code: 'not-a-dump',
    message: ({ folder }: { readonly folder: string }) =>
      `${folder} holds no dump whose load could be resumed.`,
  },
  timeZoneUnknown: {
    code: 'dump-unsupported',
    message: ({ zone, table }: { readonly zone: string; readonly table: string }) =>
      `The TIMESTAMP values of ${table} are in the time zone ${zone}, which the target does not know.`,
    hint: 'Servers know zones by name where their time zone tables are filled (mysql_tzinfo_to_sql); an offset such as +02:00 needs none.',
  },
  firedInExisting: {
    code: 'dump-unsupported',
    message: ({ table, trigger }: FiredTrigger) =>
      `Rows of ${table} fire the trigger “${trigger}” of the script, which needs that the load creates all tables.`,
    hint: (fired: FiredTrigger) =>
      `Load definitions and rows, and stop at existing tables or drop them (--on-existing). ${exceptTrigger(fired)}`,
  },
  firedOutsideTransaction: {
    code: 'dump-unsupported',
    message: ({ table, engine }: { readonly table: string; readonly engine: string }) =>
      `The target made ${table} with the engine ${engine}: what triggers write there can’t be taken back when a transaction is tried again.`,
    hint: 'Roll back, name the engine InnoDB in the script, and load it again.',
  },
  definitionsPending: {
    code: 'dump-incomplete',
    message: ({ folder }: { readonly folder: string }) =>
      `The definitions of the dump in ${folder} are not there yet.`,
    hint: 'Try again when the dump has come to its rows.',
  },
  dumpOfEarlierVersion: {
    code: 'dump-unsupported',
    message: ({ folder }: { readonly folder: string }) => `An earlier Sluice wrote what is in ${folder}.`,
    hint: 'Its dumps are loaded when they are finished; without --follow.',
  },
  dumpOfOtherTool: {
    code: 'not-a-dump',
    message: ({ folder }: { readonly folder: string }) =>
      `${folder} holds no dump that Sluice or MySQL Shell is writing.`,
    hint: 'Only dump folders of these two can be followed; load another tool’s dump when it is finished.',
  },
  dumpProcessEnded: {
    code: 'dump-incomplete',
    message: (values: {
      readonly folder: string;
      readonly pid: number;
      readonly missing: MissingRows | null;
    }) =>
      `The dump in ${values.folder} will not be finished: the process ${values.pid} that wrote it has ended.${describeMissingRows(values.missing)}`,
    hint: 'Its snapshot is gone. Roll back what was loaded (--roll-back), run the dump again and load that.',
  },
  dumpReplaced: {
    code: 'dump-incomplete',
    message: ({ folder }: { readonly folder: string }) =>
      `The dump in ${folder} is another one than was opened.`,
  },
  chunksChanged: {
    code: 'dump-damaged',
    message: 'The finished dump tells of other chunks than were loaded.',
  },

  // summary, rollback, checksums, fixes
  noTable: { code: 'unknown-table', message: 'The dump has no such table.' },
  noValues: { code: 'not-a-dump', message: 'The dump is no file of values (CSV, TSV).' },
  noUnfinishedLoad: {
    code: 'nothing-to-resume',
    message: 'No load of this dump was left unfinished on the target.',
  },
  rowsAmongOthers: {
    code: 'rows-not-compared',
    message: 'The dump’s rows are among others that were there before: counted, not compared.',
  },
  definerUnused: {
    code: 'unknown-object',
    /** `named`: the definers of the objects that are loaded. */
    message: ({ account, named }: { readonly account: string; readonly named: readonly string[] }) =>
      `No object that is loaded has the definer ${account}: --definers map replaces nothing there. ${named.length === 0 ? 'None of them has a definer.' : `Definers of the dump: ${listed(named)}.`}`,
    hint: 'Check the spelling of the account, as user@host.',
  },
  definerMissing: {
    code: 'unknown-object',
    message: ({ account, objects }: { readonly account: string; readonly objects: readonly string[] }) =>
      `The definer ${account} does not exist on the target: ${listed(objects)} can’t be used until it does (error 1449).`,
    hint: 'Create the account, or choose --definers current or map.',
  },
  nameCaseCounts: {
    code: 'unknown-table',
    message: ({ onSource }: { readonly onSource: number }) =>
      `lower_case_table_names was ${onSource} where the dump was taken and is 0 on the target: routines, triggers, events and applications that write a table’s name in another case than it has find no table.`,
    hint: 'Have them write names in lower case, or load into a server with lower_case_table_names = 1.',
  },
  namesFolded: {
    code: 'unknown-table',
    message: ({ onTarget }: { readonly onTarget: number }) =>
      `lower_case_table_names was 0 where the dump was taken and is ${onTarget} on the target: names of schemas, tables and views become lower case there, and statements find them in any case.`,
    hint: 'There is nothing to do, unless an application lists the tables by their names.',
  },
  refusedByRule: {
    code: 'definition-refused',
    message: ({
      object,
      why,
    }: {
      readonly object: string;
      readonly why: string;
      /** Name of the rule, for scripts. */
      readonly rule: string;
    }) => `${object}: ${why}`,
  },
  converted: {
    code: 'migration-converted',
    message: ({ object, why }: { readonly object: string; readonly why: string }) => `${object}: ${why}`,
  },
  changedByRule: {
    code: 'definition-changed-by-rule',
    message: ({ change, fix }: { readonly change: string; readonly fix: string }) =>
      `${change} (--fix ${fix})`,
  },

  // gtid
  noGtidSet: {
    code: 'gtid-refused',
    message: 'The dump has no GTID set that belongs to its rows.',
    hint: 'Dump a server that writes GTIDs into its binary log, with an account that may read its position.',
  },
  gtidNotSet: {
    code: 'gtid-refused',
    message: (values: { readonly variable: string; readonly value: string; readonly now: string }) =>
      `The target’s ${values.variable} was set to ${values.value} and reads back as ${values.now}.`,
  },
  gtidsExecuted: {
    code: 'gtid-refused',
    message: ({ gtids }: { readonly gtids: string }) =>
      `The target has transactions of the dump’s GTID set already: ${gtids}.`,
  },
  gtidsPurged: {
    code: 'gtid-refused',
    message: ({ gtids }: { readonly gtids: string }) =>
      `The dump’s GTID set lacks what the target has purged: ${gtids}.`,
    hint: 'Append it instead: --gtid append.',
  },
  domainTaken: {
    code: 'gtid-refused',
    message: ({ domain, position }: { readonly domain: string; readonly position: string }) =>
      `The target has a position in domain ${domain} already: ${position}.`,
    hint: 'Replace it instead: --gtid replace.',
  },
});

/** Actions on tables that the plan counts, in its order. */
const actionWords: Partial<Readonly<Record<PlannedAction, string>>> = {
  create: 'created',
  replace: 'replaced',
  empty: 'emptied',
  append: 'added to',
  skip: 'skipped',
};

/** Counts tables by action, without actions of none: `: 7 tables created, 2 emptied`. */
function countsOf(tables: Partial<Readonly<Record<PlannedAction, number>>>): string {
  const counts = Object.entries(actionWords)
    .map(([action, word]) => [tables[action as PlannedAction] ?? 0, word] as const)
    .filter(([count]) => count > 0);
  const words = counts.map(([count, word], at) => {
    if (at > 0) return `${count} ${word}`;
    return `${counted(count, 'table', 'tables')} ${word}`;
  });
  return words.length === 0 ? '' : `: ${words.join(', ')}`;
}

/** Other sentences of a load: log lines, details of checks, steps of its plan. */
export const loadText = spoken({
  // begin, finish, rollback
  nothingToResume: 'Nothing of this dump was left to resume on the target: the load begins.',
  beforeRows: 'The load had not reached its rows: its tables are created again.',
  resumed: 'What the journal in the target tells of is kept; the rest is loaded.',
  notRolledBack: (reason: string) => `Objects that this load created remain on the target: ${reason}`,
  gtidsSet: ({ variable, value }: { readonly variable: string; readonly value: string }) =>
    `The target’s ${variable} is now ${value}.`,
  journalsRemoved: (schemas: readonly string[]) =>
    `The load had created no more than its journal in “${schemas.join('”, “')}”: it was removed.`,

  // dump-source, rows
  writtenElsewhere: (host: string) =>
    `The dump is written on ${host}: from here nobody sees whether it goes on.`,
  nothingWritten: ({ folder, minutes }: { readonly folder: string; readonly minutes: number }) =>
    `Nothing was written into ${folder} for ${counted(minutes, 'minute', 'minutes')}. If MySQL Shell has ended, and does not compute checksums, cancel the load: what was loaded can be rolled back.`,
  waitingForDump: (folder: string) => `Waiting for a dump to be begun in ${folder}.`,
  waitingForDefinitions: 'Waiting for the dump: its definitions are not all there yet.',
  waitingForEnd: 'Waiting for the dump to be finished: all its tables are loaded.',
  waitingForTables: ({ toCome, all }: { readonly toCome: number; readonly all: number }) =>
    `Waiting for the dump: ${toCome} of ${all} tables are still to come.`,

  // fixes
  modesRemoved: (modes: readonly string[]) =>
    `The sql_mode ${modes.join(', ')} goes, which changes nothing in what an object does.`,
  collationChanged: (values: { readonly name: string; readonly standIn: string; readonly exact: boolean }) =>
    `${values.name} becomes ${values.standIn}: ${values.exact ? 'the same order' : 'texts of rare characters may sort and compare differently'}.`,
  engineChanged: (engine: string) => `The engine ${engine} becomes InnoDB.`,
  placeRemoved:
    'The table lies where the server puts its tables, not in a directory or tablespace of its own.',

  // plan
  definitionsNotTried: (reason: string) => `The dump’s definitions were not tried on the target: ${reason}`,
  tableRefused: 'The table already exists, and nothing that exists is to be changed.',
  tableKept: 'The table already exists; its indexes stay.',
  steps: {
    definitions: (tables: Partial<Readonly<Record<PlannedAction, number>>>) =>
      `Schemas, sequences, tables and placeholders of views${countsOf(tables)}.`,
    rows: 'Rows, table by table, the biggest first.',
    indexes: (count: number) => `Indexes that wait (${count}), of each table as soon as its rows are in.`,
    foreignKeys: (count: number) =>
      `Foreign keys (${count}), each proved by looking for rows without a parent.`,
    objects: 'Routines, events and views, then triggers.',
    accounts: 'Accounts and roles with their grants; those on routines and views when these are there.',
    verification: 'Verification: rows counted in the target, definitions compared.',
  },
});
