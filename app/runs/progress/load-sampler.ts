import { quoteTable } from '../../catalog/text/quote';
import { Cancellation } from '../../engine/cancellation';
import type { Observation } from '../../inspect/observe';
import type { LoadedTable, LoadWatcher } from '../../load/request';

/** Looks at tables, for `budgetMs` at the most; one observation for each table, in order. */
export type Look = (
  tables: readonly LoadedTable[],
  budgetMs: number,
  cancellation: Cancellation,
) => Promise<readonly Observation[]>;

/** Which of a load's tables are worth a look. */
export type Choice = (tables: readonly LoadedTable[]) => readonly LoadedTable[];

/**
 * Looks at the tables of a load as soon as each is in, while the lanes move the others: what a look waits for is mostly
 * the disk. One look at a time, and only until their time is up; what was not seen by then is left to whoever made this.
 */
export class LoadSampler implements LoadWatcher {
  readonly #look: Look;
  readonly #choose: Choice;
  readonly #cancellation = new Cancellation();
  readonly #waiting: LoadedTable[] = [];
  readonly #seen = new Map<string, Observation>();
  #chosen: ReadonlySet<string> = new Set();
  #msLeft: number;
  #looking = Promise.resolve();

  /** `budgetMs` is what all looks together may take. */
  constructor(look: Look, choose: Choice, budgetMs: number) {
    this.#look = look;
    this.#choose = choose;
    this.#msLeft = budgetMs;
  }

  started(tables: readonly LoadedTable[]): void {
    this.#chosen = new Set(this.#choose(tables).map(keyOf));
  }

  loaded(table: LoadedTable): void {
    if (!this.#chosen.has(keyOf(table))) return;
    this.#waiting.push(table);
    this.#looking = this.#looking.then(() => this.#lookAtWaiting());
  }

  /** What was seen, by {@link keyOf}, when the last look is through. */
  async seen(): Promise<ReadonlyMap<string, Observation>> {
    await this.#looking;
    return this.#seen;
  }

  /** Breaks off; no look goes on when this resolves. */
  async stop(): Promise<void> {
    this.#cancellation.cancel();
    await this.#looking;
  }

  async #lookAtWaiting(): Promise<void> {
    const tables = this.#waiting.splice(0);
    if (tables.length === 0 || this.#msLeft <= 0 || this.#cancellation.cancelled) return;
    const begin = Date.now();
    const observations = await this.#look(tables, this.#msLeft, this.#cancellation);
    this.#msLeft -= Date.now() - begin;
    for (const [at, table] of tables.entries()) this.#keep(table, observations[at]);
  }

  /** What could not be seen while others were loaded may well be seen afterwards. */
  #keep(table: LoadedTable, observation: Observation | undefined): void {
    if (observation?.kind === 'seen') this.#seen.set(keyOf(table), observation);
  }
}

/** Names a table in the maps of what was seen. */
export function keyOf({ schema, table }: Pick<LoadedTable, 'schema' | 'table'>): string {
  return quoteTable(schema, table);
}
