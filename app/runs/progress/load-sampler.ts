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

/** Selects the tables of a load that are worth an inspection. */
export type Choice = (tables: readonly LoadedTable[]) => readonly LoadedTable[];

/**
 * Inspects the tables of a load as soon as each is loaded, while the lanes load the others: an inspection mostly waits
 * for the disk. One inspection at a time, and only until their time is up; the remaining tables are left to the caller.
 */
export class LoadSampler implements LoadWatcher {
  readonly #look: Look;
  readonly #choose: Choice;
  readonly #cancellation = new Cancellation();
  readonly #waiting: LoadedTable[] = [];
  readonly #told = new Map<string, Observation>();
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

  /** The observations so far, by {@link keyOf}, also those that failed. */
  get told(): ReadonlyMap<string, Observation> {
    return new Map(this.#told);
  }

  /**
   * Returns the successful observations by {@link keyOf}, after the last inspection: one that failed while others were
   * loaded may well succeed afterwards.
   */
  async observations(): Promise<ReadonlyMap<string, Observation>> {
    await this.#looking;
    return new Map([...this.#told].filter(([, { kind }]) => kind === 'seen'));
  }

  /** Stops the inspections; none is running when this resolves. */
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
    for (const [at, table] of tables.entries()) {
      const observation = observations[at];
      if (observation !== undefined) this.#told.set(keyOf(table), observation);
    }
  }
}

/** Key of a table in the maps of observations. */
export function keyOf({ schema, table }: Pick<LoadedTable, 'schema' | 'table'>): string {
  return quoteTable(schema, table);
}
