import type { EngineKeyKind } from '../engine/specs';

/**
 * Forms of values that a statement may contain as they are. Text is not among them: it is passed as hexadecimal digits.
 */
const PLAIN: Readonly<Partial<Record<EngineKeyKind, RegExp>>> = {
  integer: /^-?\d+$/,
  decimal: /^-?\d+(?:\.\d+)?$/,
  double: /^-?\d+(?:\.\d+)?(?:e[-+]?\d+)?$/i,
  binary: /^(?:[\dA-F]{2})*$/i,
  'encoded-text': /^(?:[\dA-F]{2})*$/i,
  year: /^\d+$/,
  numbered: /^\d{1,5}$/,
  'date-time': /^[-\d: .]+$/,
  timestamp: /^[-\d: .]+$/,
  time: /^[-\d: .]+$/,
};

/**
 * Returns whether a key value from a dump's records or from a server is well-formed for the engine (a binary one as
 * hexadecimal digits): nothing else may enter a statement.
 */
export function isKeyValue(kind: EngineKeyKind, value: string): boolean {
  return PLAIN[kind]?.test(value) ?? true;
}
