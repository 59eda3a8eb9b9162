import type { InputChoices } from '../../contract/commands/input';
import { readingUnder, type Reading } from './statements/modes';

/** Values of the session's settings at a place of a script, null where the script has not set one: the client's own. */
export interface ScriptSettings {
  readonly character_set_client: string | null;
  readonly collation_connection: string | null;
  readonly sql_mode: string | null;
  readonly time_zone: string | null;
}

type Setting = keyof ScriptSettings;

/** A user's own choices about the session that a script begins in. */
export type SessionChoices = Pick<InputChoices, 'timeZone' | 'charset'>;

export const UNSET: ScriptSettings = {
  character_set_client: null,
  collation_connection: null,
  sql_mode: null,
  time_zone: null,
};

/** The part of a dump's identity that these choices are: the same bytes mean something else under others. */
export function choicesText({ timeZone, charset }: SessionChoices): string {
  const chosen = [timeZone, charset].filter((choice) => choice !== undefined);
  return chosen.length === 0 ? '' : ` in ${chosen.join(' ')}`;
}

/**
 * Variables that a script may set and a load need not: it decides on checks, logs, character sets and times of its own,
 * or they change no row and no definition.
 */
const WITHOUT_EFFECT = new Set([
  'autocommit',
  'character_set_connection',
  'character_set_results',
  'foreign_key_checks',
  'information_schema_stats_expiry',
  'innodb_strict_mode',
  'lock_wait_timeout',
  'max_statement_time',
  'net_read_timeout',
  'net_write_timeout',
  'note_verbosity',
  'show_create_table_skip_secondary_engine',
  'show_create_table_verbosity',
  'sql_log_bin',
  'sql_log_off',
  'sql_notes',
  'sql_quote_show_create',
  'sql_require_primary_key',
  'sql_warnings',
  // Loading sessions have it, wherever a server does.
  'system_versioning_insert_history',
  'unique_checks',
  'wait_timeout',
]);

const SAVED = '@old_character_set_client';

/** Outcome of a SET statement: it changed settings that are followed, or did something that is not. */
export type SetOutcome =
  | { readonly kind: 'followed' }
  /** It sets the positions or the GTID set of a replica. */
  | { readonly kind: 'replication' }
  | { readonly kind: 'unknown' };

/** Follows the SET statements of a script: the four settings that stored objects are created under, and saved copies. */
export class FollowedSettings {
  readonly #first: ScriptSettings;
  #now: ScriptSettings;
  readonly #saved = new Map<string, string | null>();
  /** Saved copies that have been read. */
  readonly #read = new Set<string>();
  #engine: string | null = null;

  constructor({ timeZone, charset }: SessionChoices = {}) {
    this.#first = { ...UNSET, time_zone: timeZone ?? null, character_set_client: charset ?? null };
    this.#now = this.#first;
  }

  /** Forgets everything, as a new session has; @param mode its sql_mode, null for the server's own */
  reset(mode: string | null = null): void {
    this.#now = { ...this.#first, sql_mode: mode };
    this.#engine = null;
    this.#saved.clear();
    this.#read.clear();
  }

  /** Returns whether the script saves a variable in the way of mysqldump and mariadb-dump. */
  get isOfDumper(): boolean {
    return this.#saved.has('@saved_cs_client');
  }

  /** Returns whether the script has saved the client's character set, as tools do first, and not taken it back, as they do last. */
  get leavesSaved(): boolean {
    return this.#saved.has(SAVED) && !this.#read.has(SAVED);
  }

  /** Reading of the statements that follow. */
  get reading(): Reading {
    return readingUnder(this.#now.sql_mode);
  }

  /** Engine of the tables that name none; null for the server's own. */
  get engine(): string | null {
    return this.#engine;
  }

  get now(): ScriptSettings {
    return this.#now;
  }

  /** @param statement begins with SET, within a version comment or not */
  follow(statement: string): SetOutcome {
    const assignments = assignmentsOf(statement);
    if (assignments === null) return { kind: 'unknown' };
    const outcomes = assignments.map((assignment) => this.#assign(assignment));
    const [odd] = outcomes.filter(({ kind }) => kind !== 'followed');
    return odd ?? { kind: 'followed' };
  }

  #assign({ name, isGlobal, value, collation = null }: Assignment): SetOutcome {
    if (/^gtid_(?:purged|slave_pos)$/.test(name)) return { kind: 'replication' };
    // Around the tables of the server's own schema, which is left out.
    if (isGlobal) return { kind: name === 'innodb_stats_auto_recalc' ? 'followed' : 'unknown' };
    const known = this.#valueOf(value);
    if (name.startsWith('@')) {
      this.#saved.set(name, known);
      return { kind: 'followed' };
    }
    if (name === 'names') {
      this.#now = { ...this.#now, character_set_client: known, collation_connection: collation };
      return { kind: 'followed' };
    }
    if (name in UNSET) {
      this.#now = { ...this.#now, [name]: known };
      return { kind: 'followed' };
    }
    // The shorter name is that of MySQL before 5.7 and of MariaDB.
    if (name === 'default_storage_engine' || name === 'storage_engine') {
      this.#engine = known;
      return { kind: 'followed' };
    }
    return WITHOUT_EFFECT.has(name) ? { kind: 'followed' } : { kind: 'unknown' };
  }

  /** The value that a literal, a word, a saved copy or a variable has; null where the script does not tell it. */
  #valueOf(value: string): string | null {
    const literal = /^(['"])([^]*)\1$/.exec(value);
    if (literal !== null) return literal[2] ?? '';
    const variable = /^@@(?:session\.|local\.)?(\w+)$/i.exec(value)?.[1]?.toLowerCase();
    if (variable !== undefined && variable in UNSET) return this.#now[variable as Setting];
    if (variable !== undefined) return variable.endsWith('storage_engine') ? this.#engine : null;
    if (value.startsWith('@')) {
      this.#read.add(value.toLowerCase());
      return this.#saved.get(value.toLowerCase()) ?? null;
    }
    return /^(?:default|null)$/i.test(value) ? null : value;
  }
}

interface Assignment {
  /** In small letters; `@name` for a user's variable, `names` for SET NAMES. */
  readonly name: string;
  readonly isGlobal: boolean;
  /** As written. */
  readonly value: string;
  /** That of SET NAMES, where it has one. */
  readonly collation?: string | null;
}

const PART = /(?:'(?:[^'\\]|\\[^]|'')*'|"(?:[^"\\]|\\[^]|"")*"|\([^)]*\)|[^,'"(])+/g;
const NAMES = /^(names|character\s+set|charset)\s+(['"]?)([\w]+)\2(?:\s+collate\s+(['"]?)(\w+)\4)?$/i;
const ASSIGNMENT = /^(?:@@)?(?:(global|session|local|persist)\b[.\s]\s*)?(@?[`\w$.]+)\s*:?=\s*([^]+)$/i;

/** The assignments of a SET statement; null where it is another one (SET PASSWORD, SET ROLE, SET TRANSACTION). */
function assignmentsOf(statement: string): readonly Assignment[] | null {
  const text = withoutComments(statement)
    .trim()
    .replace(/^SET\s+/i, '');
  const parts = text.match(PART) ?? [];
  const found = parts.map((part) => assignmentOf(part.trim()));
  return found.length > 0 && found.every((one) => one !== null) ? found : null;
}

function assignmentOf(part: string): Assignment | null {
  const names = NAMES.exec(part);
  if (names !== null)
    return { name: 'names', isGlobal: false, value: names[3] ?? '', collation: names[5] ?? null };
  const match = ASSIGNMENT.exec(part);
  if (match === null) return null;
  const [, scope = '', name = '', value = ''] = match;
  return {
    name: name.replace(/`/g, '').toLowerCase(),
    isGlobal: /^(?:global|persist)$/i.test(scope),
    value: value.trim(),
  };
}

/** Without the marks of version comments: the content of those is read as the newest server does. */
function withoutComments(statement: string): string {
  return statement.replace(/\/\*M?!\d*\s?|\*\//g, '');
}
