import { useEffect } from 'react';
import { ShieldCheck, TriangleAlert } from 'lucide-react';
import type { DumpPreflight } from '../../../app/contract/channels';
import type { Profile } from '../../../app/contract/connections/connection';
import type { DumpOptions } from '../../../app/contract/runs/options';
import { assertNever } from '../../../app/contract/exhaustive';
import { FailureNotice } from '../../parts/notices/FailureNotice';
import styles from '../../parts/layout/Steps.module.css';
import { request } from '../../state/remote/bridge';
import { notifyFailure } from '../../state/app/toasts';
import { useSettled } from '../../state/remote/use-settled';
import { useRemote } from '../../state/remote/use-remote';
import { text } from '../../text';

interface ConsistencyProps {
  readonly profile: Profile | null;
  readonly options: DumpOptions | null;
}

/** The preflight's answer: how the dump will be consistent and what would make it better. */
export function Consistency({ profile, options }: ConsistencyProps) {
  const argument = profile === null || options === null ? null : { profileId: profile.id, options };
  const wanted = argument === null ? null : `${argument.profileId} ${whatMatters(argument.options)}`;
  const settled = useSettled(wanted);
  const key = wanted === null || settled === null ? null : settled;
  const preflight = useRemote(key, () => {
    if (argument === null) throw new Error('Nothing to check');
    return request('dump/preflight', argument);
  });
  useEffect(() => leave, []);
  switch (preflight.kind) {
    case 'absent':
      return (
        <p className={styles.under}>{wanted === null ? text.dump.consistencyAsk : text.dump.checking}</p>
      );
    case 'loading':
      return <p className={styles.under}>{text.dump.checking}</p>;
    case 'failed':
      return <FailureNotice failure={preflight.failure} tone="failed" />;
    case 'ready':
      // An answer that is about to change is not said to be consistent.
      return settled === wanted ? (
        <Answer preflight={preflight.value} />
      ) : (
        <p className={styles.under}>{text.dump.checking}</p>
      );
    default:
      return assertNever(preflight);
  }
}

/** Cancels the check: nobody waits for its answer after leaving the screen, and a started run has the server to itself. */
function leave(): void {
  request('dump/cancel-preflight', null).catch(notifyFailure);
}

/** Threads and compression change nothing about consistency, and do not ask again. */
function whatMatters({ selection, consistency, nonTransactional }: DumpOptions): string {
  return JSON.stringify({ selection, consistency, nonTransactional });
}

function Answer({ preflight }: { readonly preflight: DumpPreflight }) {
  const isWeak = preflight.mode === 'none' || preflight.mode === 'table-locks';
  return (
    <>
      <p className={styles.under} data-testid="dump-scope">
        {preflight.scope}
      </p>
      <div className={styles.sentence} data-mode={preflight.mode}>
        {isWeak ? <TriangleAlert size={14} aria-hidden /> : <ShieldCheck size={14} aria-hidden />}
        <div>
          <p data-testid="dump-preflight">{preflight.sentence}</p>
          {preflight.better !== '' && <p className={styles.under}>{preflight.better}</p>}
        </div>
      </div>
      {preflight.warnings.map((warning, index) => (
        <FailureNotice key={index} failure={warning} tone="warning" />
      ))}
    </>
  );
}
