import { describeLacking, type LackingPrivileges } from './catalog/privileges';
import { checkAddress } from './catalog/connect';
import { failures } from './failures';
import { spoken } from '../contract/language/spoken';

type KeychainLack = 'old-runtime' | 'no-keychain';
type RefusedCommand = 'empty' | 'open-quote' | 'needs-shell';
type Work = 'dump' | 'load' | 'inspect';

const lacks: Readonly<Record<KeychainLack, string>> = {
  'old-runtime': 'This Electron is too old to use a keychain.',
  'no-keychain': 'This desktop has no keychain.',
};

const refusedCommands: Readonly<Record<RefusedCommand, string>> = {
  empty: 'The command for the password names no program.',
  'open-quote': 'The command for the password has a quote that is not closed.',
  'needs-shell': 'The command for the password is run without a shell, which alone could carry this one out.',
};

/** Kinds of work that an account may have the privileges for. */
const works: Readonly<Record<Work, string>> = {
  dump: 'dump every schema consistently',
  load: 'load into any schema',
  inspect: 'inspect the pages of any table',
};

interface Reason {
  readonly reason: string;
}
interface Program {
  readonly program: string;
}
interface ImportedFile {
  /** Name of the file, without its folder. */
  readonly file: string;
}
interface Server {
  /** Address of the server, as people write it. */
  readonly server: string;
}

const otherWay =
  'Unlock the keychain, or have the connection ask for its password, or take it from a program.';
const tryInTerminal = 'Run the command in a terminal: it has to print the password and end with 0.';
const importableFiles =
  'Choose an option file, a .mylogin.cnf, DBeaver’s data-sources.json or an export of Sluice.';

/** Failures of saved connections, their passwords and their tests, with their codes. */
export const profileFailures = failures({
  // Saved connections
  notSaved: { code: 'unknown-profile', message: 'This connection is not saved any more.' },
  otherAccess: {
    code: 'password-unavailable',
    message: 'The known password is for another server, account, route or encryption than this.',
    hint: 'Type the password for what the connection says now.',
  },
  notEditable: {
    code: 'usage',
    message: 'The practice server’s own connection can’t be changed.',
    hint: 'Make a new connection.',
  },

  // Keychain
  noKeychain: {
    code: 'password-unavailable',
    message: ({ lack }: { readonly lack: KeychainLack }) => lacks[lack],
    hint: otherWay,
  },
  keychainRefused: {
    code: 'password-unavailable',
    message: ({ reason }: Reason) => `The keychain refused: ${reason}.`,
    hint: otherWay,
  },
  passwordUnreadable: {
    code: 'password-unavailable',
    message: ({ reason }: Reason) => `The kept password can’t be read: ${reason}.`,
    hint: otherWay,
  },
  passwordNotRemoved: {
    code: 'password-unavailable',
    message: ({ reason }: Reason) => reason,
    hint: otherWay,
  },

  // Passwords from files and programs
  optionFileUnreadable: {
    code: 'usage',
    message: ({ reason }: Reason) => `The option file can’t be read: ${reason}.`,
  },
  commandRefused: {
    code: 'password-unavailable',
    message: ({ why }: { readonly why: RefusedCommand }) => refusedCommands[why],
    hint: "Quote what is meant as it stands, or have a shell run it: sh -c '…'.",
  },
  noPassword: {
    code: 'password-unavailable',
    message: ({ program }: Program) => `The program for the password, ${program}, has printed no password.`,
    hint: tryInTerminal,
  },
  programTooSlow: {
    code: 'password-unavailable',
    message: ({ program, seconds }: Program & { readonly seconds: number }) =>
      `The program for the password, ${program}, has not ended within ${seconds} s.`,
    hint: tryInTerminal,
  },
  outputTooLong: {
    code: 'password-unavailable',
    message: ({ program }: Program) =>
      `The program for the password, ${program}, prints more than any password.`,
    hint: tryInTerminal,
  },
  programNotRun: {
    code: 'password-unavailable',
    message: ({ program, reason }: Program & Reason) =>
      `The program for the password, ${program}, can’t be run: ${reason}.`,
    hint: tryInTerminal,
  },
  programFailed: {
    code: 'password-unavailable',
    message: ({ program, end }: Program & { /** Exit code, or name of a signal. */ readonly end: string }) =>
      `The program for the password, ${program}, has ended with ${end}.`,
    hint: tryInTerminal,
  },

  // Test of a connection
  noTunnel: { code: 'internal', message: 'There is no tunnel to open.' },
  nameUnresolved: {
    code: 'connect-refused',
    message: ({ host, reason }: Reason & { readonly host: string }) =>
      `The name ${host} can’t be resolved: ${reason}.`,
  },
  noAnswer: {
    code: 'connect-refused',
    message: ({ server }: Server) => `${server}: no answer.`,
    hint: checkAddress,
  },
  noGreeting: {
    code: 'connect-refused',
    message: ({ server }: Server) => `${server}: the connection was closed without a greeting.`,
    hint: checkAddress,
  },

  // Import
  loginFileDamaged: {
    code: 'usage',
    message: 'The login path file is damaged.',
    hint: 'Write it again with mysql_config_editor.',
  },
  noConnections: {
    code: 'usage',
    message: ({ file }: ImportedFile) => `${file} holds no connection.`,
    hint: importableFiles,
  },
  unknownFile: {
    code: 'usage',
    message: ({ file }: ImportedFile) => `${file} is of no known kind.`,
    hint: importableFiles,
  },
  fileUnreadable: {
    code: 'usage',
    message: ({ file, reason }: ImportedFile & Reason) => `${file} can’t be read: ${reason}.`,
  },
});

/** Other sentences of connections: outcomes of a test, notes on an import. */
export const profileText = spoken({
  /** Outcomes of a test's stages. */
  test: {
    tunnelOpen: (host: string) => `Signed in to ${host}; the tunnel is open.`,
    resolved: (host: string, addresses: readonly string[]) => `${host} is ${addresses.join(', ')}.`,
    answers: 'The server answers.',
    encrypted: 'Encrypted.',
    encryptedWith: (cipher: string) => `Encrypted with ${cipher}.`,
    encryptedBySsh: (host: string) => `Not encrypted by itself; ssh encrypts the way to ${host}.`,
    thisMachine: 'Not encrypted; nothing leaves this machine.',
    notEncrypted: 'Not encrypted: rows travel where others may read them.',
    signedIn: 'Signed in.',
    signedInAs: (account: string) => `Signed in as ${account}.`,
    compressed: 'What travels is compressed with zlib.',
    notCompressed: 'The server compresses nothing: runs over this connection are refused.',
    /** Reason and remedy of a stage that failed. */
    failed: ({ message, hint }: { readonly message: string; readonly hint: string }) => `${message} ${hint}`,
    withNote: (detail: string, note: string) => `${detail} ${note}`,
    mayDo: (work: Work) => `The account may ${works[work]}.`,
    lacks: (work: Work, missing: readonly LackingPrivileges[]) =>
      `To ${works[work]}, the account lacks ${describeLacking(missing)}.`,
  },

  import: {
    kinds: {
      dbeaver: 'DBeaver',
      exported: 'Connections of Sluice',
      optionFile: 'Option file',
      loginPaths: 'Login paths',
    },
    /** Connections that were left out. */
    otherProvider: (name: string, provider: string) => `${name}: a connection to ${provider}.`,
    badAddress: (name: string) => `${name}: its address can’t be.`,
    badGroup: 'A group whose host, port or socket is not valid.',
    notAnOption: (line: number, words: string) => `Not an option, line ${line}: “${words}”`,
    unreadable: (name: string | null, position: number) =>
      `${name ?? `Connection ${position}`}: it can’t be read as one.`,
    /** Notes on connections that were found. */
    noUser: 'No user name stood there: your login name is put in its place.',
    sshPasswordNotUsed: 'Its SSH password is not used here: ssh needs a key or an agent.',
    tooLarge: 'it is too large',
  },
});
