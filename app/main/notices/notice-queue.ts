import type { NoticeName, Notices } from '../../contract/channels';

export type NoticeSender = <N extends NoticeName>(name: N, notice: Notices[N]) => void;

interface Waiting {
  readonly name: NoticeName;
  readonly release: () => void;
}

/** More than a window can miss while it starts; beyond it the oldest go, for a view can be asked for afresh. */
const MOST_WAITING = 100;

/**
 * Holds the notices of a kind until the window subscribes to that kind, then sends them in order. Otherwise events
 * while a window loads, such as a folder named on the command line, would be lost.
 */
export class NoticeQueue {
  readonly #send: NoticeSender;
  readonly #listening = new Set<NoticeName>();
  #waiting: readonly Waiting[] = [];

  constructor(send: NoticeSender) {
    this.#send = send;
  }

  post<N extends NoticeName>(name: N, notice: Notices[N]): void {
    const release = () => this.#send(name, notice);
    if (this.#listening.has(name)) release();
    else this.#waiting = [...this.#waiting, { name, release }].slice(-MOST_WAITING);
  }

  /** The window listens to `name` from now on. */
  listen(name: NoticeName): void {
    this.#listening.add(name);
    const due = this.#waiting.filter((waiting) => waiting.name === name);
    this.#waiting = this.#waiting.filter((waiting) => waiting.name !== name);
    for (const { release } of due) release();
  }

  /** The window loads again: nothing listens until it says so. */
  reset(): void {
    this.#listening.clear();
  }
}
