import type { Vendor } from '../../contract/connection';
import type { ControlSession, Row } from '../session/control-session';

/**
 * The ways in which a server compares names, each measured on MySQL 9.7 and MariaDB 10.11: `exact`, byte for byte;
 * `lower`, without regard to capitals; `general`, by utf8mb3_general_ci, which disregards accents too.
 */
export type NameRule = 'exact' | 'lower' | 'general';

/** Namespaces of a schema. Tables, views and sequences share one; a package counts as a routine. */
export type NameSpace = 'schema' | 'table' | 'routine' | 'event' | 'trigger' | 'column';

/** Two names of a list that the server takes for one. */
export interface FoldedPair {
  readonly first: string;
  readonly second: string;
}

const ASCII = /^[\0-\x7f]*$/;
/** Characters that one statement asks about. */
const CHARACTERS_AT_ONCE = 500;

/** Comparison of names as one server does it (`lower_case_table_names`, and a rule of its own for each kind). */
export class NameFolding {
  readonly #rules: Readonly<Record<NameSpace, NameRule>>;
  readonly #lower = new Map<string, string>();
  readonly #weight = new Map<string, string>();

  constructor(rules: Readonly<Record<NameSpace, NameRule>>) {
    this.#rules = rules;
  }

  /** Reads the server's rules. */
  static async read(session: ControlSession): Promise<NameFolding> {
    return new NameFolding(rulesOf(await foldsTables(session), session.server.vendor));
  }

  /** Has the server fold the letters beyond ASCII in these names: its tables are older than those of the runtime. */
  async learn(session: ControlSession, names: Iterable<string>): Promise<void> {
    const letters = this.unknownLetters(names);
    for (let at = 0; at < letters.length; at += CHARACTERS_AT_ONCE) {
      const some = letters.slice(at, at + CHARACTERS_AT_ONCE);
      const rows = await session.rows(
        `SELECT c, LOWER(CONVERT(c USING utf8mb3)) AS l, HEX(WEIGHT_STRING(CONVERT(c USING utf8mb3) COLLATE utf8mb3_general_ci)) AS w
         FROM (${some.map(() => 'SELECT ? AS c').join(' UNION ALL ')}) letters`,
        some,
      );
      this.take(rows);
    }
  }

  /** The letters beyond ASCII in these names of which the server has not been asked. */
  unknownLetters(names: Iterable<string>): readonly string[] {
    const letters = new Set(Array.from(names, (name) => Array.from(name)).flat());
    return [...letters].filter((letter) => !ASCII.test(letter) && !this.#lower.has(letter));
  }

  /** Takes the server's answer on letters: each with its small one and its weight in hexadecimal digits. */
  take(answer: readonly Row[]): void {
    for (const { c, l, w } of answer) {
      this.#lower.set(c ?? '', l ?? c ?? '');
      this.#weight.set(c ?? '', String.fromCharCode(parseInt(w ?? '0', 16)));
    }
  }

  /** The form that is the same for all names that the server takes for one. */
  of(space: NameSpace, name: string): string {
    const rule = this.#rules[space];
    if (rule === 'exact') return name;
    if (rule === 'lower') return this.#each(name, this.#lower, (letter) => letter.toLowerCase());
    return this.#each(name, this.#weight, (letter) => letter.toUpperCase());
  }

  areOne(space: NameSpace, one: string, other: string): boolean {
    return one === other || this.of(space, one) === this.of(space, other);
  }

  /** The first two of these names that the server takes for one; null where each is its own. */
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

/** How a server compares names that takes those of tables for one whatever their capitals, or not. Pure. */
export function rulesOf(isFolding: boolean, vendor: Vendor): Readonly<Record<NameSpace, NameRule>> {
  const file: NameRule = isFolding ? 'lower' : 'exact';
  return {
    ...{ schema: file, table: file, routine: 'general', event: 'general', column: 'lower' },
    // MariaDB keeps each trigger in a file and compares its name exactly, whatever lower_case_table_names says.
    trigger: vendor === 'mysql' ? 'general' : 'exact',
  };
}

/** Whether the server keeps names of schemas, tables and views in small letters, or takes them as if they were. */
export async function foldsTables(session: ControlSession): Promise<boolean> {
  return isFolding(await session.scalar('SELECT @@GLOBAL.lower_case_table_names'));
}

/**
 * Whether a server with this `lower_case_table_names` compares names of schemas and tables without their capitals: 1 keeps
 * them in small letters, 2 as they were given. 2 is for file systems that disregard capitals themselves (both manuals,
 * "Identifier Case Sensitivity").
 */
export function isFolding(lowerCaseTableNames: string | null): boolean {
  return lowerCaseTableNames !== '0';
}

const TOKEN = /'(?:[^'\\]|\\[^]|'')*'|"(?:[^"\\]|\\[^]|"")*"|`(?:[^`]|``)*`/g;

/** A definition with its names in small letters, as a server that folds them prints it; literals stay. */
export function withFoldedNames(definition: string): string {
  return definition.replace(TOKEN, (token) => (token.startsWith('`') ? token.toLowerCase() : token));
}
