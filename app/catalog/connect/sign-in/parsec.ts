import { pbkdf2Sync, randomBytes } from 'crypto';
import { signEd25519 } from './ed25519';

const NONCE_BYTES = 32;
const SALT_BYTES = 18;
const KEY_BYTES = 32;
/** The first byte of the salt's packet names the key's derivation, the second the rounds: 1024 << n, up to n = 3. */
const PBKDF2 = 'P'.charCodeAt(0);
const MOST_FACTOR = 3;

/**
 * Answers MariaDB's method PARSEC: a nonce of our own and the signature of both nonces by an Ed25519 key that PBKDF2
 * derives from the password (MariaDB's documentation, "Authentication Plugin - PARSEC"). `salt` is the server's second
 * packet. Null where that is not of a kind that is known. The engine's sessions do the same in parsec.cc.
 */
export function answerParsec(password: string, serverNonce: Buffer, salt: Buffer): Buffer | null {
  const [kind, factor = 0] = salt;
  if (serverNonce.length !== NONCE_BYTES || salt.length !== 2 + SALT_BYTES) return null;
  if (kind !== PBKDF2 || factor > MOST_FACTOR) return null;
  const key = pbkdf2Sync(password, salt.subarray(2), 1024 << factor, KEY_BYTES, 'sha512');
  const nonce = randomBytes(NONCE_BYTES);
  return Buffer.concat([nonce, signEd25519(key, Buffer.concat([serverNonce, nonce]))]);
}
