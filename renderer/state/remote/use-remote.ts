import { useEffect, useRef, useState } from 'react';
import { failureOf } from './bridge';
import { absent, failed, loading, ready, type Remote } from './remote';

/**
 * Asks again whenever `key` changes; an answer that comes after the next question is dropped.
 * A null key means that there is nothing to ask.
 */
export function useRemote<T>(key: string | null, ask: () => Promise<T>): Remote<T> {
  const [state, setState] = useState<{ readonly key: string | null; readonly remote: Remote<T> }>({
    key: null,
    remote: absent,
  });
  const latestAsk = useRef(ask);
  useEffect(() => {
    latestAsk.current = ask;
  });

  useEffect(() => {
    if (key === null) return undefined;
    let current = true;
    const show = (remote: Remote<T>): void => {
      if (current) setState({ key, remote });
    };
    latestAsk.current().then(
      (value) => show(ready(value)),
      (thrown: unknown) => show(failed(failureOf(thrown))),
    );
    return () => {
      current = false;
    };
  }, [key]);

  if (key === null) return absent;
  return state.key === key ? state.remote : loading;
}
