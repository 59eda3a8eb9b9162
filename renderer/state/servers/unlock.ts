import { create } from 'zustand';
import { SluiceError } from '../../../app/contract/failure';
import { request } from '../remote/bridge';
import { useConnections } from './connections';

interface Question {
  readonly profileId: string;
  /** Server's answer to the last attempt. */
  readonly refusal: string;
  /** True if that try was with a password that was typed here: else there may have been none. */
  readonly isRefused: boolean;
  readonly answer: (password: string | null) => void;
}

interface UnlockState {
  readonly question: Question | null;
}

/** The password question that is open, if any: the frame shows it. */
export const useUnlock = create<UnlockState>(() => ({ question: null }));

/**
 * Runs something that signs in. Where the server refuses, the user is asked for the password and it runs again,
 * until it works or the user gives up; then the refusal is thrown.
 */
export async function withPassword<T>(profileId: string, action: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await action();
    } catch (thrown) {
      if (!(thrown instanceof SluiceError) || thrown.failure.code !== 'sign-in-refused') throw thrown;
      if (isGivenByProgram(profileId)) throw thrown;
      const password = await ask({ profileId, refusal: thrown.failure.message, isRefused: tries > 0 });
      if (password === null) throw thrown;
      await request('profiles/unlock', { profileId, password });
    }
  }
}

/** Signs in to a connection once, so that what is started next does not fail for a password that was not asked for. */
export async function signIn(profileId: string): Promise<void> {
  await withPassword(profileId, () => request('profiles/sign-in', { profileId }));
}

/** Then there is nothing to be typed: the program has given another password than the server wants. */
function isGivenByProgram(profileId: string): boolean {
  const { profiles } = useConnections.getState();
  return profiles.find(({ id }) => id === profileId)?.passwordFrom?.kind === 'command';
}

/** Waits its turn where another question is open, so that one dialog shows at a time. */
async function ask(about: Omit<Question, 'answer'>): Promise<string | null> {
  while (useUnlock.getState().question !== null) {
    await new Promise<void>((resolve) => {
      const stop = useUnlock.subscribe((state) => {
        if (state.question !== null) return;
        stop();
        resolve();
      });
    });
  }
  return new Promise((resolve) => {
    useUnlock.setState({
      question: {
        ...about,
        answer: (password) => {
          useUnlock.setState({ question: null });
          resolve(password);
        },
      },
    });
  });
}
