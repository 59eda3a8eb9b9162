import type { Vendor } from '../../contract/connections/connection';
import { has } from './dialect';
import type { ServerFacts } from './server';
import type { ControlSession } from '../session/control-session';
import type { Row } from '../session/row';

/**
 * Rules by which a server compares names, each measured on MySQL 9.7 and MariaDB 10.11: `exact`, byte for byte;
 * `lower`, ignoring case; `general`, by utf8mb3_general_ci, which ignores accents too.
 */
export type NameRule = 'exact' | 'lower' | 'general';

/** Namespaces of a schema. Tables, views and sequences share one; a package counts as a routine. */
export type NameSpace = 'schema' | 'table' | 'routine' | 'event' | 'trigger' | 'column';

/** Two names of a list that the server treats as one. */
export interface FoldedPair {
  readonly first: string;
  readonly second: string;
}

const ASCII = /^[\0-\x7f]*$/;
/** Most characters in one statement. */
const CHARACTERS_AT_ONCE = 500;

/** Facts by which a server compares names. */
type FoldingServer = Pick<ServerFacts, 'vendor' | 'lowerCaseTableNames'>;

/** Comparison of names as one server does it (`lower_case_table_names`, and a rule of its own for each kind). */
export class NameFolding {
  readonly #rules: Readonly<Record<NameSpace, NameRule>>;
  readonly #lower = new Map<string, string>();
  readonly #weight = new Map<string, string>();

  constructor(rules: Readonly<Record<NameSpace, NameRule>>) {
    this.#rules = rules;
  }

  /** Comparison by the server's rules. */
  static of(server: FoldingServer): NameFolding {
    return new NameFolding(rulesOf(foldsTables(server), server.vendor));
  }

  /** Has the server fold the letters beyond ASCII in these names: its Unicode tables are older than the runtime's. */
  async learn(session: ControlSession, names: Iterable<string>): Promise<void> {
    const letters = this.unknownLetters(names);
    for (let at = 0; at < letters.length; at += CHARACTERS_AT_ONCE) {
      const some = letters.slice(at, at + CHARACTERS_AT_ONCE);
      if (has(session.server, 'weightStrings')) this.take(await weighed(session, some));
      else this.take(await compared(session, some, [...CAPITALS, ...this.#weight.keys()]));
    }
  }

  /** Returns the letters beyond ASCII in these names that the server has not folded yet. */
  unknownLetters(names: Iterable<string>): readonly string[] {
    const letters = new Set(Array.from(names, (name) => Array.from(name)).flat());
    return [...letters].filter((letter) => !ASCII.test(letter) && !this.#lower.has(letter));
  }

  /** Stores the server's answer on letters: each with its lower case and its weight in hexadecimal digits. */
  take(answer: readonly Row[]): void {
    for (const { c, l, w } of answer) {
      this.#lower.set(c ?? '', l ?? c ?? '');
      this.#weight.set(c ?? '', String.fromCharCode(parseInt(w ?? '0', 16)));
    }
  }

  /** Returns the form that all names share which the server treats as one. */
  of(space: NameSpace, name: string): string {
    const rule = this.#rules[space];
    if (rule === 'exact') return name;
    if (rule === 'lower') return this.#each(name, this.#lower, (letter) => letter.toLowerCase());
    return this.#each(name, this.#weight, (letter) => letter.toUpperCase());
  }

  areOne(space: NameSpace, one: string, other: string): boolean {
    return one === other || this.of(space, one) === this.of(space, other);
  }

  /** Returns the first two of these names that the server treats as one; null where all differ. */
  firstPair(space: NameSpace, names: Iterable<string>): FoldedPair | null {
    const seen = new Map<string, string>();
    for (const name of names) {
      const folded = this.of(space, name);
      const first = seen.get(folded);
      if (first !== undefined) return { first, second: name };
      seen.set(folded, name);
    }
    return null;
  }

  #each(name: string, known: ReadonlyMap<string, string>, plain: (letter: string) => string): string {
    return Array.from(name, (letter) => known.get(letter) ?? plain(letter)).join('');
  }
}

const CAPITALS = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');

const lettersOf = (letters: readonly string[]) => letters.map(() => 'SELECT ? AS c').join(' UNION ALL ');

function weighed(session: ControlSession, letters: readonly string[]): Promise<readonly Row[]> {
  return session.rows(
    `SELECT c, LOWER(CONVERT(c USING utf8mb3)) AS l, HEX(WEIGHT_STRING(CONVERT(c USING utf8mb3) COLLATE utf8mb3_general_ci)) AS w
     FROM (${lettersOf(letters)}) letters`,
    letters,
  );
}

/** Reads the same where the server shows no weights: each letter weighs as much as the first of all that equal it. */
function compared(
  session: ControlSession,
  letters: readonly string[],
  earlier: readonly string[],
): Promise<readonly Row[]> {
  return session.rows(
    `SELECT letters.c, LOWER(CONVERT(letters.c USING utf8)) AS l, MIN(HEX(CONVERT(others.c USING ucs2))) AS w
     FROM (${lettersOf(letters)}) letters JOIN (${lettersOf([...earlier, ...letters])}) others
       ON CONVERT(letters.c USING utf8) COLLATE utf8_general_ci = CONVERT(others.c USING utf8) COLLATE utf8_general_ci
     GROUP BY BINARY letters.c, letters.c, l`,
    [...letters, ...earlier, ...letters],
  );
}

/** Returns the rules of a server, depending on whether it ignores case in names of tables. Pure. */
export function rulesOf(isFolding: boolean, vendor: Vendor): Readonly<Record<NameSpace, NameRule>> {
  const file: NameRule = isFolding ? 'lower' : 'exact';
  return {
    schema: file,
    table: file,
    routine: 'general',
    event: 'general',
    column: 'lower',
    // MariaDB keeps each trigger in a file and compares its name exactly, whatever lower_case_table_names says.
    trigger: vendor === 'mysql' ? 'general' : 'exact',
  };
}

/**
 * Returns whether a server ignores case in names of schemas, tables and views: with `lower_case_table_names` 1 it
 * stores them in lower case, with 2 as given. 2 is for file systems that ignore case themselves (both manuals,
 * "Identifier Case Sensitivity").
 */
export function foldsTables({ lowerCaseTableNames }: Pick<ServerFacts, 'lowerCaseTableNames'>): boolean {
  return lowerCaseTableNames !== 0;
}

const TOKEN = /'(?:[^'\\]|\\[^]|'')*'|"(?:[^"\\]|\\[^]|"")*"|`(?:[^`]|``)*`/g;

/** Converts a definition's names to lower case, as a server that folds them prints it; literals stay. */
export function withFoldedNames(definition: string): string {
  return definition.replace(TOKEN, (token) => (token.startsWith('`') ? token.toLowerCase() : token));
}

const REFERENCED = /( REFERENCES )((?:`(?:[^`]|``)+`\.)?`(?:[^`]|``)+`)/g;

/** Returns how the server spells the tables that a definition's foreign keys refer to; all else stays. */
export function referenceSpelling(server: FoldingServer): (definition: string) => string {
  if (!foldsTables(server)) return (definition) => definition;
  return (definition) =>
    definition.replace(REFERENCED, (_, words: string, table: string) => words + table.toLowerCase());
}
