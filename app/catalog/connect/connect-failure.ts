import type { SluiceError } from '../../contract/failure';
import { connectFailures, connectText } from '../../text/catalog/connect';
import { describeEndpoint, type Endpoint } from './endpoint';

type RefusalCode = 'connect-refused' | 'sign-in-refused' | 'tls-failed';

/** Names from the MySQL error reference, which mysql2 gives as `code`, and mysql2's own handshake errors. */
const CODES: Readonly<Record<string, RefusalCode>> = {
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

/** Explains why a server was not reached, followed by the system's own name for the error. */
export function unreachedReason({ code = '', message }: NodeJS.ErrnoException): string {
  return connectText.unreached(code) ?? (message || code);
}

/** Turns a failed sign-in into a failure that names the address once. */
export function connectFailure(error: NodeJS.ErrnoException, endpoint: Endpoint): SluiceError {
  const code = CODES[error.code ?? ''] ?? (speaksOfTls(error) ? 'tls-failed' : 'connect-refused');
  const more = typeof error.errno === 'number' && error.errno > 0 ? { errno: error.errno } : {};
  const server = describeEndpoint(endpoint);
  switch (code) {
    case 'connect-refused':
      return connectFailures.unreached(
        { server, reason: unreachedReason(error), address: endpoint.address.kind },
        { ...more, retryable: true },
      );
    case 'sign-in-refused':
      return error.code === 'MYSQL_CLEAR_PASSWORD_NOT_ENABLED'
        ? connectFailures.clearPasswordRefused({ server }, more)
        : connectFailures.signInRefused({ server, reason: withoutPasswordUse(error.message) }, more);
    case 'tls-failed':
      return tlsFailure(error)({ server, reason: withoutPasswordUse(error.message) }, more);
  }
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

/** Chooses the failure by the remedy that TLS has for this error. */
function tlsFailure(error: NodeJS.ErrnoException): typeof connectFailures.tlsFailed {
  if (error.code === 'HANDSHAKE_NO_SSL_SUPPORT') return connectFailures.tlsNotOffered;
  return /certificate|self[- ]signed|issuer/i.test(error.message)
    ? connectFailures.certificateNotTrusted
    : connectFailures.tlsFailed;
}

/**
 * Removes the server's "(using password: YES)": it tells a program what it sent, but a person reads it as a question.
 */
function withoutPasswordUse(message: string): string {
  return message
    .replace(/ \(using password: YES\)/, '')
    .replace(/ \(using password: NO\)/, connectText.withoutPassword);
}
