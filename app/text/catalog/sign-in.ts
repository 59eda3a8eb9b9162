import { spoken } from '../../contract/language/spoken';
import { failures } from '../failures';

/** A refused sign-in: the account and server as `user@host:port`, and the server's name for the method. */
interface Refusal {
  readonly server: string;
  readonly method: string;
}

/** Methods by which Sluice signs in, in the words of the servers' manuals. */
const KNOWN_METHODS =
  'caching_sha2_password, sha256_password, mysql_native_password, ed25519, PARSEC, a socket’s user, or a password over verified TLS (PAM, LDAP, cloud tokens)';

/** Failures of signing in: the same for control sessions and for the engine’s. */
export const signInFailures = failures({
  refused: {
    code: 'sign-in-refused',
    message: ({ server, reason }: { readonly server: string; readonly reason: string }) =>
      `${server}: ${reason}.`,
  },
  /** By a server that looks for no password, such as for accounts of users of its system. */
  refusedWithoutPassword: {
    code: 'sign-in-refused',
    message: ({ server, reason }: { readonly server: string; readonly reason: string }) =>
      `${server}: ${reason}.`,
    hint: 'Check the user name. An account of auth_socket or unix_socket belongs to a user of the server’s system: sign in over the server’s socket file as that user.',
  },
  passwordItself: {
    code: 'sign-in-refused',
    message: ({ server, method }: Refusal) =>
      `${server}: The account signs in by ${method}, which sends the password itself, and this connection does not verify who receives it.`,
    hint: 'Connect over TCP with the TLS mode VERIFY_CA or VERIFY_IDENTITY (tls=verify-ca, ca=FILE), or give the account a method that keeps the password, such as caching_sha2_password or ed25519.',
  },
  wireKey: {
    code: 'sign-in-refused',
    message: ({ server, method }: Refusal) =>
      `${server}: By ${method}, the server wants the password encrypted with a key that it sends over a line that is not encrypted: nobody can tell whose key that is.`,
    hint: 'Use TLS: choose REQUIRED or better (tls=required).',
  },
  unknownMethod: {
    code: 'sign-in-refused',
    message: ({ server, method }: Refusal) =>
      `${server}: The account signs in by ${method}, which Sluice does not support.`,
    hint: `Use an account with ${KNOWN_METHODS}.`,
  },
  endlessMethods: {
    code: 'sign-in-refused',
    message: ({ server }: Pick<Refusal, 'server'>) =>
      `${server}: The server asks for one sign-in method after the other.`,
  },
  anotherQuestion: {
    code: 'sign-in-refused',
    message: ({ server, method, question }: Refusal & { readonly question: string }) =>
      `${server}: By ${method}, the server asks a second question (“${question}”), and Sluice answers only the one for the password.`,
    hint: 'Use an account that is asked for a password alone.',
  },
  factorUnknown: {
    code: 'sign-in-refused',
    message: ({ server, method, factor }: Refusal & { readonly factor: number }) =>
      `${server}: The account has several factors, and no password is known for factor ${factor} (${method}).`,
    hint: 'Set SLUICE_PASSWORD2 and SLUICE_PASSWORD3, or let a program print the passwords of the factors in lines of their own; or use an account with one factor.',
  },
});

interface TlsProblem {
  readonly server: string;
  readonly reason: string;
}

interface CertificateTime {
  readonly server: string;
  /** Time of this machine, in UTC: `2026-11-20 16:35 UTC`. */
  readonly now: string;
}

const tlsProblem = ({ server, reason }: TlsProblem) => `${server}: ${reason}.`;

/** Failures of TLS: the same for control sessions and for the engine’s. */
export const tlsFailures = failures({
  failed: { code: 'tls-failed', message: tlsProblem },
  notValidYet: {
    code: 'tls-failed',
    message: ({ server, now }: CertificateTime) =>
      `${server}: The server’s certificate is not valid yet by the clock of this machine (${now}).`,
    hint: 'Set the clock of this machine right; or give the server a certificate that is valid now.',
  },
  expired: {
    code: 'tls-failed',
    message: ({ server, now }: CertificateTime) =>
      `${server}: The server’s certificate has expired by the clock of this machine (${now}).`,
    hint: 'Give the server a new certificate; or set the clock of this machine right, where it is ahead.',
  },
  notOffered: {
    code: 'tls-failed',
    message: ({ server }: { readonly server: string }) =>
      `${server}: The server does not offer TLS, and the connection requires it.`,
    hint: 'Turn TLS on at the server; or choose PREFERRED (tls=preferred), and everything is sent in the clear.',
  },
  authorityUnknown: {
    code: 'tls-failed',
    message: ({ server }: { readonly server: string }) =>
      `${server}: The server’s certificate is signed by an authority that this connection does not trust.`,
    hint: 'Name the file of the authority that signed the server’s certificate (ca=FILE; a MySQL server keeps its own as ca.pem in its data folder).',
  },
});

const english = {
  /** Replaces the server’s “(using password: NO)”. */
  withoutPassword: ' without a password',
} as const;

/** Other sentences about signing in. */
export const signInText = spoken(english);
