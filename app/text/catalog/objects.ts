import { spoken } from '../../contract/language/spoken';
import { failures } from '../failures';

/** Kind of an object whose definition a server prints. */
export type DefinedKind =
  | 'schema'
  | 'table'
  | 'sequence'
  | 'view'
  | 'trigger'
  | 'procedure'
  | 'function'
  | 'package'
  | 'package body'
  | 'event'
  | 'library';

const kinds: Readonly<Record<DefinedKind, string>> = {
  schema: 'schema',
  table: 'table',
  sequence: 'sequence',
  view: 'view',
  trigger: 'trigger',
  procedure: 'procedure',
  function: 'function',
  package: 'package',
  'package body': 'package body',
  event: 'event',
  library: 'library',
};

interface NamedObject {
  readonly kind: DefinedKind;
  readonly name: string;
}

/** Failures of reading a server’s objects. */
export const objectFailures = failures({
  schemaUnknown: {
    code: 'unknown-schema',
    message: ({ name }: { readonly name: string }) =>
      `There is no schema “${name}” that this account can see.`,
  },
  definitionNotReadable: {
    code: 'privilege-missing',
    message: ({ kind, name }: NamedObject) =>
      `The account may not read the definition of ${kinds[kind]} ${name}.`,
  },
  textNotInCharacterSet: {
    code: 'unsupported-object',
    message: ({ kind, name, characterSet }: NamedObject & { readonly characterSet: string }) =>
      `The text of the ${kinds[kind]} “${name}” holds bytes that are no text in its character set ${characterSet}, so it can’t be written to a dump and created again.`,
    hint: ({ kind }: NamedObject) =>
      `Leave the ${kinds[kind]} out, or create it again on the source from a client that speaks utf8mb4.`,
  },
});

/** Lines that only one of two definitions has: the first of them, cut, and the number of the others. */
export interface OwnLines {
  readonly shown: readonly string[];
  readonly more: number;
}

function listed({ shown, more }: OwnLines): string {
  return [...shown, ...(more > 0 ? [`${more} more`] : [])].join('; ');
}

const english = {
  /** Details of a check on a table whose definition was compared with its source’s. */
  sameAsSource: {
    'same-text': 'Equal to the source’s to the byte',
    'same-meaning':
      'Equal to the source’s, but for columns’ character sets that are printed on one side only',
  },
  /** Differences between the definitions of a dump and of its target, within a sentence. */
  difference: (lost: OwnLines, gained: OwnLines) => {
    const sides = [
      ...(lost.shown.length === 0 ? [] : [`only the dump says: ${listed(lost)}`]),
      ...(gained.shown.length === 0 ? [] : [`only the target says: ${listed(gained)}`]),
    ];
    return sides.length === 0 ? 'both say the same lines in another order' : sides.join('; ');
  },
} as const;

/** Other sentences about definitions of objects. */
export const objectText = spoken(english);
