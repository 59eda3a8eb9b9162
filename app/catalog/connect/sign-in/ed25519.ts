import { createHash } from 'crypto';

/**
 * Signatures of Ed25519 (RFC 8032, section 5.1) by a key of any length, as MariaDB's method `ed25519` has it: the
 * password itself stands where the RFC has a seed of 32 bytes, which is all that OpenSSL takes.
 */

const P = 2n ** 255n - 19n;
const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;
const D = modulo(-121665n * inverse(121666n));
const BASE_Y = modulo(4n * inverse(5n));
const BASE_X = 15112221349535400772501151409588531511454012693041857206046113283949847762202n;

/** Coordinates X, Y, Z and T of section 5.1.4. */
type Point = readonly [bigint, bigint, bigint, bigint];

const BASE: Point = [BASE_X, BASE_Y, 1n, modulo(BASE_X * BASE_Y)];

function modulo(value: bigint, by = P): bigint {
  const rest = value % by;
  return rest < 0n ? rest + by : rest;
}

function inverse(value: bigint): bigint {
  let [result, base, exponent] = [1n, modulo(value), P - 2n];
  for (; exponent > 0n; exponent >>= 1n) {
    if ((exponent & 1n) === 1n) result = modulo(result * base);
    base = modulo(base * base);
  }
  return result;
}

function add([x1, y1, z1, t1]: Point, [x2, y2, z2, t2]: Point): Point {
  const a = modulo((y1 - x1) * (y2 - x2));
  const b = modulo((y1 + x1) * (y2 + x2));
  const c = modulo(2n * t1 * t2 * D);
  const d = modulo(2n * z1 * z2);
  const [e, f, g, h] = [b - a, d - c, d + c, b + a];
  return [modulo(e * f), modulo(g * h), modulo(f * g), modulo(e * h)];
}

function multiply(point: Point, by: bigint): Point {
  let sum: Point = [0n, 1n, 1n, 0n];
  for (let [rest, power] = [by, point]; rest > 0n; rest >>= 1n, power = add(power, power)) {
    if ((rest & 1n) === 1n) sum = add(sum, power);
  }
  return sum;
}

function encodePoint([x, y, z]: Point): Buffer {
  const ofOne = inverse(z);
  const bytes = encodeNumber(modulo(y * ofOne));
  bytes[31] = (bytes[31] ?? 0) | (Number(modulo(x * ofOne) & 1n) << 7);
  return bytes;
}

function encodeNumber(value: bigint): Buffer {
  return Buffer.from(value.toString(16).padStart(64, '0'), 'hex').reverse();
}

function decodeNumber(bytes: Buffer): bigint {
  return BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`);
}

function sha512(...parts: readonly Buffer[]): Buffer {
  return createHash('sha512').update(Buffer.concat(parts)).digest();
}

/** Returns the 64 bytes of the signature of `message`. */
export function signEd25519(key: Buffer, message: Buffer): Buffer {
  const digest = sha512(key);
  const scalarBytes = Buffer.from(digest.subarray(0, 32));
  scalarBytes[0] = (scalarBytes[0] ?? 0) & 248;
  scalarBytes[31] = ((scalarBytes[31] ?? 0) & 63) | 64;
  const scalar = decodeNumber(scalarBytes);
  const publicKey = encodePoint(multiply(BASE, scalar));
  const nonce = modulo(decodeNumber(sha512(digest.subarray(32), message)), ORDER);
  const commitment = encodePoint(multiply(BASE, nonce));
  const challenge = modulo(decodeNumber(sha512(commitment, publicKey, message)), ORDER);
  return Buffer.concat([commitment, encodeNumber(modulo(nonce + challenge * scalar, ORDER))]);
}
