import type { Profile } from '../contract/connection';
import { SluiceError } from '../contract/failure';

/** Asks the user, where no page can answer, whether a program may be run for a connection's password. */
export type AskApproval = (connection: string, command: string) => Promise<boolean>;

/**
 * What a page says is never run because a page said it: a command that gives a password is shown to the user in a dialog
 * of the desktop's own first. What was saved, or approved since Sluice began, is not asked about again.
 */
export class ProgramApproval {
  readonly #saved: () => Promise<readonly Profile[]>;
  readonly #ask: AskApproval;
  readonly #approved = new Set<string>();

  constructor(saved: () => Promise<readonly Profile[]>, ask: AskApproval) {
    this.#saved = saved;
    this.#ask = ask;
  }

  /** Fails with `cancelled` where the user says no. */
  async require({ name, passwordFrom }: Profile): Promise<void> {
    if (passwordFrom?.kind !== 'command') return;
    const { command } = passwordFrom;
    if (this.#approved.has(command) || (await this.#isSaved(command))) return;
    if (!(await this.#ask(name, command)))
      throw new SluiceError('cancelled', 'The program for the password was not allowed.');
    this.#approved.add(command);
  }

  async #isSaved(command: string): Promise<boolean> {
    return (await this.#saved()).some(
      ({ passwordFrom }) => passwordFrom?.kind === 'command' && passwordFrom.command === command,
    );
  }
}
