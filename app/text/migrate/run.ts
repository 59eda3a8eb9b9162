import { counted } from '../../contract/language/counted';
import { failures } from '../failures';
import { spoken } from '../../contract/language/spoken';
import { formatCount } from '../../contract/quantities';

type ObjectKind = 'view' | 'function' | 'procedure' | 'event' | 'trigger';

const kinds: Readonly<Record<ObjectKind, string>> = {
  view: 'view',
  function: 'function',
  procedure: 'procedure',
  event: 'event',
  trigger: 'trigger',
};

/** Normalized facts of a definition that are named before the rest is counted. */
const SHOWN_FACTS = 3;

function shown(facts: readonly string[]): string {
  const more = facts.length - SHOWN_FACTS;
  return [...facts.slice(0, SHOWN_FACTS), ...(more > 0 ? [`${more} more`] : [])].join(', ');
}

function difference(lost: readonly string[], gained: readonly string[]): string {
  return [
    ...(lost.length === 0 ? [] : [`it has not: ${shown(lost)}`]),
    ...(gained.length === 0 ? [] : [`it has instead: ${shown(gained)}`]),
  ].join('; ');
}

/** Length in characters to which a fact is cut that may hold a whole body. */
const SHOWN_LENGTH = 300;

interface Finding {
  /** Object that the finding is on; null where the failure names it as its table. */
  readonly object: string | null;
  readonly why: string;
}

const findingOn = ({ object, why }: Finding) => (object === null ? why : `${object}: ${why}`);

/** Failures of a migration, from its pre-check to its last proof, with their codes. */
export const migrateFailures = failures({
  // Pre-check
  blocked: {
    code: 'migration-refused',
    message: ({ others, ...first }: Finding & { readonly others: number }) =>
      others === 0
        ? findingOn(first)
        : `${findingOn(first)} ${counted(others, 'more blocker', 'more blockers')}: see --dry-run.`,
  },
  converted: { code: 'migration-converted', message: findingOn },
  risk: { code: 'migration-risk', message: findingOn },
  noRoomForJson: {
    code: 'connect-refused',
    message:
      'The JSON columns must be searched for scalars that lose their type, and the server has no room for the session that does it.',
    hint: 'End other connections of the account, or raise its limit (MAX_USER_CONNECTIONS, or max_connections of the server).',
  },
  jsonTypesLost: {
    code: 'json-types-change',
    message: ({
      column,
      decimals,
      temporals,
      opaques,
    }: {
      readonly column: string;
      /** Numbers of documents with such scalars. */
      readonly decimals: number;
      readonly temporals: number;
      readonly opaques: number;
    }) =>
      `The JSON column “${column}” holds scalars that would come as another type: ${decimals} documents with DECIMAL, ${temporals} with dates or times, ${opaques} with binary values.`,
    hint: 'Leave the table out of the migration; a dump carries it, with a warning.',
  },

  // Definitions
  scriptMissing: {
    code: 'internal',
    message: ({ name }: { readonly name: string }) => `The source’s definitions have no ${name}.`,
  },
  tableDiffers: {
    code: 'definition-differs',
    message: ({ lost, gained }: { readonly lost: readonly string[]; readonly gained: readonly string[] }) =>
      `The target created a different table from the definition; ${difference(lost, gained)}.`,
    hint: 'Change the definition on the source to what both servers know, or leave the table out.',
  },
  objectMissing: {
    code: 'definition-differs',
    message: ({ kind, object }: { readonly kind: ObjectKind; readonly object: string }) =>
      `The ${kinds[kind]} “${object}” does not exist after it was created.`,
  },
  objectDiffers: {
    code: 'definition-differs',
    message: ({
      kind,
      object,
      lost,
    }: {
      readonly kind: ObjectKind;
      readonly object: string;
      readonly lost: string;
    }) =>
      `The ${kinds[kind]} “${object}” means something else there; it has not: ${lost.slice(0, SHOWN_LENGTH)}.`,
  },

  // Rows
  tableGone: { code: 'target-missing', message: 'The table is not there any more.' },
  otherColumn: {
    code: 'definition-differs',
    message: ({ column }: { readonly column: string }) =>
      `The column “${column}” is not of the source’s kind.`,
  },
  strangeKeyValue: {
    code: 'internal',
    message: ({ column, value }: { readonly column: string; readonly value: string }) =>
      `A value of the key’s column “${column}” is read as “${value}”.`,
  },
  rowsDiffer: {
    code: 'rows-differ',
    message: ({ read, wanted }: { readonly read: number; readonly wanted: number }) =>
      `The target’s rows are not those of the source: ${read} rows read again, ${wanted} wanted.`,
  },

  // Resuming and rolling back
  tableLostAtSource: {
    code: 'target-exists',
    message: ({ table }: { readonly table: string }) =>
      `${table} was there before this migration, and the source has no such table any more.`,
    hint: 'Roll the migration back with --roll-back, and begin again.',
  },
  mixedRows: {
    code: 'target-exists',
    message:
      'Rows of the earlier run stand among those that were there before, and the new snapshot has others.',
    hint: 'Roll the migration back with --roll-back, which names what it can’t take away, and begin again.',
  },
  severalUnfinished: {
    code: 'usage',
    message: ({ schemas }: { readonly schemas: readonly string[] }) =>
      `Migrations were left unfinished in ${schemas.map((schema) => `“${schema}”`).join(' and ')}.`,
    hint: 'Say which one by the selection and the schema map that it was begun with.',
  },
  noneUnfinished: {
    code: 'nothing-to-resume',
    message: 'No migration was left unfinished on the target.',
  },
});

/** Other sentences of a running migration: log lines, details of checks, notes on tables. */
export const migrateText = spoken({
  nothingToResume: 'No migration was left to resume on the target: this one begins.',
  newSnapshot: 'A new snapshot of the source is taken: what stays of the earlier run is what agrees with it.',
  journalRemoved: (schemas: readonly string[]) =>
    `The migration had created no more than its journal in “${schemas.join('”, “')}”: it was removed.`,
  historyLost: (reason: string) => `Only the current rows are moved, not their history. ${reason}`,
  objectsCompared: (objects: number, schema: string) =>
    `${objects} views, triggers, routines and events of ${schema} have the source’s bodies, parameters, modes and times; a view’s query is printed in each vendor’s own words and was not compared`,
  rowsReadAgain: 'All rows are read again in the target and compared by checksum.',
  rowsEqual: (checksum: string, existingRows: number) =>
    existingRows === 0
      ? `Every row read again in the target: checksum ${checksum} on both sides`
      : `Every row read again in the target: checksum ${checksum} on both sides, with ${existingRows === 1 ? 'the row that was there' : `the ${formatCount(existingRows)} rows that were there`}`,
  /** Notes on the rows of an earlier run. */
  notes: {
    kept: 'Kept from the earlier run: every row is the same on both sides under the new snapshot.',
    changed: 'Loaded again: the source’s rows are not those of the earlier run any more.',
    uncut:
      'Loaded again: the earlier run had not finished it, and it has too few rows, or no key that both sides put in the same order, or a history, to be compared in ranges.',
    noneSame:
      'Loaded again: the earlier run had not finished it, and no range of it is the same on both sides any more.',
    resumed: (rows: number, ranges: number) =>
      ranges === 1
        ? `Resumed: ${counted(rows, 'row', 'rows')} of the earlier run ${rows === 1 ? 'is' : 'are'} the same on both sides under the new snapshot; only the range without them is loaded.`
        : `Resumed: ${counted(rows, 'row', 'rows')} of the earlier run ${rows === 1 ? 'is' : 'are'} the same on both sides under the new snapshot; only the ${ranges} ranges without them are loaded.`,
  },
});
