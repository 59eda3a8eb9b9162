import type { ObjectKind } from '../contract/run';

/** A stored object that a statement of a dump's script makes or drops. */
export interface NamedObject {
  readonly kind: Exclude<ObjectKind, 'view'>;
  readonly name: string;
}

const QUOTED = '(?:`(?:[^`]|``)*`|\'(?:[^\'\\\\]|\\\\.)*\'|"(?:[^"\\\\]|\\\\.)*"|[\\p{L}\\p{N}_$]+)';
const DEFINER = `(?:DEFINER\\s*=\\s*${QUOTED}(?:\\s*@\\s*${QUOTED})?\\s+)?`;
const STORED = new RegExp(
  `^\\s*(?:CREATE|DROP)\\s+(?:OR\\s+REPLACE\\s+)?${DEFINER}(?:AGGREGATE\\s+)?` +
    `(FUNCTION|PROCEDURE|PACKAGE(?:\\s+BODY)?|EVENT|TRIGGER|LIBRARY|SEQUENCE)\\s+(?:IF\\s+(?:NOT\\s+)?EXISTS\\s+)?` +
    `(?:${QUOTED}\\s*\\.\\s*)?(${QUOTED})`,
  'iu',
);
/** Longer than any definer and name. */
const HEAD_LENGTH = 1000;
const SET_VALUE = new RegExp(`^DO SETVAL\\((?:${QUOTED}\\.)?(${QUOTED})`, 'u');

const KINDS: Readonly<Record<string, NamedObject['kind']>> = {
  FUNCTION: 'function',
  PROCEDURE: 'procedure',
  PACKAGE: 'package',
  EVENT: 'event',
  TRIGGER: 'trigger',
  LIBRARY: 'library',
  SEQUENCE: 'sequence',
};

/** The object that a statement makes or drops; null where it does anything else. A package's body goes with it. */
export function storedObjectOf(statement: string): NamedObject | null {
  const sequence = SET_VALUE.exec(statement);
  if (sequence !== null) return { kind: 'sequence', name: unquote(sequence[1] ?? '') };
  // Older tools put parts of the head into comments for one version of the server.
  const head = statement.slice(0, HEAD_LENGTH).replace(/\/\*!\d*|\*\//g, ' ');
  const [, word = '', name = ''] = STORED.exec(head) ?? [];
  const kind = KINDS[word.toUpperCase().split(/\s/)[0] ?? ''];
  return kind === undefined ? null : { kind, name: unquote(name) };
}

function unquote(name: string): string {
  const [quote = ''] = name;
  if (!/[`'"]/.test(quote)) return name;
  return name
    .slice(1, -1)
    .split(quote + quote)
    .join(quote);
}
