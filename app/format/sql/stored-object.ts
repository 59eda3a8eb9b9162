import { unquoteName } from '../../catalog/text/quote';
import { headOf } from '../../catalog/definition/statement-head';
import type { ObjectKind } from '../../contract/runs/result';

/** A stored object that a statement of a dump's script makes or drops. */
export interface NamedObject {
  readonly kind: Exclude<ObjectKind, 'view'>;
  readonly name: string;
}

const SET_VALUE = /^DO SETVAL\((?:`(?:[^`]|``)*`\.)?(`(?:[^`]|``)*`|[\w$\u0080-\uffff]+)/;

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
  const head = headOf(statement);
  const kind = KINDS[head?.kind.split(' ')[0] ?? ''];
  return head === null || kind === undefined ? null : { kind, name: head.object.name };
}

function unquote(name: string): string {
  return name.startsWith('`') ? unquoteName(name.slice(1, -1)) : name;
}
