/** Lifetime, in ms, that is assumed of a token of Google's: it says nothing itself, and lives an hour at most. */
const OPAQUE_TOKEN_MS = 5 * 60_000;

/**
 * Returns the time, in ms since 1970, at which a password expires that is a token: AWS signs the time of its start and
 * its seconds (RDS's IAM tokens), Azure and others give a JSON Web Token, whose `exp` says it (RFC 7519). Null for
 * passwords that do not say so.
 */
export function expiryOf(password: string, now: number): number | null {
  return signedExpiry(password) ?? webTokenExpiry(password) ?? opaqueExpiry(password, now);
}

function signedExpiry(password: string): number | null {
  const start = /[?&]X-Amz-Date=(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z/.exec(password);
  const seconds = /[?&]X-Amz-Expires=(\d{1,6})(?:&|$)/.exec(password);
  if (start === null || seconds === null) return null;
  const [year = 0, month = 1, ...rest] = start.slice(1).map(Number);
  return Date.UTC(year, month - 1, ...rest) + Number(seconds[1]) * 1000;
}

function webTokenExpiry(password: string): number | null {
  const payload = /^[\w-]+\.([\w-]+)\.[\w-]+$/.exec(password)?.[1];
  if (payload === undefined) return null;
  const text = Buffer.from(payload.replace(/-/g, '+').replace(/_/g, '/'), 'base64').toString('utf8');
  try {
    const claims: unknown = JSON.parse(text);
    const { exp } = (claims ?? {}) as { readonly exp?: unknown };
    return typeof exp === 'number' ? exp * 1000 : null;
  } catch {
    return null;
  }
}

function opaqueExpiry(password: string, now: number): number | null {
  return password.startsWith('ya29.') ? now + OPAQUE_TOKEN_MS : null;
}
