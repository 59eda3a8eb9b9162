import { useEffect, useState } from 'react';

/** Long enough for a word to be typed on, short enough not to be waited for. */
const PAUSE_MS = 250;

/** The value when it has stayed the same for a moment: what asks a server does not ask at each letter. */
export function useSettled<T extends string | null>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => {
      setSettled(value);
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [value]);
  return settled;
}
