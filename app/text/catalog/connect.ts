import { spoken } from '../../contract/language/spoken';
import { failures } from '../failures';

/** A failed sign-in: the server as `user@host:port`, and the words of the server or of the system. */
interface Refusal {
  readonly server: string;
  readonly reason: string;
}

const refused = ({ server, reason }: Refusal) => `${server}: ${reason}.`;

/** Remedy where nobody answers; empty, for that of the failure's code, where there are a host and a port. */
export const checkAddress = ({ address }: { readonly address: 'tcp' | 'socket' }) =>
  address === 'socket' ? 'Check that the server runs and that the path is its socket file.' : '';

/** Failures of reaching a server and of signing in to it. */
export const connectFailures = failures({
  unreached: {
    code: 'connect-refused',
    message: refused,
    hint: checkAddress,
  },
  full: {
    code: 'connect-refused',
    message: refused,
    hint: 'End other connections, or raise what limits them: max_connections of the server, or MAX_USER_CONNECTIONS of the account.',
  },
  silent: {
    code: 'connect-lost',
    message: ({ server, seconds }: { readonly server: string; readonly seconds: number }) =>
      `${server}: the server let the account in, and gave no answer to its first statements within ${seconds} s.`,
    hint: 'Check whether the server, or what stands before it, is overloaded, then start again.',
  },
  initConnectFailed: {
    code: 'connect-refused',
    message: ({ server, reason }: Refusal) => `${server}: init_connect of the server fails. ${reason}`,
    hint: 'Have the server’s init_connect corrected, or grant the account CONNECTION_ADMIN (CONNECTION ADMIN on MariaDB), for which it is not run.',
  },
  tlsFileUnreadable: {
    code: 'tls-failed',
    message: ({ reason }: { readonly reason: string }) => `A file for TLS can’t be read: ${reason}.`,
  },
  nameNotVerifiable: {
    code: 'tls-failed',
    message: 'Through an SSH tunnel the server’s name can’t be verified.',
    hint: 'Use VERIFY_CA with the file of its CA (ca=FILE): ssh itself checks the host, and the certificate’s authority is checked all the same.',
  },
  noAuthorities: {
    code: 'tls-failed',
    message: 'This machine has no file of the authorities that it trusts, and this connection names none.',
    hint: 'Name the file of the authority that signed the server’s certificate (ca=FILE).',
  },
});

/** Part of an SSH route. */
export type RoutePart = 'host' | 'user' | 'jump' | 'target';

const routeParts: Readonly<Record<RoutePart, string>> = {
  host: 'SSH host',
  user: 'SSH user',
  jump: 'SSH jump hosts',
  target: 'host behind SSH',
};

/** A tunnel that ssh did not open, with its last words. */
interface ClosedTunnel {
  readonly host: string;
  readonly words: string;
}

const noTunnel = ({ host, words }: ClosedTunnel) => `No tunnel through ${host}: ${words}`;

/** Failures of SSH tunnels. */
export const tunnelFailures = failures({
  notOpen: { code: 'internal', message: 'The SSH tunnel to the server is not open.' },
  routePartRefused: {
    code: 'ssh-failed',
    message: ({ part, text }: { readonly part: RoutePart; readonly text: string }) =>
      `The ${routeParts[part]} can’t be ${JSON.stringify(text)}.`,
    hint: 'Use letters, digits and . _ : @ [ ] - only, and no dash at the beginning.',
  },
  noSsh: {
    code: 'ssh-failed',
    message: 'There is no ssh on this machine.',
    hint: 'Install OpenSSH’s client.',
  },
  hostKeyUnknown: {
    code: 'ssh-failed',
    message: noTunnel,
    hint: ({ host }: ClosedTunnel) =>
      `Sign in once with “ssh ${host}” in a terminal and compare the host’s key there.`,
  },
  notOpened: { code: 'ssh-failed', message: noTunnel },
});

/** Errors of connect(2), which Node passes on by name; the last two are the resolver's (getaddrinfo(3)). */
const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'the connection was closed at once',
  EHOSTUNREACH: 'no way leads to this host',
  ENETUNREACH: 'no way leads to this network',
  ETIMEDOUT: 'nothing answers there',
  EACCES: 'this user may not use it',
  ENOENT: 'there is no such socket file',
  ENOTFOUND: 'this name is not known',
  EAI_AGAIN: 'the name service does not answer',
};

const english = {
  /** Null for errors that are not known. */
  unreached: (code: string) => {
    const reason = reasons[code];
    return reason === undefined ? null : `${reason} (${code})`;
  },
  throughSsh: (server: string, host: string) => `${server} through ${host}`,
  sshSaidNothing: 'ssh ended without a word',
  /** Breaches of the protocol by a server. */
  malformedAnswer: {
    tooLong: (bytes: number) => `Malformed answer: more than ${bytes} bytes`,
    disordered: (packet: number, expected: number) =>
      `Malformed answer: packet ${packet} came where ${expected} was expected`,
    tooManyColumns: (columns: number) => `Malformed answer: ${columns} columns`,
  },
} as const;

/** Other sentences about connections. */
export const connectText = spoken(english);
