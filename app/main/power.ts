import { powerSaveBlocker } from 'electron';

/** Keeps the machine awake while something runs; the screen may sleep. */
export class SleepBlocker {
  #blocker: number | null = null;

  set(needed: boolean): void {
    if (needed === (this.#blocker !== null)) return;
    if (this.#blocker === null) {
      this.#blocker = powerSaveBlocker.start('prevent-app-suspension');
    } else {
      powerSaveBlocker.stop(this.#blocker);
      this.#blocker = null;
    }
  }
}
