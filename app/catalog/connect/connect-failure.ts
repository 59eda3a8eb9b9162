import { SluiceError, type FailureCode } from '../../contract/failure';
import { describeEndpoint, type Endpoint } from './endpoint';

/** Names of the MySQL error reference, which mysql2 gives as `code`, and mysql2's own of the handshake. */
const CODES: Readonly<Record<string, FailureCode>> = {
  ER_ACCESS_DENIED_ERROR: 'sign-in-refused',
  ER_ACCESS_DENIED_NO_PASSWORD_ERROR: 'sign-in-refused',
  ER_DBACCESS_DENIED_ERROR: 'sign-in-refused',
  ER_NOT_SUPPORTED_AUTH_MODE: 'sign-in-refused',
  ER_HOST_NOT_PRIVILEGED: 'sign-in-refused',
  // Its message has the account's name in it, without quotes.
  ER_TOO_MANY_USER_CONNECTIONS: 'connect-refused',
  AUTH_SWITCH_PLUGIN_ERROR: 'sign-in-refused',
  MYSQL_CLEAR_PASSWORD_NOT_ENABLED: 'sign-in-refused',
  HANDSHAKE_UNKNOWN_ERROR: 'sign-in-refused',
  HANDSHAKE_NO_SSL_SUPPORT: 'tls-failed',
  HANDSHAKE_SSL_ERROR: 'tls-failed',
};

/** Of connect(2), which Node passes on by name; the last two are the resolver's (getaddrinfo(3)). */
const REASONS: Readonly<Record<string, string>> = {
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

/** Why a server was not reached, in words, with the system's own name for it. */
export function unreachedReason({ code = '', message }: NodeJS.ErrnoException): string {
  const reason = REASONS[code];
  return reason === undefined ? message || code : `${reason} (${code})`;
}

/** What signing in failed with; the address stands in it once. */
export function connectFailure(error: NodeJS.ErrnoException, endpoint: Endpoint): SluiceError {
  const code = CODES[error.code ?? ''] ?? (speaksOfTls(error) ? 'tls-failed' : 'connect-refused');
  const said = code === 'connect-refused' ? unreachedReason(error) : saidOf(error);
  return new SluiceError(code, `${describeEndpoint(endpoint)}: ${said}.`, {
    ...(typeof error.errno === 'number' && error.errno > 0 && { errno: error.errno }),
    ...hintOf(code, error),
    retryable: code === 'connect-refused',
  });
}

/** mysql2 says at length how a program would have it send the password in the clear: Sluice never does. */
function saidOf({ code, message }: NodeJS.ErrnoException): string {
  if (code !== 'MYSQL_CLEAR_PASSWORD_NOT_ENABLED') return withoutPasswordUse(message);
  return 'The server asks for the password itself, which is never sent in the clear';
}

/** System calls that come before the first byte of TLS; libuv puts the address that was asked for into their messages. */
const BEFORE_TLS = ['connect', 'getaddrinfo'];

/** Whether a message is of TLS itself, not of a host, a folder or an account that has these letters in its name. */
function speaksOfTls({ syscall = '', message }: NodeJS.ErrnoException): boolean {
  const withoutNames = message.replace(/'[^']*'/g, '');
  return !BEFORE_TLS.includes(syscall) && /TLS|SSL|certificate/i.test(withoutNames);
}

/** How to go on where TLS is the trouble; else the code's own remedy. */
function hintOf(code: FailureCode, error: NodeJS.ErrnoException): { readonly hint?: string } {
  if (code !== 'tls-failed') return {};
  if (error.code === 'HANDSHAKE_NO_SSL_SUPPORT')
    return {
      hint: 'Turn TLS on at the server; or choose PREFERRED (tls=preferred), and everything is sent in the clear.',
    };
  if (!/certificate|self[- ]signed|issuer/i.test(error.message)) return {};
  return {
    hint: 'Name the file of the authority that signed the server’s certificate (ca=FILE; a MySQL server keeps its own as ca.pem in its data folder).',
  };
}

/** The server's "(using password: YES)" tells a program what it sent: a person reads it as a question. */
function withoutPasswordUse(message: string): string {
  return message
    .replace(/ \(using password: YES\)/, '')
    .replace(/ \(using password: NO\)/, ' without a password');
}
