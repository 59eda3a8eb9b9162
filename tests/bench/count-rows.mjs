import { createReadStream, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createGunzip } from 'node:zlib';

const code = (text) => text.charCodeAt(0);
const [BACKSLASH, OPEN, CLOSE, NEWLINE, SPACE, V] = ['\\', '(', ')', '\n', ' ', 'V'].map(code);
/** mysqldump writes texts in the one, mydumper in the other. */
const QUOTES = new Set(["'", '"'].map(code));
const INSERT = 'INSERT INTO ';

/** Rows in the INSERT statements of a dump in SQL: a file, plain or gzip, or every data file of a folder. */
export async function countInsertedRows(path) {
  let rows = 0;
  for (const file of filesOf(path)) rows += await countInFile(file);
  return rows;
}

function filesOf(path) {
  if (/\.sql(\.gz)?$/.test(path)) return [path];
  return readdirSync(path)
    .filter((name) => /\.sql(\.gz)?$/.test(name) && !name.includes('-schema'))
    .map((name) => join(path, name));
}

async function countInFile(file) {
  const raw = createReadStream(file, { highWaterMark: 1 << 20 });
  const counter = new TupleCounter();
  for await (const bytes of file.endsWith('.gz') ? raw.pipe(createGunzip()) : raw) counter.take(bytes);
  return counter.rows;
}

/** Counts `(…)` at the top level of INSERT statements; parentheses inside texts do not count. */
class TupleCounter {
  rows = 0;
  #depth = 0;
  /** The quote that ends the text; 0 outside of texts. */
  #quote = 0;
  #escaped = false;
  #inInsert = false;
  /** After a closed parenthesis and blanks: where VALUES follows, it was a list of columns. */
  #hasClosed = false;
  /** Number of letters of INSERT that the line has matched so far; -1 when it is no INSERT, or one already. */
  #matched = 0;

  take(bytes) {
    for (const byte of bytes) {
      if (this.#quote === 0) this.#outside(byte);
      else this.#inside(byte);
    }
  }

  #inside(byte) {
    if (this.#escaped) this.#escaped = false;
    else if (byte === BACKSLASH) this.#escaped = true;
    else if (byte === this.#quote) this.#quote = 0;
  }

  #outside(byte) {
    if (byte === NEWLINE) this.#matched = 0;
    else if (this.#matched >= 0) this.#match(byte);
    if (!this.#inInsert || byte === SPACE) return;
    if (this.#hasClosed && byte === V) this.rows -= 1;
    this.#hasClosed = false;
    if (QUOTES.has(byte)) this.#quote = byte;
    else if (byte === OPEN) this.#depth += 1;
    else if (byte === CLOSE && --this.#depth === 0) {
      this.rows += 1;
      this.#hasClosed = true;
    }
  }

  /** mydumper writes one row on a line: a line that begins with a parenthesis belongs to the statement before. */
  #match(byte) {
    if (byte === INSERT.charCodeAt(this.#matched)) {
      this.#matched += 1;
      if (this.#matched < INSERT.length) return;
      this.#inInsert = true;
    } else if (this.#matched === 0 && byte !== OPEN && byte !== code(',')) {
      this.#inInsert = false;
    }
    this.#matched = -1;
  }
}
