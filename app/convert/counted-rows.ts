import { tablesOf, type DumpFolder } from '../format/read/dump';
import { convertFailures } from '../text/convert';

interface PartOfTable {
  readonly id: number;
  readonly schema: string;
  readonly table: string;
}

/** Rows of each table that were written, of one part of it or of several. */
export class CountedRows {
  readonly #ofPart = new Map<number, number>();
  readonly #ofTable = new Map<string, number>();

  /** The part with this id is written. */
  add(part: number, rows: number): void {
    this.#ofPart.set(part, rows);
  }

  /**
   * All parts are written. Compares their rows with the done marker, which was written at another time than the records of
   * the chunks.
   */
  settle(dump: DumpFolder, parts: readonly PartOfTable[]): void {
    for (const { id, schema, table } of parts) {
      const key = keyOf(schema, table);
      this.#ofTable.set(key, (this.#ofTable.get(key) ?? 0) + (this.#ofPart.get(id) ?? 0));
    }
    for (const { schema, name, rows: recorded } of tablesOf(dump)) {
      const found = this.#ofTable.get(keyOf(schema, name));
      if (found === undefined || recorded === null || found === recorded) continue;
      throw convertFailures.otherNumberOfRows({ found, recorded }, { table: `${schema}.${name}` });
    }
  }

  of(schema: string, table: string): number {
    return this.#ofTable.get(keyOf(schema, table)) ?? 0;
  }

  get all(): number {
    return [...this.#ofPart.values()].reduce((sum, rows) => sum + rows, 0);
  }
}

function keyOf(schema: string, table: string): string {
  return JSON.stringify([schema, table]);
}
