import { SluiceError, type FailureCode } from '../../contract/failure';
import { describeEndpoint, type Endpoint } from './endpoint';

/** Names from the MySQL error reference, which mysql2 gives as `code`, and mysql2's own handshake errors. */
const CODES: Readonly<Record<string, FailureCode>> = {
  ER_ACCESS_DENIED_ERROR: 'sign-in-refused',
  ER_ACCESS_DENIED_NO_PASSWORD_ERROR: 'sign-in-refused',
  ER_DBACCESS_DENIED_ERROR: 'sign-in-refused',
  ER_NOT_SUPPORTED_AUTH_MODE: 'sign-in-refused',
  ER_HOST_NOT_PRIVILEGED: 'sign-in-refused',
  // Its message contains the account's name, without quotes.
  ER_TOO_MANY_USER_CONNECTIONS: 'connect-refused',
  AUTH_SWITCH_PLUGIN_ERROR: 'sign-in-refused',
  MYSQL_CLEAR_PASSWORD_NOT_ENABLED: 'sign-in-refused',
  HANDSHAKE_UNKNOWN_ERROR: 'sign-in-refused',
  HANDSHAKE_NO_SSL_SUPPORT: 'tls-failed',
  HANDSHAKE_SSL_ERROR: 'tls-failed',
};

/** Errors of connect(2), which Node passes on by name; the last two are the resolver's (getaddrinfo(3)). */
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

/** Explains why a server was not reached, followed by the system's own name for the error. */
export function unreachedReason({ code = '', message }: NodeJS.ErrnoException): string {
  const reason = REASONS[code];
  return reason === undefined ? message || code : `${reason} (${code})`;
}

/** Turns a failed sign-in into a failure that names the address once. */
export function connectFailure(error: NodeJS.ErrnoException, endpoint: Endpoint): SluiceError {
  const code = CODES[error.code ?? ''] ?? (speaksOfTls(error) ? 'tls-failed' : 'connect-refused');
  const text = code === 'connect-refused' ? unreachedReason(error) : shortMessageOf(error);
  return new SluiceError(code, `${describeEndpoint(endpoint)}: ${text}.`, {
    ...(typeof error.errno === 'number' && error.errno > 0 && { errno: error.errno }),
    ...hintOf(code, error),
    retryable: code === 'connect-refused',
  });
}

/** Shortens mysql2's long message on sending the password in the clear, which Sluice never does. */
function shortMessageOf({ code, message }: NodeJS.ErrnoException): string {
  if (code !== 'MYSQL_CLEAR_PASSWORD_NOT_ENABLED') return withoutPasswordUse(message);
  return 'The server asks for the password itself, which is never sent in the clear';
}

/** System calls that come before the first byte of TLS; libuv puts the address that was asked for into their messages. */
const BEFORE_TLS = ['connect', 'getaddrinfo'];

/**
 * Returns whether a message is about TLS itself, not about a host, a folder or an account with these letters in its
 * name.
 */
function speaksOfTls({ syscall = '', message }: NodeJS.ErrnoException): boolean {
  const withoutNames = message.replace(/'[^']*'/g, '');
  return !BEFORE_TLS.includes(syscall) && /TLS|SSL|certificate/i.test(withoutNames);
}

/** Returns the remedy where TLS is the cause; else the code's own. */
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

/**
 * Removes the server's "(using password: YES)": it tells a program what it sent, but a person reads it as a question.
 */
function withoutPasswordUse(message: string): string {
  return message
    .replace(/ \(using password: YES\)/, '')
    .replace(/ \(using password: NO\)/, ' without a password');
}
