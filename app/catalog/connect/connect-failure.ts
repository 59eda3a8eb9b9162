import type { SluiceError } from '../../contract/failure';
import { signInFailure, type SignInRefusal } from '../../engine/sign-in/refusal';
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
  HANDSHAKE_UNKNOWN_ERROR: 'sign-in-refused',
  HANDSHAKE_NO_SSL_SUPPORT: 'tls-failed',
  HANDSHAKE_SSL_ERROR: 'tls-failed',
};

/** `ER_CON_COUNT_ERROR`, `ER_TOO_MANY_USER_CONNECTIONS`, `ER_USER_LIMIT_REACHED`. */
const FULL: ReadonlySet<number> = new Set([1040, 1203, 1226]);

/** Returns whether a server has answered that it lets no more sessions in. */
export function isFull(errno = 0): boolean {
  return FULL.has(errno);
}

/** Explains why a server was not reached, followed by the system's own name for the error. */
export function unreachedReason({ code = '', message }: NodeJS.ErrnoException): string {
  return connectText.unreached(code) ?? (message || code);
}

/**
 * Turns a failed sign-in into a failure that names the address once; `refusal` explains it where it was refused.
 */
export function connectFailure(
  error: NodeJS.ErrnoException,
  endpoint: Endpoint,
  refusal: SignInRefusal,
): SluiceError {
  const code = CODES[error.code ?? ''] ?? (speaksOfTls(error) ? 'tls-failed' : 'connect-refused');
  const more: { readonly errno?: number } =
    typeof error.errno === 'number' && error.errno > 0 ? { errno: error.errno } : {};
  const server = describeEndpoint(endpoint);
  switch (code) {
    case 'connect-refused':
      if (isFull(more.errno))
        return connectFailures.full({ server, reason: unreachedReason(error) }, { ...more, retryable: true });
      return connectFailures.unreached(
        { server, reason: unreachedReason(error), address: endpoint.address.kind },
        { ...more, retryable: true },
      );
    case 'sign-in-refused':
      return signInFailure(refusal, error);
    case 'tls-failed':
      return signInFailure({ ...refusal, reason: isNotOffered(error) ? 'no-tls' : 'tls-failed' }, error);
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

function isNotOffered({ code }: NodeJS.ErrnoException): boolean {
  return code === 'HANDSHAKE_NO_SSL_SUPPORT';
}
