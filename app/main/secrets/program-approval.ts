import { describeEndpoint } from '../../catalog/connect/endpoint';
import { accessOf } from '../../contract/connections/access';
import type { Profile } from '../../contract/connections/connection';
import { mainFailures } from '../../text/main';

/**
 * Asks the user, where no page can answer, whether a program may be run for a connection's password, and its password be
 * sent to that server (`root@127.0.0.1:3306`).
 */
export type AskApproval = (connection: string, command: string, server: string) => Promise<boolean>;

/**
 * Approval of programs that a page names: none is run on the page's word alone. A command that prints a password is
 * first shown to the user in a dialog of the desktop's own. One that was saved, or approved since Sluice began, is not
 * asked about again; the same program for another server is, which would get the password of the first.
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
  async require(profile: Profile): Promise<void> {
    const use = useOf(profile);
    if (use === null || this.#approved.has(use.key) || (await this.#isSaved(use.key))) return;
    if (!(await this.#ask(profile.name, use.command, describeEndpoint(profile))))
      throw mainFailures.programNotAllowed();
    this.#approved.add(use.key);
  }

  async #isSaved(key: string): Promise<boolean> {
    return (await this.#saved()).some((saved) => useOf(saved)?.key === key);
  }
}

function useOf(profile: Profile): { readonly command: string; readonly key: string } | null {
  if (profile.passwordFrom?.kind !== 'command') return null;
  const { command } = profile.passwordFrom;
  return { command, key: JSON.stringify([command, accessOf(profile)]) };
}
