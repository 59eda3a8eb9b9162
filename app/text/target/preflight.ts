import { failures } from '../failures';
import { spoken } from '../../contract/language/spoken';

/** Failures of looking at a target before anything on it is changed, and of claiming it. */
export const preflightFailures = failures({
  // begin
  noSchemas: { code: 'not-a-dump', message: 'The dump holds no schema.' },
  finishedMeanwhile: {
    code: 'nothing-to-resume',
    message: 'Another run has finished this load, or rolled it back, meanwhile.',
  },

  // guard
  environmentUnknown: {
    code: 'target-protected',
    message: ({ name }: { readonly name: string }) => `Nobody has said yet what kind of server “${name}” is.`,
    hint: 'Type the name of the connection to confirm, or choose its environment among the connections.',
  },
  productionConnection: {
    code: 'target-protected',
    message: ({ name }: { readonly name: string }) => `“${name}” is a production connection.`,
  },
  productionServer: {
    code: 'target-protected',
    message: ({ name }: { readonly name: string }) =>
      `This server is saved as the production connection “${name}”.`,
    hint: ({ name }: { readonly name: string }) =>
      `Choose “${name}” itself as the target, and type its name to confirm (--confirm-target).`,
  },

  // preflight
  readOnly: {
    code: 'target-read-only',
    message: 'The target is read-only (it may be a replica).',
    hint: 'Load into the primary server, or have this one take writes (SET GLOBAL read_only = OFF), then start again.',
  },
  nameTooLong: {
    code: 'usage',
    message: ({ name, most }: { readonly name: string; readonly most: number }) =>
      `The name “${name}” is longer than ${most} characters, and no server takes it.`,
    hint: 'Give a shorter one: --input-table for a file of rows, --schema-map for a schema, --rename for a table.',
  },
  schemaOfServer: {
    code: 'target-protected',
    message: ({ schema }: { readonly schema: string }) =>
      `The schema “${schema}” belongs to the server itself, and nothing is loaded into it.`,
    hint: 'Load into another schema: --schema-map OLD=NEW, or --input-table SCHEMA.TABLE for one file of CSV. Accounts are loaded by --users.',
  },
  schemaExists: {
    code: 'target-exists',
    message: ({ schema, object }: { readonly schema: string; readonly object: string }) =>
      `The schema “${schema}” already exists and holds “${object}”.`,
  },
  triggerExists: {
    code: 'target-exists',
    message: ({ trigger, on }: { readonly trigger: string; readonly on: string }) =>
      `The trigger “${trigger}” already exists, on the table “${on}”.`,
    hint: 'Leave the trigger out (--exclude-triggers), or drop that one.',
  },
});

/** Errors that are caught within. */
export const preflightText = spoken({
  leftBehind: 'The target holds what a failed start has left.',
});
