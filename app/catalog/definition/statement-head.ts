/** A part of a statement, by its positions. */
interface Span {
  readonly from: number;
  readonly to: number;
}

/** A name as written in a statement. */
interface NameSpan extends Span {
  /** Without quotes. */
  readonly name: string;
}

/** A name, with its schema's name where the statement has one. */
export interface PlacedName extends NameSpan {
  readonly schema: NameSpan | null;
}

/** Beginning of a statement that creates or drops an object, up to its name; a trigger's up to its table's. */
export interface StatementHead {
  /** In capitals: `PACKAGE BODY`, `TRIGGER`. */
  readonly kind: string;
  readonly object: PlacedName;
  /** Table of a trigger; null for other kinds. */
  readonly table: PlacedName | null;
  /** Position at which a trigger's body begins; null for other kinds. */
  readonly body: number | null;
}

/** White space, comments, and the marks of executable comments. */
const BLANKS = /(?:\s+|--(?=\s)[^\n]*|#[^\n]*|\/\*M?!\d*|\*\/|\/\*(?!M?!)[^]*?\*\/)*/y;
/** White space and comments alone: the mark of an executable comment may be the body's. */
const PLAIN_BLANKS = /(?:\s+|--(?=\s)[^\n]*|#[^\n]*|\/\*(?!M?!)[^]*?\*\/)*/y;
/**
 * Tokens of a statement's head. Double quotes hold only names there, without backslashes, in every mode. A name without
 * quotes may have any character beyond ASCII (both manuals, "Schema Object Names").
 */
const TOKEN = /`(?:[^`]|``)*`|"(?:[^"]|"")*"|'(?:[^'\\]|\\[^]|'')*'|[\w$\u0080-\uffff]+|[^]/y;
const KINDS = /^(?:FUNCTION|PROCEDURE|PACKAGE|EVENT|TRIGGER|LIBRARY|SEQUENCE|VIEW|TABLE)$/;

/** Parses the head of a statement; null for one that does anything else. */
export function headOf(statement: string): StatementHead | null {
  const reader = new HeadReader(statement);
  if (!reader.takes('CREATE') && !reader.takes('DROP')) return null;
  for (;;) {
    if (reader.takes('OR') || reader.takes('REPLACE') || reader.takes('AGGREGATE')) continue;
    if (reader.takes('TEMPORARY')) continue;
    if (reader.takes('ALGORITHM')) reader.value();
    else if (reader.takes('DEFINER')) reader.account();
    else if (reader.takes('SQL')) reader.words(2);
    else break;
  }
  const kind = reader.word();
  if (!KINDS.test(kind)) return null;
  const body = kind === 'PACKAGE' && reader.takes('BODY') ? ' BODY' : '';
  if (reader.takes('IF')) {
    reader.takes('NOT');
    reader.takes('EXISTS');
  }
  const object = reader.placedName();
  if (object === null) return null;
  if (kind !== 'TRIGGER') return { kind: kind + body, object, table: null, body: null };
  return { kind, object, table: reader.tableOfTrigger(), body: reader.bodyOfTrigger() };
}

/** Removes the schema's name before the names in a statement's head. */
export function withoutSchema(statement: string, head: StatementHead): string {
  const placed = [head.table, head.object].filter((name) => name !== null);
  return placed.reduce(
    (text, { schema, from }) => (schema === null ? text : text.slice(0, schema.from) + text.slice(from)),
    statement,
  );
}

class HeadReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Consumes this word, in whatever case, if it is the next one. */
  takes(word: string): boolean {
    const { text, to } = this.#next();
    if (text.toUpperCase() !== word) return false;
    this.#at = to;
    return true;
  }

  /** Consumes the next word, in capitals. */
  word(): string {
    const { text, to } = this.#next();
    this.#at = to;
    return text.toUpperCase();
  }

  words(count: number): void {
    for (let left = count; left > 0; left -= 1) this.word();
  }

  /** Consumes `= value`. */
  value(): void {
    this.takes('=');
    this.word();
  }

  /** Consumes `= user@host`, `= role` or `= CURRENT_USER()`. */
  account(): void {
    this.value();
    if (this.takes('@')) this.word();
    if (this.takes('(')) this.takes(')');
  }

  placedName(): PlacedName | null {
    const first = this.#name();
    if (first === null) return null;
    if (!this.takes('.')) return { ...first, schema: null };
    const second = this.#name();
    return second === null ? null : { ...second, schema: first };
  }

  /** Consumes `BEFORE INSERT ON name`; MariaDB takes several events: `BEFORE INSERT OR UPDATE ON name`. */
  tableOfTrigger(): PlacedName | null {
    for (let left = MOST_WORDS; left > 0; left -= 1) {
      if (this.takes('ON')) return this.placedName();
      if (this.#next().text === '') return null;
      this.word();
    }
    return null;
  }

  /** Consumes `FOR EACH ROW`, and `FOLLOWS name` or `PRECEDES name`; returns the position behind them, null where they do not come. */
  bodyOfTrigger(): number | null {
    if (!['FOR', 'EACH', 'ROW'].every((word) => this.takes(word))) return null;
    if (this.takes('FOLLOWS') || this.takes('PRECEDES')) this.#name();
    PLAIN_BLANKS.lastIndex = this.#at;
    return this.#at + (PLAIN_BLANKS.exec(this.#text)?.[0].length ?? 0);
  }

  #name(): NameSpan | null {
    const { text, from, to } = this.#next();
    if (!/^[`"'\w$\u0080-\uffff]/.test(text)) return null;
    this.#at = to;
    return { name: unquoted(text), from, to };
  }

  #next(): Span & { readonly text: string } {
    BLANKS.lastIndex = this.#at;
    const from = this.#at + (BLANKS.exec(this.#text)?.[0].length ?? 0);
    TOKEN.lastIndex = from;
    const text = TOKEN.exec(this.#text)?.[0] ?? '';
    return { text, from, to: from + text.length };
  }
}

/** Most words between a trigger's name and that of its table. */
const MOST_WORDS = 20;

/** Removes the quotes of a name as a statement has it, where it has any. */
export function unquoted(text: string): string {
  const quote = text.charAt(0);
  if (!/[`"']/.test(quote)) return text;
  return text
    .slice(1, -1)
    .split(quote + quote)
    .join(quote);
}
