import { counted } from '../../contract/language/counted';
import { failures } from '../failures';
import { spoken } from '../../contract/language/spoken';
import { formatCount } from '../../contract/quantities';
import { kindWords, type TargetKind } from './kinds';

interface UnprovedKey {
  readonly foreignKey: string;
  /** The server's words. */
  readonly reason: string;
  /** False where the parent does not exist. */
  readonly isThere: boolean;
}

interface Defaults {
  readonly charset: string;
  /** Null where it is not printed. */
  readonly collation: string | null;
}

interface SchemaDefaults {
  readonly schema: string;
  readonly found: Defaults;
  readonly wanted: Defaults;
  /** Statement that gives the schema those of the dump. */
  readonly change: string;
}

function defaultsText({ charset, collation }: Defaults): string {
  return collation === null ? charset : `${charset}, ${collation}`;
}

function keyNotProved({ foreignKey, reason }: Omit<UnprovedKey, 'isThere'>): string {
  return `The foreign key ${foreignKey} was not proved: ${reason}`;
}

/** Failures of creating tables, their rows and foreign keys, and of proving them. */
export const tableFailures = failures({
  // create, ownership
  noQuotedName: {
    code: 'dump-unsupported',
    message: 'The statement does not name its table in backticks.',
  },
  createdByOther: {
    code: 'target-exists',
    message: ({ kind, name }: { readonly kind: TargetKind; readonly name: string }) =>
      `The ${kindWords[kind]} “${name}” was created by another session after this load had looked: it is kept.`,
    hint: ({ kind }: { readonly kind: TargetKind }) =>
      `Rename or drop that ${kindWords[kind]}, or choose another answer to “If a table exists” (--on-existing), and start again.`,
  },

  // prepare, schema
  noSchema: {
    code: 'target-missing',
    message: ({ schema }: { readonly schema: string }) =>
      `Only rows are loaded, and the schema “${schema}” is not there.`,
  },
  otherDefaults: {
    code: 'definition-differs',
    message: ({ schema, found, wanted }: SchemaDefaults) =>
      `The schema “${schema}” was there and keeps its default character set: ${defaultsText(found)}. In the dump it is ${defaultsText(wanted)}. Its tables are as dumped; parameters and variables of the routines, triggers and events that were created take the schema’s.`,
    hint: ({ change }: SchemaDefaults) =>
      `Run ${change}, and create them again: --on-existing drop does it. Or load into a schema that is not there yet.`,
  },
  loadedWritable: {
    code: 'definition-differs',
    message: ({ schema }: { readonly schema: string; readonly change: string }) =>
      `The schema “${schema}” is read-only in the dump, and writable on the target: nothing can be loaded into one that is not.`,
    hint: ({ change }: { readonly change: string }) => `Run ${change} when nothing more is to be loaded.`,
  },
  noTable: { code: 'target-missing', message: 'Only rows are loaded, and their table is not there.' },
  hasRows: {
    code: 'target-exists',
    message: 'Only rows are loaded, and their table has rows already.',
    hint: 'Empty the table, or have it emptied or added to (--on-existing truncate or append).',
  },
  skipped: {
    code: 'target-exists',
    message: 'The table already exists and was skipped, as asked.',
  },

  // row-versions
  noHistory: {
    code: 'dump-unsupported',
    message: ({ reason }: { readonly reason: string }) => `The dump holds rows of the past. ${reason}`,
    hint: 'Dump again with --row-versions skip, or load into another server.',
  },

  // foreign-keys, verify-tables, verify-definitions
  noParent: {
    code: 'rows-differ',
    message: ({ foreignKey }: { readonly foreignKey: string }) =>
      `A row has no parent for the foreign key ${foreignKey}.`,
  },
  noParentAtSource: {
    code: 'orphaned-rows',
    message: ({ foreignKey }: { readonly foreignKey: string }) =>
      `Rows have no parent for the foreign key ${foreignKey}, as they came from the source.`,
  },
  keyNotProved: {
    code: 'orphaned-rows',
    message: keyNotProved,
    hint: ({ isThere }: UnprovedKey) =>
      isThere
        ? 'Let the account read the table that it refers to, and verify again.'
        : 'Load the table that it refers to as well: until it is there, the server refuses new rows here.',
  },
  rowsLost: {
    code: 'commits-lost',
    message: ({ found, before }: { readonly found: number; readonly before: number }) =>
      `The table holds ${counted(found, 'row', 'rows')}, and held ${formatCount(before)} before the connection to the target broke: the server lost commits in a crash, or it is another one.`,
  },
  otherCount: {
    code: 'rows-differ',
    message: 'The engine did not count the table’s rows as those of the dump.',
  },
  definitionDiffers: {
    code: 'definition-differs',
    message: ({ difference }: { readonly difference: string }) =>
      `The table’s definition is not the one that was dumped: ${difference}.`,
  },
});

const SAME_MEANING = 'Says the same as the source’s, in the words of another version';

function countOf(rows: number): string {
  return rows.toLocaleString('en');
}

/** Details of the checks of a table, and reasons against its row versions. */
export const tableText = spoken({
  // row-versions
  timeSecured: 'The target lets this account set no moment of a row (its secure_timestamp forbids it).',
  noVersionsInMySql: 'MySQL has no system-versioned tables.',
  noPastBefore: (version: string) =>
    `The target is ${version}; rows of the past can be put into MariaDB from 10.11 on.`,
  otherEndOfTime:
    'MariaDB 11.5 has moved the moment at which current rows end: between it and an earlier one they would become rows of the past.',

  // foreign-keys
  orphans: (foreignKeys: readonly string[]) => `Rows have no parent for ${foreignKeys.join(', ')}`,
  keyNotProved,
  keysHold: (count: number) => `${counted(count, 'foreign key holds', 'foreign keys hold')} for every row`,

  // verify-definitions
  onlyRows: 'Left as it was: only rows were loaded',
  writtenForOtherVendor: 'In the target’s words: the dump has those of the other vendor',
  /** @param difference a sentence without its end */
  otherThanWritten: (difference: string) =>
    `Not the words of the dump’s statement, which another tool has written: ${difference}`,
  noDefinition: 'As the target understood it: the dump records no definition to compare with',
  otherVendor: 'In the target’s words, compared with the source’s by what it says',
  sameMeaning: SAME_MEANING,
  sameButExpressions: (places: readonly string[]) =>
    `${SAME_MEANING}; not compared are expressions that the versions print differently: ${places.join(', ')}`,
  sameButConstraintNames:
    'Equal to the source’s, but for names of constraints that others in the schema had already',
  /** `before`: rows that the table had; null where it had none to count. `dumped`: null where the dump records none. */
  rowsCounted: (values: {
    readonly counted: number;
    readonly before: number | null;
    readonly dumped: number | null;
  }) => {
    const found = `${countOf(values.counted)} rows counted in the target`;
    if (values.dumped === null) return `${found}; the dump records none`;
    const before = values.before === null ? '' : `, ${countOf(values.before)} before`;
    return `${found}${before}, ${countOf(values.dumped)} in the dump`;
  },
});
