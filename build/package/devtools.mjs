import { setTimeout as pause } from 'node:timers/promises';

/**
 * The first page of a program that was started with `--remote-debugging-port`, over Chromium's own protocol: of the
 * drivers that know it, none takes an Electron whose Node can't be debugged, and a packed app's can't.
 */
export class Page {
  #socket;
  #waiting = new Map();
  #calls = 0;

  constructor(socket) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => {
      const { id, ...reply } = JSON.parse(data);
      this.#waiting.get(id)?.resolve(reply);
      this.#waiting.delete(id);
    });
    socket.addEventListener('close', () => {
      for (const { reject } of this.#waiting.values()) reject(new Error('The window is gone.'));
    });
  }

  /** @param browser the address that the program says on its standard error */
  static async open(browser) {
    const list = `http://${new URL(browser).host}/json/list`;
    for (;;) {
      const page = (await (await fetch(list)).json()).find(({ type }) => type === 'page');
      if (page !== undefined) return await Page.#connect(page.webSocketDebuggerUrl);
      await pause(50);
    }
  }

  static async #connect(address) {
    const socket = new WebSocket(address);
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve, { once: true });
      socket.addEventListener('error', () => reject(new Error(`${address} does not answer`)), { once: true });
    });
    return new Page(socket);
  }

  /** Runs a function in the page and gives what its promise gives. */
  async evaluate(work, argument) {
    const expression = `(${work})(${JSON.stringify(argument ?? null)})`;
    const parameters = { expression, awaitPromise: true, returnByValue: true };
    const { result, error } = await this.#call('Runtime.evaluate', parameters);
    const problem = error?.message ?? result.exceptionDetails?.exception?.description;
    if (problem !== undefined) throw new Error(problem);
    return result.result.value;
  }

  /** Waits until `holds` is true of the page. A page that is still on its way there ends what runs in it. */
  async until(holds, argument) {
    for (;;) {
      try {
        if (await this.evaluate(holds, argument)) return;
      } catch (error) {
        if (!/context/i.test(error.message)) throw error;
      }
      await pause(50);
    }
  }

  close() {
    this.#socket.close();
  }

  #call(method, params) {
    this.#calls += 1;
    const id = this.#calls;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#socket.send(JSON.stringify({ id, method, params }));
    });
  }
}
