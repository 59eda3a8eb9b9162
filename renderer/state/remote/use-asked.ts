import { useRef, useState } from 'react';
import { failureOf } from './bridge';
import { absent, failed, loading, ready, type Remote } from './remote';

export interface Asked<T> {
  readonly remote: Remote<T>;
  readonly ask: (question: () => Promise<T>) => void;
}

/**
 * Asks when it is told to. The answer is shown for as long as `about`, which the question is about, stays as it was asked
 * of; one that comes after the next question is dropped.
 */
export function useAsked<T>(about: string): Asked<T> {
  const [state, setState] = useState<{ readonly about: string; readonly remote: Remote<T> }>({
    about,
    remote: absent,
  });
  const lastTurn = useRef(0);
  const ask = (question: () => Promise<T>): void => {
    lastTurn.current += 1;
    const turn = lastTurn.current;
    const show = (remote: Remote<T>): void => {
      if (turn === lastTurn.current) setState({ about, remote });
    };
    show(loading);
    question().then(
      (value) => show(ready(value)),
      (thrown: unknown) => show(failed(failureOf(thrown))),
    );
  };
  return { remote: state.about === about ? state.remote : absent, ask };
}
