import type { SluiceError } from '../../contract/failure';
import { assertNever } from '../../contract/exhaustive';
import { signInFailures, signInText, tlsFailures } from '../../text/catalog/sign-in';

/**
 * Facts about a refused sign-in, from a control session or from the engine (`SignInRefusal` in
 * native/engine/support/failure.h). Both kinds of sessions are worded here, so that they say the same.
 */
export interface SignInRefusal {
  /**
   * `refused`: by the server's own words; `tls-failed`: by those of the TLS library; the others are what the client
   * would not or could not do.
   */
  readonly reason:
    | 'refused'
    | 'tls-failed'
    | 'no-tls'
    | 'unknown-method'
    | 'password-itself'
    | 'wire-key'
    | 'another-question'
    | 'factor-unknown'
    | 'endless-methods';
  /** The server's name for the method that it asked for. */
  readonly method: string;
  /** Number of the factor, from 1. */
  readonly factor: number;
  /** Only of `another-question`. */
  readonly question: string;
  /** As `user@host:port`. */
  readonly server: string;
}

/** The server's answer; errors of a client library have numbers from 2000 on, and those of MySQL's protocol none. */
interface Answer {
  readonly message: string;
  readonly errno?: number | undefined;
}

/** ER_ACCESS_DENIED_NO_PASSWORD_ERROR */
const WITHOUT_PASSWORD = 1698;

/** Words a refused sign-in. */
export function signInFailure(refusal: SignInRefusal, { message, errno }: Answer): SluiceError {
  const { reason, server, method } = refusal;
  const more = isServers(errno) ? { errno } : {};
  switch (reason) {
    case 'refused':
      return errno === WITHOUT_PASSWORD
        ? signInFailures.refusedWithoutPassword({ server, reason: message }, more)
        : signInFailures.refused({ server, reason: withoutPasswordUse(message) }, more);
    case 'unknown-method':
      return signInFailures.unknownMethod({ server, method }, more);
    case 'password-itself':
      return signInFailures.passwordItself({ server, method }, more);
    case 'wire-key':
      return signInFailures.wireKey({ server, method }, more);
    case 'another-question':
      return signInFailures.anotherQuestion({ server, method, question: refusal.question }, more);
    case 'factor-unknown':
      return signInFailures.factorUnknown({ server, method, factor: refusal.factor }, more);
    case 'endless-methods':
      return signInFailures.endlessMethods({ server }, more);
    case 'no-tls':
      return tlsFailures.notOffered({ server });
    case 'tls-failed':
      return tlsFailure(server, message);
    default:
      return assertNever(reason);
  }
}

/** OpenSSL's words for a chain that ends nowhere; which of them it is depends on what the server sends along. */
const UNKNOWN_AUTHORITY = /self[- ]signed|issuer|unable to verify the first certificate/i;

/** OpenSSL's words for a time outside of the certificate's (X509_verify_cert_error_string). */
const NOT_VALID_YET = /certificate is not yet valid/i;
const EXPIRED = /certificate has expired/i;

/** Chooses the failure by the remedy that TLS has for this error. */
function tlsFailure(server: string, message: string): SluiceError {
  // libmariadb names the kind of error before OpenSSL's words.
  const reason = withoutPasswordUse(message.replace(/^(TLS\/SSL error|SSL connection error): /, ''));
  if (UNKNOWN_AUTHORITY.test(reason)) return tlsFailures.authorityUnknown({ server });
  const now = `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  if (NOT_VALID_YET.test(reason)) return tlsFailures.notValidYet({ server, now });
  if (EXPIRED.test(reason)) return tlsFailures.expired({ server, now });
  return tlsFailures.failed({ server, reason });
}

function isServers(errno: number | undefined): errno is number {
  const [firstOfClient, lastOfClient, ofLibmariadb] = [2000, 2999, 5000];
  return (
    errno !== undefined &&
    errno > 0 &&
    (errno < firstOfClient || errno > lastOfClient) &&
    errno < ofLibmariadb
  );
}

/**
 * Removes the server's "(using password: YES)": it tells a program what it sent, but a person reads it as a question.
 */
function withoutPasswordUse(message: string): string {
  return message
    .replace(/ \(using password: YES\)/, '')
    .replace(/ \(using password: NO\)/, signInText.withoutPassword);
}
