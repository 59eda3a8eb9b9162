interface Promise<T> {
  /** It waits for a promise that the callback returns, which TypeScript's own declaration does not say. */
  finally(onfinally: () => PromiseLike<unknown>): Promise<T>;
}
