import type { ConnectionTestStage } from '../../../contract/connections/connection';
import { failures } from '../../failures';
import { spoken } from '../../../contract/language/spoken';

/** Failures of changing saved connections from a command line. */
export const connectionsFailures = failures({
  nameTaken: {
    code: 'usage',
    message: ({ name }: { readonly name: string }) => `There is a saved connection “${name}” already.`,
    hint: 'Choose another name, or change that one: sluice connections change.',
  },
  unknown: {
    code: 'unknown-profile',
    message: ({ name }: { readonly name: string }) => `There is no saved connection “${name}”.`,
  },
  needsShell: {
    code: 'usage',
    message: 'This command can’t be run without a shell.',
    hint: "Quote what is meant as it stands, or have a shell run it: sh -c '…'.",
  },
  badName: { code: 'usage', message: 'A connection’s name has from 1 to 80 characters.' },
  commandOrAsk: { code: 'usage', message: 'One of --command and --ask is needed, and not both.' },
  noChange: {
    code: 'usage',
    message: 'Nothing is to be changed.',
    hint: 'Give --dsn, --name, --group or --environment.',
  },
});

type StageState = ConnectionTestStage['state'];
type Stage = ConnectionTestStage['stage'];

/** Words of changing and testing saved connections from a command line. */
export const connectionsText = spoken({
  states: { ok: 'ok', warning: 'warning', failed: 'failed' } satisfies Readonly<Record<StageState, string>>,
  stages: {
    password: 'password',
    ssh: 'SSH tunnel',
    resolve: 'resolve host name',
    connect: 'connect',
    tls: 'encryption',
    'sign-in': 'sign in',
    version: 'server version',
    'dump-privileges': 'dump privileges',
    'load-privileges': 'load privileges',
    'inspect-privileges': 'inspect privileges',
  } satisfies Readonly<Record<Stage, string>>,
  add: 'Save a connection to the server of a DSN.',
  change: 'Change a saved connection.',
  remove: 'Remove a saved connection, with what is known of its password.',
  name: 'its name',
  dsn: 'the server, as mysql://USER@HOST:PORT; never a password',
  newDsn: 'sign in to this server',
  rename: 'give it this name',
  group: 'list it under this group; an empty text takes it out of its group',
  environment:
    'choose how careful Sluice is: a production server’s name is asked for before anything is written to it',
  passwordCommand: 'run this program, without a shell, for the password; it prints it',
  added: (name: string) => `Saved the connection “${name}”.`,
  changed: (name: string) => `Changed the connection “${name}”.`,
  none: 'No saved connections.',
  savedAs: (name: string) => `saved as “${name}”`,
  wouldImport: 'would be imported',
  imported: 'imported',
  leftOut: (reason: string) => `left out   ${reason}`,
  inKeychain: 'password in the keychain',
  fromProgram: 'password from a program',
  through: (server: string, ssh: string) => `${server} through ${ssh}`,
  removed: (name: string) => `Removed the connection “${name}”.`,
});
