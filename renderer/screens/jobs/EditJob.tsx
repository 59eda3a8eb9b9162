import { useState } from 'react';
import { TriangleAlert } from 'lucide-react';
import type { Job, JobDump } from '../../../app/contract/jobs/job';
import { goingNext } from '../../../app/contract/jobs/going';
import type { Keep } from '../../../app/contract/jobs/keep';
import { CheckLine } from '../../parts/controls/CheckLine';
import { FailureNotice } from '../../parts/notices/FailureNotice';
import { JobDialog } from '../../features/job-dialog/JobDialog';
import { KeepSelect } from '../../features/job-dialog/KeepSelect';
import { MiddleEllipsis } from '../../parts/display/MiddleEllipsis';
import { formatDateTime } from '../../parts/display/date-time';
import { proofText } from '../../features/proof/proof-text';
import { ThreadsField } from '../../features/threads/ThreadsField';
import { request } from '../../state/remote/bridge';
import { changeJob } from '../../state/runs/jobs';
import { useRemote } from '../../state/remote/use-remote';
import { text } from '../../text';
import { PartialDump } from './PartialDump';
import styles from './Jobs.module.css';

interface EditJobProps {
  readonly job: Job;
  readonly onClose: () => void;
}

/** Name, threads and retention of a job, with the dumps that the retention is about. */
export function EditJob({ job, onClose }: EditJobProps) {
  const [threads, setThreads] = useState(job.threads);
  const [keep, setKeep] = useState(job.keep);
  const [requireComplete, setRequireComplete] = useState(job.requireComplete);
  return (
    <JobDialog
      title={text.jobs.editTitle}
      explain={text.jobs.editExplain}
      firstName={job.name}
      onSave={(name) => changeJob(job.id, { name, threads, keep, requireComplete })}
      onClose={onClose}
      testId="edit-job-dialog"
      width="wide"
      changed={threads !== job.threads || keep !== job.keep || requireComplete !== job.requireComplete}
    >
      <ThreadsField value={threads} onValue={setThreads} testId="job-threads" />
      {requireComplete !== null && (
        <CheckLine
          ticked={requireComplete}
          label={text.jobs.requireComplete}
          testId="job-require-complete"
          onToggle={() => {
            setRequireComplete(!requireComplete);
          }}
        />
      )}
      {job.kind === 'dump' && (
        <>
          <KeepSelect value={keep} onValue={setKeep} />
          <Dumps job={job} keep={keep} />
        </>
      )}
    </JobDialog>
  );
}

/** Preview of the dumps that the retention would delete with the next dump. */
function Dumps({ job, keep }: { readonly job: Job; readonly keep: Keep }) {
  const [now] = useState(() => Date.now());
  const dumps = useRemote(job.id, () => request('jobs/dumps', { jobId: job.id }));
  if (dumps.kind === 'failed') return <FailureNotice failure={dumps.failure} tone="failed" />;
  if (dumps.kind !== 'ready') return null;
  const counted = dumps.value.map((dump) => ({ ...dump, isProved: dump.proof !== null }));
  const going = goingNext(counted, { keep, proveEvery: job.proveEvery ?? undefined }, now);
  return (
    <section aria-label={text.jobs.dumps} data-testid="job-dumps">
      <h3 className={styles.dumpsHead}>{text.jobs.dumps}</h3>
      {dumps.value.length === 0 && <p className={styles.muted}>{text.jobs.noDumps}</p>}
      <ul className={styles.dumps} aria-label={text.jobs.dumps} tabIndex={0}>
        {counted.map((dump) => (
          <Dump key={dump.folder} dump={dump} goes={going.has(dump)} />
        ))}
      </ul>
    </section>
  );
}

function Dump({ dump, goes }: { readonly dump: JobDump; readonly goes: boolean }) {
  return (
    <li className={styles.dump} data-goes={goes}>
      <span>{formatDateTime(dump.madeAt)}</span>
      {goes ? (
        <span className={styles.goes}>
          <TriangleAlert size={13} aria-hidden />
          {text.jobs.goesNext}
        </span>
      ) : (
        <span>{text.jobs.stays}</span>
      )}
      <MiddleEllipsis text={dump.folder} className={styles.second} />
      {dump.isPartial && <PartialDump testId="job-dump-partial" />}
      {dump.proof !== null && (
        <span className={styles.second} data-testid="job-dump-proof">
          {proofText(dump.proof)}
        </span>
      )}
    </li>
  );
}
