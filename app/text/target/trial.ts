import type { LoadFix } from '../../contract/runs/options';
import { failures } from '../failures';
import { spoken } from '../../contract/language/spoken';
import { kindWords, type TargetKind } from './kinds';

interface RefusedDefinition {
  readonly schema: string;
  /** Null where the statement names no object. */
  readonly name: string | null;
  /** Null where the statement does not tell it. */
  readonly kind: TargetKind | null;
  /** Message of the server. */
  readonly reason: string;
}

function definitionOf({ schema, name, kind }: RefusedDefinition): string {
  if (name === null) return `A statement for “${schema}”`;
  return `The ${kind === null ? 'definition of' : kindWords[kind]} “${name}”`;
}

/** Failures of trying a dump’s definitions on the target. */
export const trialFailures = failures({
  refused: {
    code: 'definition-refused',
    message: (refused: RefusedDefinition) =>
      `${definitionOf(refused)} is refused by the target: ${refused.reason}`,
  },
});

/** Other sentences of the trial: remedies, and reasons for going without it. */
export const trialText = spoken({
  schemaLeft: ({ message, name }: { readonly message: string; readonly name: string }) =>
    `${message}${/[.!?]$/.test(message) ? '' : '.'} The scratch schema “${name}” could not be dropped: the next load drops it.`,
  refusedAndMore: ({ refusal, more }: { readonly refusal: string; readonly more: number }) =>
    `${refusal}${more === 0 ? '' : `${/[.!?]$/.test(refusal) ? '' : '.'} ${more} more are refused; --dry-run lists them.`}`,
  notTried: (reason: string) =>
    `The dump’s definitions were not tried on the target, where no scratch schema could be created: ${reason}`,
  remedies: {
    fix: (fix: LoadFix) => `Load with --fix ${fix}, or change the definition at the source.`,
    sqlMode:
      'Load with --fix sql-modes where it is a mode that was removed, or change the definition at the source.',
    characterSet: 'Convert the column at the source to a character set that the target has.',
    noFunction: 'Create the function on the target first, or leave the object out.',
    noPrivilege: 'Grant the account that privilege, or choose --definers current.',
    noDefiner:
      'Take the account along (--users), create it on the target first, or replace the definers: --definers current.',
    timeZone: 'Load the time zone tables on the target (mysql_tzinfo_to_sql), then try again.',
    noPrimaryKey: 'Give the table a primary key, or SET GLOBAL sql_require_primary_key = OFF on the target.',
    parentNotUnique:
      'Give the parent a unique key of these columns, or SET GLOBAL restrict_fk_on_non_standard_key = OFF on the target.',
  },
});
