import type { EngineKeyKind } from '../engine/specs';

/** Values of these kinds stand in a statement as they are. Text is not among them: it stands there as digits. */
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
 * Whether what a dump's records or a server give for a key's value can be one, as the engine takes it (a binary one as
 * hexadecimal digits): nothing else may come into a statement.
 */
export function isKeyValue(kind: EngineKeyKind, value: string): boolean {
  return PLAIN[kind]?.test(value) ?? true;
}
