/** Characters of the bytes from 0x80 to 0x9F (the Encoding Standard's index of windows-1252). */
const C1 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/**
 * Decodes a text in Windows-1252, in which each byte is a character. TextDecoder of Node 20.20 takes the bytes from 0x80 to 0x9F
 * for control characters (measured). Pure.
 */
export function windows1252Text(bytes: Uint8Array): string {
  return Buffer.from(bytes)
    .toString('latin1')
    .replace(/[\x80-\x9f]/g, (byte) => C1.charAt(byte.charCodeAt(0) - 0x80));
}
