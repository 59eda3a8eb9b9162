import { createDecipheriv } from 'crypto';
import { profileFailures } from '../../text/profiles';

/** Unused bytes, then the key's material, before the first line. */
const UNUSED_BYTES = 4;
const KEY_BYTES = 20;
const LENGTH_BYTES = 4;
const AES_BYTES = 16;

/** Returns whether a file begins as a `.mylogin.cnf` does: with a length of unused bytes that no text has. */
export function isLoginFile(bytes: Buffer): boolean {
  return bytes.length >= UNUSED_BYTES + KEY_BYTES && bytes.readUInt32LE(0) === 0;
}

/**
 * The text of a `.mylogin.cnf`: lines, each encrypted for itself with AES-128 in ECB mode after its length, by a key that
 * the file itself carries (the format of mysql_config_editor; it hides, and does not protect).
 */
export function readLoginFile(bytes: Buffer): string {
  const key = keyOf(bytes.subarray(UNUSED_BYTES, UNUSED_BYTES + KEY_BYTES));
  const lines: string[] = [];
  let at = UNUSED_BYTES + KEY_BYTES;
  while (at + LENGTH_BYTES <= bytes.length) {
    const length = bytes.readInt32LE(at);
    const from = at + LENGTH_BYTES;
    if (length <= 0 || length % AES_BYTES !== 0 || from + length > bytes.length)
      throw profileFailures.loginFileDamaged();
    lines.push(decrypt(key, bytes.subarray(from, from + length)));
    at = from + length;
  }
  return lines.join('');
}

/** The material's bytes are folded onto the sixteen of the key. */
function keyOf(material: Buffer): Buffer {
  const key = Buffer.alloc(AES_BYTES);
  material.forEach((byte, index) => {
    key[index % AES_BYTES] = (key[index % AES_BYTES] ?? 0) ^ byte;
  });
  return key;
}

function decrypt(key: Buffer, line: Buffer): string {
  try {
    const cipher = createDecipheriv('aes-128-ecb', key, null);
    return Buffer.concat([cipher.update(line), cipher.final()]).toString('utf8');
  } catch {
    throw profileFailures.loginFileDamaged();
  }
}
