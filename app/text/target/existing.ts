import { counted } from '../../contract/language/counted';
import { failures } from '../failures';
import { spoken } from '../../contract/language/spoken';
import { kindWords, type TargetKind } from './kinds';

const changeTable =
  'Leave the table out, alter the one that is there, or choose “drop” for existing objects (--on-existing).';

/** Failures of loading into existing tables, and beside or instead of existing objects. */
export const existingFailures = failures({
  // append
  noAppend: {
    code: 'target-exists',
    message: ({ engine }: { readonly engine: string | null }) =>
      `No rows can be added to the table. ${
        engine === null
          ? 'It is a view'
          : `Its engine ${engine} can’t roll back a part of them when the load is interrupted`
      }.`,
    hint: 'Leave the table out, or choose “truncate” or “drop” for existing objects.',
  },
  rowsRemain: {
    code: 'target-exists',
    message: ({ table, count }: { readonly table: string; readonly count: number }) =>
      `${table} was there before the load and keeps ${counted(count, 'row', 'rows')} of it.`,
    hint: 'Delete them, or empty the table, before the dump is loaded into it again.',
  },

  // enum-members, triggers, replaced
  otherMembers: {
    code: 'definition-differs',
    message: ({ column }: { readonly column: string }) =>
      `The column “${column}” has other members than in the dump, which holds its values by their numbers.`,
    hint: 'Give the column the members that it has in the dump, in the same order.',
  },
  foreignTrigger: {
    code: 'target-exists',
    message: ({ trigger }: { readonly trigger: string }) =>
      `The trigger “${trigger}” is not in the dump and would fire for its rows.`,
    hint: 'Drop the trigger, or choose another answer to “If a table exists” (--on-existing).',
  },
  replacedByOther: {
    code: 'target-exists',
    message: ({ kind, name }: { readonly kind: TargetKind; readonly name: string }) =>
      `The ${kindWords[kind]} “${name}” was created by another session after this load had looked: it is kept.`,
    hint: ({ kind }: { readonly kind: TargetKind }) =>
      `Rename or drop that ${kindWords[kind]}, and resume the load.`,
  },

  // table-definitions
  noTable: {
    code: 'target-exists',
    message: ({ kind }: { readonly kind: TargetKind }) =>
      `No rows can be put there: it is a ${kindWords[kind]}.`,
  },
  noColumn: {
    code: 'definition-differs',
    message: ({ column }: { readonly column: string }) =>
      `The table has no column “${column}”, which the dump has.`,
    hint: changeTable,
  },
  noValueForColumn: {
    code: 'definition-differs',
    message: ({ column }: { readonly column: string }) =>
      `The table’s column “${column}” needs a value, and the dump has none for it.`,
    hint: changeTable,
  },
  otherType: {
    code: 'definition-differs',
    message: (values: { readonly column: string; readonly target: string; readonly source: string }) =>
      `The table’s column “${values.column}” is ${values.target}, and the dump’s is ${values.source}.`,
    hint: changeTable,
  },
  otherDefinition: {
    code: 'definition-differs',
    message: 'The table is not defined as the dump’s is.',
    hint: changeTable,
  },
});

/** Log lines about what a load had replaced. */
export const existingText = spoken({
  restored: (values: { readonly kind: TargetKind; readonly name: string; readonly schema: string }) =>
    `The ${kindWords[values.kind]} “${values.name}” of “${values.schema}” is back.`,
  withStatement: ({ message, statement }: { readonly message: string; readonly statement: string }) =>
    `${message} ${statement}`.trimEnd(),
});
