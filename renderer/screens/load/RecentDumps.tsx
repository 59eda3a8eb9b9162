import { useEffect } from 'react';
import { CircleX } from 'lucide-react';
import { assertNever } from '../../../app/contract/exhaustive';
import { formatBytes } from '../../../app/contract/quantities';
import { proofText } from '../../features/proof/proof-text';
import { formatDateTimeToMinute } from '../../parts/display/date-time';
import { MiddleEllipsis } from '../../parts/display/MiddleEllipsis';
import { showLoadOf } from '../../state/app/navigation';
import { notifyFailure } from '../../state/app/toasts';
import { recentDumps, type RecentDump } from '../../state/load/recent-dumps';
import { standingOf, type DumpStanding } from '../../state/runs/dump-standing';
import { useProof } from '../../state/runs/proof';
import { request } from '../../state/remote/bridge';
import { useRemote } from '../../state/remote/use-remote';
import { readHistory, useHistory } from '../../state/runs/history';
import { text } from '../../text';
import styles from './RecentDumps.module.css';

/** Finished dumps of the history and of the folder for dumps, the newest first; a click takes one. */
export function RecentDumps() {
  const entries = useHistory((state) => state.entries);
  const found = useRemote('dumps', () => request('folders/list-dumps', null));
  useEffect(() => {
    void readHistory();
  }, []);
  // Those of the history name their server: they don't come in beside others that are listed already.
  const isRead = entries.kind !== 'absent' && entries.kind !== 'loading';
  const dumps = isRead
    ? recentDumps(entries.kind === 'ready' ? entries.value : [], found.kind === 'ready' ? found.value : [])
    : [];
  if (dumps.length === 0) return null;
  return (
    <section className={styles.recent} aria-label={text.load.recent} data-testid="load-recent">
      <h2>{text.load.recent}</h2>
      <ul>
        {dumps.map((dump) => (
          <li key={dump.folder}>
            <DumpButton dump={dump} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function DumpButton({
  dump: { title, source, folder, startedAt, storedBytes, check, from },
}: {
  readonly dump: RecentDump;
}) {
  const standing = standingOf(check, useProof(from, startedAt));
  return (
    <button
      type="button"
      className={styles.dump}
      data-testid={`load-recent-${folder}`}
      data-from={from.kind}
      onClick={() => {
        if (from.kind === 'folder') showLoadOf(from.choice);
        else void request('runs/folder', { runId: from.runId }).then(showLoadOf).catch(notifyFailure);
      }}
    >
      <span className={styles.name}>{title}</span>
      <span className={styles.figures}>{formatDateTimeToMinute(startedAt)}</span>
      <span className={styles.figures}>{storedBytes === null ? '' : formatBytes(storedBytes)}</span>
      <span className={styles.under}>
        {`${source} · `}
        <Standing standing={standing} />
      </span>
      <span className={styles.folder}>
        <MiddleEllipsis text={folder} />
      </span>
    </button>
  );
}

function Standing({ standing }: { readonly standing: DumpStanding }) {
  switch (standing.kind) {
    case 'proved':
      return proofText(standing.proof);
    case 'verified':
      return text.load.recentVerified;
    case 'not-verified':
      return text.load.recentNotVerified;
    case 'damaged':
      return (
        <span className={styles.damaged}>
          <CircleX size={12} aria-hidden />
          {text.load.recentDamaged}
        </span>
      );
    default:
      return assertNever(standing);
  }
}
