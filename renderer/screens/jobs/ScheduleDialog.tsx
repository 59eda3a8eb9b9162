import { useState } from 'react';
import type { Failure } from '../../../app/contract/failure';
import type { FileChoice } from '../../../app/contract/runs/folder-choice';
import type { Job } from '../../../app/contract/jobs/job';
import {
  formatTime,
  readTime,
  type JobSchedule,
  type ScheduleWish,
} from '../../../app/contract/jobs/schedule';
import { Button } from '../../parts/controls/Button';
import { CheckLine } from '../../parts/controls/CheckLine';
import { CodeBlock } from '../../parts/display/CodeBlock';
import { Dialog } from '../../parts/overlays/Dialog';
import { FailureNotice } from '../../parts/notices/FailureNotice';
import { Field, TextInput } from '../../parts/controls/Field';
import { MiddleEllipsis } from '../../parts/display/MiddleEllipsis';
import { Select } from '../../parts/controls/Select';
import { failureOf, request } from '../../state/remote/bridge';
import type { Remote } from '../../state/remote/remote';
import { scheduleJob, unscheduleJob } from '../../state/runs/jobs';
import { notifyFailure } from '../../state/app/toasts';
import { useRemote } from '../../state/remote/use-remote';
import { text } from '../../text';
import styles from './Jobs.module.css';
import { dayText } from './when';

interface ScheduleDialogProps {
  readonly job: Job;
  /** Current schedule; null where there is none. */
  readonly current: JobSchedule | null;
  readonly onClose: () => void;
}

const FIRST_TIME = { hour: 2, minute: 30, weekday: null };
const WEEKDAYS = [null, 1, 2, 3, 4, 5, 6, 0] as const;
const keyOf = (weekday: number | null): string => (weekday === null ? 'daily' : String(weekday));

/** Edits a job's schedule. Shows every file before it is written. */
export function ScheduleDialog({ job, current, onClose }: ScheduleDialogProps) {
  const first = current?.timetable ?? FIRST_TIME;
  const [weekday, setWeekday] = useState<number | null>(first.weekday);
  const [time, setTime] = useState(formatTime(first));
  const [file, setFile] = useState<FileChoice | null>(null);
  const [tellsFailure, setTellsFailure] = useState(true);
  const [requireComplete, setRequireComplete] = useState(true);
  const read = readTime(time);
  const wish: ScheduleWish | null =
    read === null
      ? null
      : { timetable: { ...read, weekday }, optionFile: file?.handle ?? null, tellsFailure, requireComplete };
  const isTimeChanged = weekday !== first.weekday || time !== formatTime(first);
  const preview = usePreview(job.id, wish);
  const [failure, setFailure] = useState<Failure | null>(null);
  const finish = (work: Promise<void>): void => {
    void work.then(onClose).catch((thrown: unknown) => {
      setFailure(failureOf(thrown));
    });
  };
  return (
    <Dialog
      title={text.jobs.scheduleTitle(job.name)}
      explain={text.jobs.scheduleExplain}
      open
      onClose={onClose}
      unsaved={isTimeChanged || file !== null || !tellsFailure || !requireComplete}
      onSubmit={() => {
        if (wish !== null && preview.kind === 'ready') finish(scheduleJob(job, wish));
      }}
      testId="schedule-dialog"
      actions={
        <>
          {current === null ? (
            <span />
          ) : (
            <Button
              look="danger"
              data-testid="schedule-remove"
              onClick={() => {
                finish(unscheduleJob(job));
              }}
            >
              {text.jobs.scheduleRemove}
            </Button>
          )}
          <Button onClick={onClose}>{text.common.cancel}</Button>
          <Button
            look="primary"
            type="submit"
            reason={notYet(read === null, preview.kind)}
            data-testid="schedule-write"
          >
            {text.jobs.scheduleWrite}
          </Button>
        </>
      }
    >
      <div className={styles.fields}>
        <Field label={text.jobs.scheduleDay}>
          {(ids) => (
            <Select
              {...ids}
              testId="schedule-day"
              value={keyOf(weekday)}
              options={WEEKDAYS.map((day) => ({ value: keyOf(day), text: dayText(day) }))}
              onValue={(value) => {
                setWeekday(value === 'daily' ? null : Number(value));
              }}
            />
          )}
        </Field>
        <Field
          label={text.jobs.scheduleTime}
          problem={read === null ? text.jobs.scheduleTimeProblem : undefined}
        >
          {(ids) => (
            <TextInput
              {...ids}
              data-testid="schedule-time"
              value={time}
              maxLength={5}
              onChange={(event) => {
                setTime(event.target.value);
              }}
            />
          )}
        </Field>
        <OptionFileField file={file} onFile={setFile} />
        <CheckLine
          ticked={tellsFailure}
          label={text.jobs.scheduleTells}
          testId="schedule-tells"
          onToggle={() => {
            setTellsFailure(!tellsFailure);
          }}
        />
        {job.requireComplete !== null && (
          <CheckLine
            ticked={requireComplete}
            label={text.jobs.requireComplete}
            testId="schedule-require-complete"
            onToggle={() => {
              setRequireComplete(!requireComplete);
            }}
          />
        )}
      </div>
      <h3 className={styles.dumpsHead}>{text.jobs.schedulePreview}</h3>
      {preview.kind === 'failed' && <FailureNotice failure={preview.failure} tone="failed" />}
      {failure !== null && <FailureNotice failure={failure} tone="failed" />}
      {preview.kind === 'ready' && <CodeBlock testId="schedule-preview">{preview.value}</CodeBlock>}
    </Dialog>
  );
}

/** Reason that nothing can be written yet. */
function notYet(isNoTime: boolean, preview: Remote<string>['kind']): string | undefined {
  if (isNoTime) return text.jobs.scheduleTimeProblem;
  return preview === 'ready' ? undefined : text.jobs.scheduleNoPreview;
}

/** Preview of the files to write; not requested while the time is invalid. */
function usePreview(jobId: string, wish: ScheduleWish | null) {
  return useRemote(wish === null ? null : JSON.stringify([jobId, wish]), () => {
    if (wish === null) throw new Error(text.jobs.scheduleTimeProblem);
    return request('jobs/schedule-preview', { jobId, wish });
  });
}

interface OptionFileFieldProps {
  readonly file: FileChoice | null;
  readonly onFile: (file: FileChoice | null) => void;
}

function OptionFileField({ file, onFile }: OptionFileFieldProps) {
  return (
    <Field label={text.jobs.scheduleFile} hint={text.jobs.scheduleFileHint}>
      {(ids) => (
        <div className={styles.file}>
          {file === null ? <span>{text.jobs.scheduleNoFile}</span> : <MiddleEllipsis text={file.display} />}
          <Button
            {...ids}
            data-testid="schedule-choose-file"
            onClick={() => {
              void request('jobs/choose-option-file', null).then(onFile).catch(notifyFailure);
            }}
          >
            {text.jobs.scheduleChooseFile}
          </Button>
        </div>
      )}
    </Field>
  );
}
