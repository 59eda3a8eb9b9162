import { useEffect, useState } from 'react';
import { Bookmark, FileInput } from 'lucide-react';
import type { Job } from '../../../app/contract/jobs/job';
import { Button } from '../../parts/controls/Button';
import { FailureNotice } from '../../parts/notices/FailureNotice';
import { Empty, ScreenFrame } from '../../parts/layout/Panel';
import { request } from '../../state/remote/bridge';
import { readJobs, readSchedules, useJobs, withJobs } from '../../state/runs/jobs';
import { show } from '../../state/app/navigation';
import { useRuns } from '../../state/runs/runs';
import { notify } from '../../state/app/toasts';
import { text } from '../../text';
import { EditJob } from './EditJob';
import { JobList } from './JobList';
import styles from './Jobs.module.css';
import { ScheduleDialog } from './ScheduleDialog';

export function JobsScreen() {
  const jobs = useJobs((state) => state.jobs);
  const states = useRuns((state) =>
    Object.values(state.byId)
      .map((run) => run.state)
      .join(),
  );
  const schedules = useJobs((state) => state.schedules);
  const [editing, setEditing] = useState<Job | null>(null);
  const [timing, setTiming] = useState<Job | null>(null);
  const known = schedules.kind === 'ready' ? schedules.value.schedules : [];
  const warning = schedules.kind === 'ready' ? schedules.value.warning : null;
  useEffect(() => {
    void readJobs();
  }, [states]);
  useEffect(() => {
    void readSchedules();
  }, []);
  return (
    <ScreenFrame
      title={text.jobs.title}
      subtitle={text.jobs.subtitle}
      testId="screen-jobs"
      actions={
        <Button
          data-testid="jobs-import"
          onClick={() => {
            withJobs(importJob);
          }}
        >
          <FileInput size={14} aria-hidden />
          {text.jobs.import}
        </Button>
      }
    >
      <div className={styles.content}>
        <div className={styles.notices}>
          {jobs.kind === 'failed' && <FailureNotice failure={jobs.failure} tone="failed" />}
          {schedules.kind === 'failed' && <FailureNotice failure={schedules.failure} tone="warning" />}
          {warning !== null && <FailureNotice failure={warning} tone="warning" />}
        </div>
        {jobs.kind === 'ready' && jobs.value.length === 0 && (
          <Empty
            icon={<Bookmark size={24} aria-hidden />}
            title={text.jobs.none}
            explain={text.jobs.noneExplain}
            action={
              <Button
                data-testid="jobs-first-dump"
                onClick={() => {
                  show('dump');
                }}
              >
                {text.common.firstDump}
              </Button>
            }
          />
        )}
        {jobs.kind === 'ready' && jobs.value.length > 0 && (
          <JobList jobs={jobs.value} schedules={known} onEdit={setEditing} onSchedule={setTiming} />
        )}
        {(jobs.kind === 'absent' || jobs.kind === 'loading') && <Empty title={text.common.loading} />}
      </div>
      {timing !== null && (
        <ScheduleDialog
          job={timing}
          current={known.find(({ jobId }) => jobId === timing.id) ?? null}
          onClose={() => {
            setTiming(null);
          }}
        />
      )}
      {editing !== null && (
        <EditJob
          job={editing}
          onClose={() => {
            setEditing(null);
          }}
        />
      )}
    </ScreenFrame>
  );
}

async function importJob(): Promise<void> {
  const name = await request('jobs/import', null);
  if (name !== null) notify('ok', text.jobs.imported(name));
}
