import { unquoteName } from '../../catalog/text/quote';
import { headOf } from '../../catalog/definition/statement-head';
import type { ObjectKind } from '../../contract/runs/result';
import type { DumpSchema, DumpTable } from '../read/dump';

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

/** A schema, or a table of one, as far as it owns stored objects. */
export interface ObjectOwner {
  readonly document: Pick<
    DumpSchema['document'],
    'functions' | 'procedures' | 'events' | 'packages' | 'libraries' | 'sequences'
  >;
  readonly tables: readonly { readonly document: Pick<DumpTable['document'], 'triggers'> }[];
}

/** Lists everything that a schema of a dump holds besides its tables and views. */
export function objectNamesIn({ document, tables }: ObjectOwner): readonly NamedObject[] {
  const { functions, procedures, events, packages = [], libraries = [], sequences = [] } = document;
  const named = (kind: NamedObject['kind'], names: readonly string[]) =>
    names.map((name) => ({ kind, name }));
  return [
    ...named('function', functions),
    ...named('procedure', procedures),
    ...named('event', events),
    ...named('package', packages),
    ...named('library', libraries),
    ...named('sequence', sequences),
    ...named(
      'trigger',
      tables.flatMap((table) => table.document.triggers),
    ),
  ];
}

/** Returns the key of a stored object: its name ignores case. */
export function keyOf({ kind, name }: { readonly kind: string; readonly name: string }): string {
  return `${kind} ${name.toLowerCase()}`;
}
