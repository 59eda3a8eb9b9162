/**
 * Test servers that have been started and that nobody has used. Each is handed out once: when it comes back it is
 * stopped and another takes its place, so that what a killed test left (a schema, an account, a global) is gone
 * without anyone having to look for it. Holds as many as were ever out at once.
 */
export class ServerPool {
  #start;
  #isWell;
  #ready = [];
  #out = new Set();
  #isEnding = false;

  /**
   * @param start starts servers; gives their `variables` and their `stop`
   * @param isWell whether servers that have waited still run
   */
  constructor(start, isWell) {
    this.#start = start;
    this.#isWell = isWell;
  }

  get isUsed() {
    return this.#out.size > 0;
  }

  /** Servers that nobody has used. Rejects when they can't be started. */
  async take() {
    while (this.#ready.length > 0) {
      const servers = await this.#ready.shift();
      if (servers !== null && this.#isWell(servers)) return this.#handOut(servers);
      await servers?.stop();
    }
    return this.#handOut(await this.#start());
  }

  async giveBack(servers) {
    if (!this.#out.delete(servers)) return;
    await servers.stop();
    // Servers that can't be started now are not there later: whoever asks then hears why.
    if (!this.#isEnding) this.#ready.push(this.#start().catch(() => null));
  }

  /** Stops all servers, those too that are in use. */
  async end() {
    this.#isEnding = true;
    const all = await Promise.all([...this.#ready, ...this.#out]);
    this.#ready = [];
    this.#out.clear();
    await Promise.all(all.map((servers) => servers?.stop()));
  }

  #handOut(servers) {
    this.#out.add(servers);
    return servers;
  }
}
