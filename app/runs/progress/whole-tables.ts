/** Counts a run's tables as a person does: the partitions of one are listed and moved singly, and are one table. */
export class WholeTables {
  readonly #wholeByName = new Map<string, number>();
  /** Whole table of each position of the run's list. */
  readonly #wholeOf: number[] = [];
  readonly #isDone: boolean[] = [];
  /** Number of unfinished parts, by whole table. */
  readonly #left: number[] = [];
  #done = 0;

  /** Returns the place of the whole table. `name` is the whole table's own, with its schema. */
  add(index: number, name: string): number {
    const whole = this.#wholeByName.get(name) ?? this.#left.length;
    if (this.#left[whole] === 0) this.#done -= 1;
    this.#wholeByName.set(name, whole);
    this.#wholeOf[index] = whole;
    this.#isDone[index] = false;
    this.#left[whole] = (this.#left[whole] ?? 0) + 1;
    return whole;
  }

  mark(index: number, isDone: boolean): void {
    const whole = this.#wholeOf[index];
    if (whole === undefined || this.#isDone[index] === isDone) return;
    this.#isDone[index] = isDone;
    const left = (this.#left[whole] ?? 0) + (isDone ? -1 : 1);
    this.#left[whole] = left;
    if (isDone && left === 0) this.#done += 1;
    if (!isDone && left === 1) this.#done -= 1;
  }

  /** Number of tables whose parts are all done. */
  get done(): number {
    return this.#done;
  }

  get total(): number {
    return this.#left.length;
  }
}
