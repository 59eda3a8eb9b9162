import { useEffect, useRef, useState } from 'react';
import type { RequestArgument } from '../../../../app/contract/requests';
import type { ValuesReading } from '../../../../app/contract/runs/dump-folder';
import { failureOf, request } from '../../../state/remote/bridge';
import { failed, loading, ready, type Remote } from '../../../state/remote/remote';
import { useSettled } from '../../../state/remote/use-settled';

type Wish = RequestArgument<'load/read-values'>;

interface Reading {
  /** The answer to what is wished now. */
  readonly now: Remote<ValuesReading>;
  /** The latest one that came; null before the first. */
  readonly latest: ValuesReading | null;
}

/**
 * Reads files of values anew whenever the wish has changed and has stayed the same for a moment. One reading at a time: each
 * goes through the whole file, and what was wished meanwhile is read next.
 */
export function useReading(wish: Wish): Reading {
  const wanted = JSON.stringify(wish);
  const key = useSettled(wanted);
  const [answer, setAnswer] = useState<{ readonly key: string; readonly remote: Remote<ValuesReading> }>({
    key: '',
    remote: loading,
  });
  const [latest, setLatest] = useState<ValuesReading | null>(null);
  const next = useRef('');
  const isReading = useRef(false);

  useEffect(() => {
    next.current = key;
    const read = async (): Promise<void> => {
      isReading.current = true;
      for (let asked = ''; asked !== next.current;) {
        asked = next.current;
        const remote = await answerTo(JSON.parse(asked) as Wish);
        setAnswer({ key: asked, remote });
        if (remote.kind === 'ready') setLatest(remote.value);
      }
      isReading.current = false;
    };
    if (!isReading.current) void read();
  }, [key]);

  return { now: answer.key === wanted ? answer.remote : loading, latest };
}

async function answerTo(wish: Wish): Promise<Remote<ValuesReading>> {
  try {
    return ready(await request('load/read-values', wish));
  } catch (thrown) {
    return failed(failureOf(thrown));
  }
}
