/** Options of a schema as a server prints them. */
export interface PrintedOptions {
  /** All of them but READ ONLY, as plain words. */
  readonly text: string;
  readonly charset: string;
  /** Null where it is not printed: the character set's default. */
  readonly collation: string | null;
  /** MySQL's option, which it prints as a comment that no server runs: nothing could be loaded into such a schema. */
  readonly isReadOnly: boolean;
}

const READ_ONLY = / ?\/\* READ ONLY ?= ?1 \*\//;
const HEAD = /^CREATE DATABASE (?:\/\*.*?\*\/ )?`(?:[^`]|``)+` ?/;

/** Reads the options out of a `CREATE DATABASE` statement. */
export function optionsOf(createSchema: string): PrintedOptions {
  const text = createSchema
    .replace(HEAD, '')
    .replace(READ_ONLY, '')
    .replace(/\/\*M?!\d* ?|\*\//g, '')
    .replace(/\s+/g, ' ')
    .trim();
  const charset = / ?DEFAULT CHARACTER SET (\w+)/.exec(text)?.[1] ?? '';
  const collation = /^.*?DEFAULT CHARACTER SET \w+ COLLATE (\w+)/.exec(text)?.[1] ?? null;
  const isReadOnly = READ_ONLY.test(createSchema.replace(HEAD, ''));
  const lower = charset.toLowerCase();
  return {
    text,
    charset: lower === 'utf8' ? 'utf8mb3' : lower,
    collation: collation?.toLowerCase() ?? null,
    isReadOnly,
  };
}

/**
 * Compares all options where the same version of a server printed both; else the character set, and the collation where
 * it is known: a character set's default one may differ between versions.
 */
export function sameOptions(
  wanted: PrintedOptions,
  found: PrintedOptions,
  defaults: ReadonlyMap<string, string>,
  inSameWords: boolean,
): boolean {
  if (inSameWords || wanted.text === found.text) return wanted.text === found.text;
  if (wanted.charset !== found.charset) return false;
  if (wanted.collation === null) return true;
  const now = found.collation ?? defaults.get(found.charset) ?? null;
  return now === null || plain(now) === plain(wanted.collation);
}

/** Returns a collation's name with utf8mb3 where earlier versions have utf8. */
function plain(collation: string): string {
  return collation.replace(/^utf8_/, 'utf8mb3_');
}
