import { counted } from '../contract/language/counted';
import {
  describeIdleRoles,
  describeLacking,
  type IdleRoles,
  type LackingPrivileges,
} from './catalog/privileges';
import { failures } from './failures';
import {
  describeAccountDifference,
  describeMissing,
  type AccountDifference,
  type MissingOfGrant,
} from './target/accounts';
import { describeMissingRows, type MissingRows } from './format/folder';
import { spoken } from '../contract/language/spoken';

/** Sentences of a verification: a dump's files read again, and a server compared with a dump. */

/** Kinds of objects within a sentence. */
export const objectKinds = {
  table: 'table',
  view: 'view',
  function: 'function',
  procedure: 'procedure',
  package: 'package',
  library: 'library',
  event: 'event',
  trigger: 'trigger',
  sequence: 'sequence',
} as const;

type ObjectKind = keyof typeof objectKinds;

/** Objects of a schema that the dump does not hold. */
interface ExtraObjects {
  readonly schema: string;
  readonly count: number;
  /** The first ones. */
  readonly objects: readonly { readonly kind: ObjectKind; readonly name: string }[];
}

/** Numbers of rows; `dumped` is null where the dump records none. */
interface RowCounts {
  readonly found: number;
  readonly dumped: number | null;
}

/** Next AUTO_INCREMENT numbers, in digits: they may be greater than any number of JavaScript. */
interface Counters {
  readonly found: string;
  readonly dumped: string;
}

/** Options of a schema as servers print them. */
interface SchemaOptions {
  readonly schema: string;
  readonly found: string;
  readonly dumped: string;
}

/** Statements that help an account that lacks privileges. */
interface Remedies {
  readonly grants: readonly string[];
  readonly idleRoles: IdleRoles | null;
}

interface DifferentAccount {
  readonly account: string;
  readonly difference: AccountDifference;
}

const OTHER_TEXT = 'Its text, or the settings under which it was created, differ';
const OTHER_DEFINER = 'It has another definer; all else is equal';
const OTHER_ORDER = 'It fires in another order among the triggers of its table';

function extraObjects({ count, objects }: ExtraObjects): string {
  const named = objects.map(({ kind, name }) => `${objectKinds[kind]} ${name}`);
  const more = count - objects.length;
  return `${counted(count, 'object', 'objects')} that the dump does not: ${[...named, ...(more === 0 ? [] : [`${more} more`])].join(', ')}`;
}

function rowCounts({ found, dumped }: RowCounts): string {
  return `${counted(found, 'row', 'rows')} in the target, ${dumped?.toLocaleString('en') ?? 'no number recorded'} in the dump`;
}

function counters({ found, dumped }: Counters): string {
  return `The next number is ${grouped(found)} on the target, ${grouped(dumped)} in the dump`;
}

function grouped(digits: string): string {
  return BigInt(digits).toLocaleString('en');
}

function schemaOptions({ schema, found, dumped }: SchemaOptions): string {
  return `${schema}: ${found} on the target, ${dumped} in the dump`;
}

function line(text: string): string {
  return text === '' ? 'no such line' : `“${text}”`;
}

function files(count: number): string {
  return counted(count, 'file', 'files');
}

/** Failures of a verification, with their codes. */
export const verifyFailures = failures({
  // A dump's files.
  notVerified: {
    code: 'internal',
    message: ({ table }: { readonly table: string }) => `${table} was not verified.`,
  },
  neverFinished: {
    code: 'dump-incomplete',
    message: ({ folder, missing }: { readonly folder: string; readonly missing: MissingRows | null }) =>
      `${folder} holds a dump that was never finished.${describeMissingRows(missing)}`,
  },
  otherNumberOfRows: {
    code: 'dump-damaged',
    message: ({ found, recorded }: { readonly found: number; readonly recorded: number }) =>
      `The data files hold ${counted(found, 'row', 'rows')}; ${recorded} were recorded.`,
  },
  nothingRecorded: {
    code: 'rows-not-compared',
    message:
      'The files could be read to their end. Whether anything in them was changed is not known: the dump records no checksums.',
    hint: 'Compare it with a server (sluice verify --target --checksum), or, where it has definitions, prove it by a restore (sluice prove).',
  },
  indexWrong: {
    code: 'dump-damaged',
    message: ({ index, bytes }: { readonly index: string; readonly bytes: number }) =>
      `The index ${index} does not say the ${bytes} bytes of its data file.`,
  },
  indexUnreadable: {
    code: 'dump-damaged',
    message: ({ index, reason }: { readonly index: string; readonly reason: string }) =>
      `The index ${index} can’t be read: ${reason}.`,
  },

  // Privileges of the account.
  mayNotReadAll: {
    code: 'not-readable',
    message: ({ schema, lacks }: { readonly schema: string; readonly lacks: readonly LackingPrivileges[] }) =>
      `This account can’t compare all of “${schema}”: it lacks ${describeLacking(lacks)}.`,
    hint: ({
      grants,
      idleRoles,
    }: {
      readonly grants: readonly string[];
      readonly idleRoles: IdleRoles | null;
    }) => [...grants, 'Then run it again.', describeIdleRoles(idleRoles)].join(' ').trimEnd(),
  },
  mayNotReadTable: {
    code: 'privilege-missing',
    message: ({ lacks }: { readonly lacks: readonly LackingPrivileges[] }) =>
      `This account can’t read the table: it lacks ${describeLacking(lacks)}.`,
  },

  mayNotReadAccounts: {
    code: 'not-readable',
    message: ({ lacks }: { readonly lacks: readonly LackingPrivileges[] } & Remedies) =>
      `This account can’t compare the accounts: it lacks ${describeLacking(lacks)}.`,
    hint: ({ grants, idleRoles }: { readonly lacks: readonly LackingPrivileges[] } & Remedies) =>
      [...grants, 'Then run it again.', describeIdleRoles(idleRoles)].join(' ').trimEnd(),
  },

  // Accounts.
  accountMissing: {
    code: 'target-missing',
    message: ({ account }: { readonly account: string }) => `The account ${account} is not there.`,
    hint: 'Create it, or leave it out: --exclude-users.',
  },
  accountDiffers: {
    code: 'definition-differs',
    message: ({ account, difference }: DifferentAccount) =>
      `The account ${account} is not the dumped one: ${describeAccountDifference(difference)}.`,
    hint: 'Change the account by hand, or leave it out (--exclude-users); a load never changes an account that is there.',
  },
  accountUnclear: {
    code: 'unsupported-object',
    message: ({ account, difference }: DifferentAccount) =>
      `The account ${account} may be another one: ${describeAccountDifference(difference)}.`,
    hint: 'Another version, vendor or tool wrote the dump, and may write the same in other words: compare SHOW CREATE USER and SHOW GRANTS with the source’s by hand, or leave the account out (--exclude-users).',
  },
  accountNotCompared: {
    code: 'unsupported-object',
    /** `why` is a sentence. */
    message: ({ account, why }: { readonly account: string; readonly why: string }) =>
      `The account ${account} was not compared. ${why}`,
    hint: 'Compare SHOW CREATE USER and SHOW GRANTS with the source’s by hand, or leave the account out (--exclude-users).',
  },
  accountChanged: {
    code: 'unsupported-object',
    /** `why` is a sentence. */
    message: ({ account, why }: { readonly account: string; readonly why: string }) =>
      `The account ${account} was compared with what a load gives it, which is less than the dump has. ${why}`,
    hint: 'Compare SHOW GRANTS with the source’s by hand, or leave the account out (--exclude-users).',
  },
  publicGrant: {
    code: 'unsupported-object',
    message: 'The target grants this to PUBLIC: every account has it, whatever the dump says.',
    hint: 'No dump holds grants to PUBLIC: compare SHOW GRANTS FOR PUBLIC with the source’s by hand, then leave it out: --exclude-users PUBLIC.',
  },
  accountsNotCompared: {
    code: 'unsupported-object',
    message: ({ reason }: { readonly reason: string }) => `The accounts were not compared: ${reason}`,
    hint: 'Compare them by hand.',
  },
  grantNotCompared: {
    code: 'unsupported-object',
    message: ({ account, reason }: { readonly account: string; readonly reason: MissingOfGrant }) =>
      `A grant of ${account} was not compared: ${describeMissing(reason)}.`,
    hint: 'No load can give it either. Grant it by the statement when what it names is there.',
  },

  // Schemas.
  schemaMissing: { code: 'target-missing', message: 'The schema is not there.' },
  schemaOptionsDiffer: {
    code: 'definition-differs',
    message: (options: SchemaOptions) =>
      `The options of the schema are not the dumped ones: ${schemaOptions(options)}.`,
    hint: 'Change them by ALTER DATABASE; a load leaves a schema that was there before as it is.',
  },
  extraObjects: {
    code: 'extra-objects',
    message: (extras: ExtraObjects) => `The schema holds ${extraObjects(extras)}.`,
  },

  // Events.
  eventDisabled: {
    code: 'events-disabled',
    message: 'The event is disabled, as a load leaves it; the dumped one is enabled.',
  },

  // Tables.
  rowCountDiffers: { code: 'rows-differ', message: rowCounts },
  tableDiffers: {
    code: 'definition-differs',
    /** `difference` is in words. */
    message: ({ difference }: { readonly difference: string }) =>
      `The definition is not the dumped one: ${difference}`,
  },
  keyAdded: {
    code: 'definition-differs',
    message: ({ column }: { readonly column: string }) =>
      `The table has an invisible primary key, ${column}, which the dumped one has not. All else is equal.`,
    hint: 'If it was loaded or migrated with --missing-primary-key add-invisible, verify with the same option.',
  },
  counterDiffers: {
    code: 'definition-differs',
    message: (values: Counters) => `The AUTO_INCREMENT counter is not the dumped one. ${counters(values)}.`,
    hint: 'Set it by ALTER TABLE … AUTO_INCREMENT = …; a load leaves that of a table which was there before.',
  },
  orphansOfUnknownOrigin: {
    code: 'orphaned-rows',
    message: ({ foreignKey }: { readonly foreignKey: string }) =>
      `Rows have no parent for the foreign key ${foreignKey}. Whether the source has them too is not known: one of the two tables could not be compared with the dump.`,
    hint: 'Find them by the statement that is shown, at the source too.',
  },

  // Other objects.
  objectMissing: {
    code: 'target-missing',
    message: ({ kind }: { readonly kind: ObjectKind }) => `The ${objectKinds[kind]} is not there.`,
    hint: 'Load it from the dump, or create it again.',
  },
  triggerOrderDiffers: {
    code: 'definition-differs',
    message: ({ kind }: { readonly kind: ObjectKind }) =>
      `The ${objectKinds[kind]} is not the dumped one. ${OTHER_ORDER}.`,
  },
  definerDiffers: {
    code: 'definition-differs',
    /** Accounts as `user@host`; null where there is none. */
    message: ({
      kind,
      found,
      wanted,
    }: {
      readonly kind: ObjectKind;
      readonly found: string | null;
      readonly wanted: string | null;
    }) =>
      `The definer of the ${objectKinds[kind]} is ${found ?? 'not named'} on the target instead of ${wanted ?? 'none'}. All else is equal.`,
    hint: 'If it was loaded or migrated with --definers, verify with the same --definers.',
  },
  objectDiffers: {
    code: 'definition-differs',
    /** The first differing lines; empty where one side has none. */
    message: ({
      kind,
      found,
      dumped,
    }: {
      readonly kind: ObjectKind;
      readonly found: string;
      readonly dumped: string;
    }) =>
      `The ${objectKinds[kind]} is not the dumped one. ${OTHER_TEXT}: ${line(dumped)} in the dump, ${line(found)} on the target.`,
  },
});

/** Other sentences of a verification: log lines and details of checks. */
export const verifyText = spoken({
  // A dump's files.
  definitionsNotCompared: 'Definition files were not compared: the dump records no checksums of them',
  definitionsEqual: (count: number) => `${count} definition files equal their recorded checksums`,
  filesReadable: (count: number) => `${files(count)} readable to the end; the dump records no checksums`,
  filesEqual: (count: number) => `${files(count)} equal their recorded checksums, bytes and rows`,

  // Schemas.
  schemaMissing: (schema: string) => `${schema} is not there`,
  schemaFailed: (schema: string, reason: string) => `${schema}: ${reason}`,
  schemaOptions: (schema: string, options: string) => `${schema}: ${options}`,
  schemaOptionsDiffer: schemaOptions,
  noSchemaDefinition: (schema: string) => `${schema}: the dump holds no definition of the schema`,
  definitionOfOtherVendor:
    'Not compared: the dump comes from a server of another vendor, which writes definitions in its own words',
  otherVendor: (schema: string) => `${schema}: each vendor has collations of its own`,
  noExtraObjects: (schema: string) => `${schema}: none that this account can see`,
  extraObjects: (extras: ExtraObjects) => `${extras.schema} holds ${extraObjects(extras)}`,

  // Tables.
  rowCounts,
  valuesNotCompared: 'The rows were counted; their values are compared by --checksum',
  noDefinition: 'The dump records no definition to compare with',
  rowsOnly: 'The dump holds only rows of the table',
  counters,
  foreignKeyNotProved: (reason: string) => `Not proved: ${reason}`,
  rowsNotAllProved: 'The rows of the table and of its parents are not all known to be the dump’s',
  noParentLost: 'No row has lost its parent: by their checksums the rows of both are the dump’s',
  orphansNotCompared: (reason: string) => `Tables with orphaned rows could not be compared: ${reason}`,

  // Other objects, by how alike their definitions are.
  likeness: {
    same: 'Equal to the dump’s to the byte',
    'same-meaning': 'Says the same as the dump’s, in the words of another version',
    unclear: 'Printed in other words by another version, and not compared',
    'other-order': OTHER_ORDER,
    'other-definer': OTHER_DEFINER,
    disabled: 'Equal to the dump’s, and disabled here',
    different: OTHER_TEXT,
    missing: 'It is not there',
  },
  objectHidden: (lacks: readonly LackingPrivileges[]) =>
    `Not compared: this account lacks ${describeLacking(lacks)}`,
  writtenByOtherTool: 'Another tool wrote the dump, which writes definitions in its own words',

  // Accounts.
  accountsNotAsked:
    'The dump holds accounts, which may be others on the target on purpose; they are compared by --users',
  noAccountChosen: 'All accounts that were asked for are left out',
  accountEqual: (account: string) => `${account}: equal to the dump’s`,
  accountMissing: (account: string) => `${account} is not there`,
  accountDiffers: (account: string, differences: readonly AccountDifference[]) =>
    `${account}: ${differences.map(describeAccountDifference).join('; ')}`,
  accountUnclear: (account: string, differences: readonly AccountDifference[]) =>
    `${account}: as far as another version, vendor or tool writes it, ${differences.map(describeAccountDifference).join('; ')}`,
  accountNotCompared: (account: string, why: string) => `${account}: ${why}`,
  accountAlmostEqual: (account: string, grants: number) =>
    `${account}: equal to the dump’s but for ${counted(grants, 'grant', 'grants')} that the target can’t have`,
  accountChanged: (account: string, changes: readonly string[]) =>
    `${account}: equal to what a load gives, which is less than the dump has. ${changes.join(' ')}`,
  publicGrants: (grants: number) =>
    `PUBLIC: every account has ${counted(grants, 'grant', 'grants')} of the target that no dump holds`,
  accountOfServer: 'It is one of the server’s own.',
});
