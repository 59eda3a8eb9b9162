import { Fragment } from 'react';
import { FolderOpen, HardDriveUpload, RotateCcw, ScrollText } from 'lucide-react';
import type { HistoryEntry } from '../../../app/contract/history';
import { formatBytes, formatCount } from '../../../app/contract/quantities';
import type { RunKind } from '../../../app/contract/run';
import { Actions } from '../../parts/Actions';
import { Button } from '../../parts/Button';
import { RunStateIcon } from '../../parts/RunStateIcon';
import { request } from '../../state/bridge';
import { isResumable } from '../../state/go-on';
import { repeat } from '../../state/history';
import { showHistory, showLoadOf, showRun } from '../../state/navigation';
import { useRuns } from '../../state/runs';
import { notifyFailure } from '../../state/toasts';
import { text } from '../../text';
import { ResumeButton } from '../result/Resume';
import styles from './HistoryDetails.module.css';
import { formatMoment } from '../../parts/moment';

/** Opens a run as far as there is something to open: live where it runs here, else its kept result. */
export function openEntry({ runId, figures }: HistoryEntry): void {
  if (useRuns.getState().byId[runId] !== undefined) showRun(runId);
  else if (figures !== null) showHistory(runId);
}

const interrupted: Readonly<Record<RunKind, string>> = {
  dump: text.history.interruptedDump,
  load: text.history.interruptedLoad,
  migrate: text.history.interruptedMigrate,
  verify: text.history.interruptedVerify,
  abandon: text.history.interruptedAbandon,
};

/** What the chosen run came to, and what can be done with it. */
export function HistoryDetails({ entry }: { readonly entry: HistoryEntry }) {
  const problem = entry.state === 'interrupted' ? interrupted[entry.kind] : entry.problem;
  return (
    <section className={styles.details} aria-label={text.history.details} data-testid="history-details">
      <div className={styles.words}>
        <p className={styles.title}>
          <RunStateIcon state={entry.state} size={15} />
          <span className={styles.cut} title={entry.title}>
            {entry.title}
          </span>
        </p>
        <p className={styles.facts}>
          {factsOf(entry).map((fact, index, { length }) => (
            <Fragment key={fact}>
              <span className={styles.fact}>{index < length - 1 ? `${fact} ·` : fact}</span>{' '}
            </Fragment>
          ))}
        </p>
        {entry.folder !== null && (
          <p className={styles.path} title={entry.folder}>
            {entry.folder}
          </p>
        )}
        {problem !== null && <p className={styles.problem}>{problem}</p>}
        {!entry.repeatable && <p className={styles.facts}>{text.history.notRepeatable}</p>}
      </div>
      <EntryActions entry={entry} />
    </section>
  );
}

function factsOf({ figures, folder, startedAt, by, job }: HistoryEntry): readonly string[] {
  const { history } = text;
  return [
    ...(job === null ? [] : [history.job(job.name)]),
    history.startedAt(formatMoment(startedAt), by === 'window' ? history.byWindow : history.byCommand),
    ...(figures === null
      ? []
      : [
          history.moved(formatCount(figures.rows), formatCount(figures.tables), figures.tables === 1),
          ...(folder === null ? [] : [history.stored(formatBytes(figures.storedBytes))]),
          ...(figures.warnings === 0 ? [] : [history.warnings(figures.warnings)]),
        ]),
  ];
}

function EntryActions({ entry }: { readonly entry: HistoryEntry }) {
  const { runId, kind, state, figures } = entry;
  const isHere = useRuns((runs) => runs.byId[runId] !== undefined);
  const isWhole = state === 'done' || state === 'done-with-warnings';
  const withFolder = (use: (handle: Awaited<ReturnType<typeof folderOf>>) => void) => () => {
    void folderOf(runId).then(use).catch(notifyFailure);
  };
  return (
    <Actions>
      {(figures !== null || isHere) && (
        <Button
          data-testid="history-open"
          onClick={() => {
            openEntry(entry);
          }}
        >
          <ScrollText size={14} aria-hidden />
          {isHere && figures === null ? text.history.showRun : text.history.openResult}
        </Button>
      )}
      {entry.folder !== null && (kind !== 'dump' || isWhole) && (
        <Button
          data-testid="history-open-folder"
          onClick={withFolder(({ handle }) => {
            void request('folders/reveal', { handle }).catch(notifyFailure);
          })}
        >
          <FolderOpen size={14} aria-hidden />
          {text.history.openFolder}
        </Button>
      )}
      {entry.repeatable && kind !== 'abandon' && state !== 'running' && (
        <Button
          data-testid="history-repeat"
          onClick={() => {
            void repeat(entry).catch(notifyFailure);
          }}
        >
          <RotateCcw size={14} aria-hidden />
          {kind === 'load' || kind === 'migrate' ? text.history.setUpAgain : text.history.repeat}
        </Button>
      )}
      {isCutOff(entry) && isResumable(kind) && (
        <ResumeButton runId={runId} kind={kind} targetProfileId={entry.profileId} testId="history-resume" />
      )}
      {kind === 'dump' && isWhole && (
        <Button look="primary" data-testid="history-restore" onClick={withFolder(showLoadOf)}>
          <HardDriveUpload size={14} aria-hidden />
          {text.history.restore}
        </Button>
      )}
    </Actions>
  );
}

/** Before its end, with a journal on the target that knows how far it had come. */
function isCutOff({ state, repeatable }: HistoryEntry): boolean {
  return repeatable && (state === 'interrupted' || state === 'incomplete');
}

function folderOf(runId: string) {
  return request('runs/folder', { runId });
}
