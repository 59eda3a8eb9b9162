import { useEffect, useState } from 'react';

const EVERY_MS = 30_000;

/** The present moment, for what is told to the minute: a window may stay open over night. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => {
      setNow(Date.now());
    }, EVERY_MS);
    return () => {
      clearInterval(timer);
    };
  }, []);
  return now;
}
