/** The dump that was read last: a plan, a load and its window ask for the same one after the other, and to scan it takes time. */
export class LastRead<T> {
  readonly #wholeOf: (read: T) => Promise<string>;
  #identity = '';
  #read: Promise<T> | null = null;
  /** Identity of all of its files. */
  #whole = '';

  /** @param wholeOf tells the identity of all files of what was read, as they are now */
  constructor(wholeOf: (read: T) => Promise<string>) {
    this.#wholeOf = wholeOf;
  }

  /** @param identity of the dump, as far as it is known before it is read */
  async of(identity: string, read: () => Promise<T>): Promise<T> {
    const known = this.#identity === identity ? await this.#read : null;
    const isSame = known !== null && (await this.#wholeOf(known).catch(() => '')) === this.#whole;
    if (this.#read === null || !isSame) {
      this.#identity = identity;
      this.#read = this.#readNow(read);
      // A reading that failed is tried again.
      this.#read.catch(() => (this.#read = null));
    }
    return await this.#read;
  }

  async #readNow(read: () => Promise<T>): Promise<T> {
    const found = await read();
    this.#whole = await this.#wholeOf(found);
    return found;
  }
}
