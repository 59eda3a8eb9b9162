import { useState } from 'react';
import { Clock, Copy, FileOutput, Pencil, Play, Trash2 } from 'lucide-react';
import { assertNever } from '../../../app/contract/exhaustive';
import { guardOfProfile } from '../../../app/contract/connections/guard';
import type { Job } from '../../../app/contract/jobs/job';
import type { HistoryState } from '../../../app/contract/runs/history';
import { nextRun, type JobSchedule } from '../../../app/contract/jobs/schedule';
import { Button, IconButton } from '../../parts/controls/Button';
import { classes } from '../../parts/classes';
import { Confirm } from '../../parts/overlays/Dialog';
import hidden from '../../parts/display/hidden.module.css';
import { keepText } from '../../features/job-dialog/keep-text';
import { MiddleEllipsis } from '../../parts/display/MiddleEllipsis';
import { formatDateTimeToMinute, formatDateTime } from '../../parts/display/date-time';
import { RunStateIcon } from '../../features/run-state/RunStateIcon';
import { request } from '../../state/remote/bridge';
import { useConnections } from '../../state/servers/connections';
import { showHistory, showRun } from '../../state/app/navigation';
import { useRuns } from '../../state/runs/runs';
import { runJob, withJobs } from '../../state/runs/jobs';
import { notify, notifyFailure } from '../../state/app/toasts';
import { text } from '../../text';
import { useNow } from './use-now';
import { whenText } from './when';
import { PartialDump } from './PartialDump';
import styles from './Jobs.module.css';

interface JobListProps {
  readonly jobs: readonly Job[];
  readonly schedules: readonly JobSchedule[];
  readonly onEdit: (job: Job) => void;
  readonly onSchedule: (job: Job) => void;
}

interface Question {
  readonly kind: 'run' | 'remove';
  readonly job: Job;
}

export function JobList({ jobs, schedules, onEdit, onSchedule }: JobListProps) {
  const [question, setQuestion] = useState<Question | null>(null);
  const profiles = useConnections((state) => state.profiles);
  const isGuarded = (job: Job): boolean => {
    const target = profiles.find(({ id }) => id === job.profileId);
    return target !== undefined && guardOfProfile(target, profiles) !== null;
  };
  const run = (job: Job): void => {
    // A job that changes its target: a production one is looked at again, any other is confirmed.
    if (changesTarget(job) && !isGuarded(job)) setQuestion({ kind: 'run', job });
    else void runJob(job, isGuarded(job)).catch(notifyFailure);
  };
  return (
    <div className={styles.body}>
      <div className={styles.table} role="table" aria-label={text.jobs.list}>
        <div role="row" className={classes(styles.row, styles.head)}>
          <span role="columnheader">{text.jobs.columnName}</span>
          <span role="columnheader">{text.jobs.columnWhat}</span>
          <span role="columnheader">{text.jobs.columnSchedule}</span>
          <span role="columnheader">{text.jobs.columnLast}</span>
          <span role="columnheader">
            <span className={hidden.hidden}>{text.jobs.columnActions}</span>
          </span>
        </div>
        {jobs.map((job) => (
          <JobRow
            key={job.id}
            job={job}
            isKnown={serversOf(job).every((profileId) => profiles.some(({ id }) => id === profileId))}
            onRun={() => {
              run(job);
            }}
            schedule={schedules.find(({ jobId }) => jobId === job.id) ?? null}
            onEdit={() => {
              onEdit(job);
            }}
            onSchedule={() => {
              onSchedule(job);
            }}
            onRemove={() => {
              setQuestion({ kind: 'remove', job });
            }}
          />
        ))}
      </div>
      {question !== null && (
        <Ask
          {...question}
          onClose={() => {
            setQuestion(null);
          }}
        />
      )}
    </div>
  );
}

interface AskProps extends Question {
  readonly onClose: () => void;
}

function Ask({ kind, job, onClose }: AskProps) {
  if (kind === 'run')
    return (
      <Confirm
        title={text.jobs.runTitle(job.name)}
        explain={
          job.source === null
            ? text.jobs.loadExplain(job.folder ?? '', job.server ?? '')
            : text.jobs.migrateExplain(job.source.server, job.server ?? '')
        }
        confirm={job.source === null ? text.jobs.loadConfirm : text.jobs.migrateConfirm}
        look="primary"
        open
        onConfirm={() => {
          void runJob(job, false).catch(notifyFailure);
        }}
        onClose={onClose}
      />
    );
  return (
    <Confirm
      title={text.jobs.removeTitle(job.name)}
      explain={text.jobs.removeExplain}
      confirm={text.jobs.removeConfirm}
      look="danger"
      open
      onConfirm={() => {
        withJobs(() => request('jobs/remove', { jobId: job.id }));
      }}
      onClose={onClose}
    />
  );
}

interface JobRowProps {
  readonly job: Job;
  /** True if its connections are saved here. */
  readonly isKnown: boolean;
  readonly onRun: () => void;
  readonly schedule: JobSchedule | null;
  readonly onEdit: () => void;
  readonly onSchedule: () => void;
  readonly onRemove: () => void;
}

function JobRow({ job, isKnown, schedule, onRun, onEdit, onSchedule, onRemove }: JobRowProps) {
  const { id, name } = job;
  const jobs = text.jobs;
  return (
    <div role="row" className={styles.row} data-testid={`job-row-${name}`}>
      <span role="cell" className={styles.two}>
        <MiddleEllipsis text={name} className={styles.name} />
        <MiddleEllipsis text={serverText(job)} className={styles.second} />
      </span>
      <WhatCell job={job} />
      <ScheduleCell name={name} schedule={schedule} />
      <LastCell job={job} />
      <span role="cell" className={styles.actions}>
        <Button
          reason={isKnown ? undefined : jobs.notSaved}
          aria-label={jobs.runJob(name)}
          data-testid={`job-run-${name}`}
          onClick={onRun}
        >
          <Play size={13} aria-hidden />
          {jobs.run}
        </Button>
        <IconButton label={jobs.edit(name)} data-testid={`job-edit-${name}`} onClick={onEdit}>
          <Pencil size={14} aria-hidden />
        </IconButton>
        <IconButton label={jobs.schedule(name)} data-testid={`job-schedule-${name}`} onClick={onSchedule}>
          <Clock size={14} aria-hidden />
        </IconButton>
        <IconButton
          label={jobs.duplicate(name)}
          data-testid={`job-duplicate-${name}`}
          onClick={() => {
            withJobs(() => request('jobs/duplicate', { jobId: id }));
          }}
        >
          <Copy size={14} aria-hidden />
        </IconButton>
        <IconButton
          label={jobs.export(name)}
          data-testid={`job-export-${name}`}
          onClick={() => {
            void exportJob(job).catch(notifyFailure);
          }}
        >
          <FileOutput size={14} aria-hidden />
        </IconButton>
        <IconButton label={jobs.remove(name)} data-testid={`job-remove-${name}`} onClick={onRemove}>
          <Trash2 size={14} aria-hidden />
        </IconButton>
      </span>
    </div>
  );
}

/** Source or target of a job, and its retention. */
function WhatCell({ job: { kind, what, folder, keep, proveEvery } }: { readonly job: Job }) {
  return (
    <span role="cell" className={styles.two}>
      <MiddleEllipsis text={what === '' ? (folder ?? '') : what} />
      {kind === 'dump' && (
        <span className={styles.second}>
          {[
            text.jobs.keeps(keepText(keep)),
            ...(proveEvery === null ? [] : [text.jobs.proves(proveEvery)]),
          ].join(' · ')}
        </span>
      )}
      {kind === 'load' && what !== '' && <MiddleEllipsis text={folder ?? ''} className={styles.second} />}
    </span>
  );
}

interface ScheduleCellProps {
  readonly name: string;
  readonly schedule: JobSchedule | null;
}

function ScheduleCell({ name, schedule }: ScheduleCellProps) {
  const now = useNow();
  if (schedule === null)
    return (
      <span role="cell" className={styles.second}>
        {text.jobs.noSchedule}
      </span>
    );
  const { timetable } = schedule;
  return (
    <span role="cell" className={styles.two}>
      <span data-testid={`job-when-${name}`}>{whenText(timetable)}</span>
      <span className={styles.second} data-testid={`job-next-${name}`}>
        {text.jobs.nextRun(formatDateTimeToMinute(nextRun(timetable, now)))}
      </span>
    </span>
  );
}

function LastCell({ job: { name, last } }: { readonly job: Job }) {
  if (last === null)
    return (
      <span role="cell" className={styles.second}>
        {text.jobs.neverRun}
      </span>
    );
  return (
    <span role="cell" className={styles.two}>
      <button
        type="button"
        className={styles.last}
        data-state={last.state}
        aria-label={text.jobs.openLast(name, text.history.states[last.state])}
        data-testid={`job-last-${name}`}
        onClick={() => {
          openLast(last);
        }}
      >
        <RunStateIcon state={last.state} size={14} />
        {text.history.states[last.state]}
      </button>
      {last.isPartial && <PartialDump testId={`job-partial-${name}`} />}
      <span className={styles.second}>{formatDateTime(last.startedAt)}</span>
      {!isFine(last.state) && last.problem !== null && (
        <span className={styles.problem} title={last.problem} data-testid={`job-problem-${name}`}>
          {last.problem}
        </span>
      )}
    </span>
  );
}

function isFine(state: HistoryState): boolean {
  return state === 'done' || state === 'done-with-warnings' || state === 'running';
}

/** Opens a run: live where it runs here, else its kept result; of an interrupted one the history knows no more. */
function openLast({ runId, state }: NonNullable<Job['last']>): void {
  if (useRuns.getState().byId[runId] !== undefined) showRun(runId);
  else showHistory(state === 'interrupted' || state === 'running' ? null : runId);
}

/** The connections that a job signs in to; null for one that is not saved here. */
function serversOf({ server, profileId, source }: Job): readonly (string | null)[] {
  return [...(server === null ? [] : [profileId]), ...(source === null ? [] : [source.profileId])];
}

function changesTarget({ kind }: Job): boolean {
  return kind === 'load' || kind === 'migrate';
}

function serverText({ kind, server, source }: Job): string {
  switch (kind) {
    case 'dump':
      return text.jobs.dumpOf(server ?? '');
    case 'load':
      return text.jobs.loadInto(server ?? '');
    case 'migrate':
      return text.jobs.migrateBetween(source?.server ?? '', server ?? '');
    case 'verify':
      return server === null ? text.jobs.verifyFiles : text.jobs.compareWith(server);
    default:
      return assertNever(kind);
  }
}

async function exportJob({ id: jobId, name }: Job): Promise<void> {
  if (await request('jobs/export', { jobId })) notify('ok', text.jobs.exported(name));
}
