import { ShieldCheck, TriangleAlert } from 'lucide-react';
import type { DumpPreflight } from '../../../app/contract/channels';
import type { Profile } from '../../../app/contract/connection';
import type { DumpOptions } from '../../../app/contract/options';
import { assertNever } from '../../../app/contract/exhaustive';
import { FailureNotice } from '../../parts/FailureNotice';
import styles from '../../parts/Steps.module.css';
import { request } from '../../state/bridge';
import { useRemote } from '../../state/use-remote';
import { text } from '../../text';

interface ConsistencyProps {
  readonly profile: Profile | null;
  readonly options: DumpOptions | null;
}

/** The preflight's answer: how the dump will be consistent and what would make it better. */
export function Consistency({ profile, options }: ConsistencyProps) {
  const argument = profile === null || options === null ? null : { profileId: profile.id, options };
  // Threads and compression change nothing about consistency: only the selection asks again.
  const key =
    argument === null ? null : `${argument.profileId} ${JSON.stringify(argument.options.selection)}`;
  const preflight = useRemote(key, () => {
    if (argument === null) throw new Error('Nothing to check');
    return request('dump/preflight', argument);
  });
  switch (preflight.kind) {
    case 'absent':
      return <p className={styles.under}>{text.dump.consistencyAsk}</p>;
    case 'loading':
      return <p className={styles.under}>{text.dump.checking}</p>;
    case 'failed':
      return <FailureNotice failure={preflight.failure} tone="failed" />;
    case 'ready':
      return <Answer preflight={preflight.value} />;
    default:
      return assertNever(preflight);
  }
}

function Answer({ preflight }: { readonly preflight: DumpPreflight }) {
  const isWeak = preflight.mode === 'none' || preflight.mode === 'table-locks';
  return (
    <>
      <div className={styles.sentence} data-mode={preflight.mode}>
        {isWeak ? <TriangleAlert size={14} aria-hidden /> : <ShieldCheck size={14} aria-hidden />}
        <div>
          <p data-testid="dump-preflight">{preflight.sentence}</p>
          {preflight.better !== '' && <p className={styles.under}>{text.dump.better(preflight.better)}</p>}
        </div>
      </div>
      {preflight.warnings.map((warning, index) => (
        <FailureNotice key={index} failure={warning} tone="warning" />
      ))}
    </>
  );
}
