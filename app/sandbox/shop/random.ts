/**
 * A small seeded generator of pseudo-random numbers (xoshiro128**): the same seed gives the same sequence on
 * every machine and Node version, which `Math.random` can't. Not for secrets.
 */
export class Random {
  private a: number;
  private b: number;
  private c: number;
  private d: number;

  constructor(seed: string) {
    let state = hashText(seed);
    const nextWord = (): number => {
      state = (state + 0x9e3779b9) | 0;
      return hashInteger(state);
    };
    this.a = nextWord();
    this.b = nextWord();
    this.c = nextWord();
    this.d = nextWord();
  }

  /** A whole number from 0 to 2^32 - 1. */
  word(): number {
    const scrambled = Math.imul(rotateLeft(Math.imul(this.b, 5), 7), 9) >>> 0;
    const shifted = this.b << 9;
    this.c ^= this.a;
    this.d ^= this.b;
    this.b ^= this.c;
    this.a ^= this.d;
    this.c ^= shifted;
    this.d = rotateLeft(this.d, 11);
    return scrambled;
  }

  /** A number from 0 up to, not including, 1. */
  fraction(): number {
    return this.word() / 0x100000000;
  }

  /** A whole number from `first` to `last`, both included. */
  integer(first: number, last: number): number {
    return first + Math.floor(this.fraction() * (last - first + 1));
  }

  /** Returns true in `probability` (0 to 1) of the calls. */
  chance(probability: number): boolean {
    return this.fraction() < probability;
  }

  pick<T>(choices: readonly [T, ...T[]]): T {
    return choices[this.integer(0, choices.length - 1)] ?? choices[0];
  }

  /** `bytes` random bytes as lower-case hexadecimal digits. */
  hex(bytes: number): string {
    let digits = '';
    for (let left = bytes; left > 0; left -= 2) {
      const word = this.word();
      digits += hexOfByte(word >>> 24);
      if (left > 1) digits += hexOfByte((word >>> 16) & 0xff);
    }
    return digits;
  }
}

const HEX_DIGITS = '0123456789abcdef';

function hexOfByte(byte: number): string {
  return HEX_DIGITS.charAt(byte >>> 4) + HEX_DIGITS.charAt(byte & 0xf);
}

/** Spreads the bits of a whole number over 32 bits: a fixed, unrelated-looking value for each input. */
export function hashInteger(value: number): number {
  let mixed = value | 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}

function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash;
}

function rotateLeft(value: number, bits: number): number {
  return (value << bits) | (value >>> (32 - bits));
}
