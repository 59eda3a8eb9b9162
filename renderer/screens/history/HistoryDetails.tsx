import { FolderOpen, HardDriveUpload, ScrollText } from 'lucide-react';
import { assertNever } from '../../../app/contract/exhaustive';
import type { DumpProof } from '../../../app/contract/proof/certificate';
import type { HistoryEntry } from '../../../app/contract/runs/history';
import { formatBytes, formatBytesPerSecond, formatDuration } from '../../../app/contract/quantities';

import { Actions } from '../../parts/layout/Actions';
import { Button } from '../../parts/controls/Button';
import { MiddleEllipsis } from '../../parts/display/MiddleEllipsis';
import { CertificateButton } from '../../features/proof/CertificateButton';
import { ProveButton } from '../../features/proof/ProveButton';
import { proofText } from '../../features/proof/proof-text';
import { RunStateIcon } from '../../features/run-state/RunStateIcon';
import { lastCheck, standingOf, type DumpCheck, type DumpStanding } from '../../state/runs/dump-standing';
import { useHistory } from '../../state/runs/history';
import { useProof } from '../../state/runs/proof';
import { request } from '../../state/remote/bridge';
import { isResumable } from '../../state/runs/resume';
import { speedOf } from '../../state/history/rows';
import { showHistory, showLoadOf, showRun } from '../../state/app/navigation';
import { useRuns } from '../../state/runs/runs';
import { notifyFailure } from '../../state/app/toasts';
import { text } from '../../text';
import { RepeatButton } from '../../features/resume/Repeat';
import { ResumeButton } from '../../features/resume/Resume';
import { RollBackButton } from '../../features/resume/RollBack';
import styles from './HistoryDetails.module.css';
import { formatDateTime } from '../../parts/display/date-time';

/** Opens a run as far as there is something to open: live where it runs here, else its kept result. */
export function openEntry({ runId, figures }: HistoryEntry): void {
  if (useRuns.getState().byId[runId] !== undefined) showRun(runId);
  else if (figures !== null) showHistory(runId);
}

interface HistoryDetailsProps {
  readonly entry: HistoryEntry;
  /** Told when the focus comes to an action: from then on it must stay the run that the action is about. */
  readonly onUse: () => void;
}

/** Details and actions of the selected run. */
export function HistoryDetails({ entry, onUse }: HistoryDetailsProps) {
  const { runId, kind, startedAt } = entry;
  const isDump = kind === 'dump' && isWhole(entry);
  const proof = useProof(isDump ? { kind: 'history', runId } : null, startedAt);
  const trust = useTrust(isDump ? entry : null, proof);
  return (
    <section
      className={styles.details}
      aria-label={text.history.details}
      data-testid="history-details"
      onFocus={onUse}
    >
      <div className={styles.words}>
        <p className={styles.title}>
          <RunStateIcon state={entry.state} size={15} />
          <MiddleEllipsis text={entry.title} />
        </p>
        <p className={styles.facts}>
          {factsOf(entry).map((fact) => (
            <span key={fact} className={styles.fact}>
              {fact}
            </span>
          ))}
        </p>
        {entry.folder !== null && (
          <p className={styles.facts}>
            <MiddleEllipsis text={entry.folder} />
          </p>
        )}
        {trust !== null && <Standing trust={trust} isProved={proof !== null} />}
        <Problem entry={entry} />
        {!entry.repeatable && <p className={styles.facts}>{text.history.notRepeatable}</p>}
      </div>
      <EntryActions
        entry={entry}
        isProved={proof !== null}
        loadLook={trust?.standing.kind === 'damaged' ? 'plain' : 'primary'}
      />
    </section>
  );
}

interface Trust {
  readonly standing: DumpStanding;
  readonly check: DumpCheck | null;
}

/** Trust in a dump, by the newest of its checks and its proof; null for no dump. */
function useTrust(dump: HistoryEntry | null, proof: DumpProof | null): Trust | null {
  const entries = useHistory((history) => history.entries);
  if (dump === null) return null;
  const { folder, startedAt } = dump;
  const known = entries.kind === 'ready' && folder !== null ? entries.value : [];
  const check = lastCheck(known, folder ?? '', startedAt);
  return { standing: standingOf(check, proof), check };
}

interface StandingProps {
  readonly trust: Trust;
  readonly isProved: boolean;
}

/** Nothing for a dump that nobody has checked. */
function Standing({ trust, isProved }: StandingProps) {
  const words = trustText(trust, isProved);
  if (words === null) return null;
  return (
    <p
      className={trust.standing.kind === 'damaged' ? styles.error : styles.facts}
      data-testid="history-standing"
    >
      {words}
    </p>
  );
}

function trustText({ standing, check }: Trust, isProved: boolean): string | null {
  switch (standing.kind) {
    case 'proved':
      return proofText(standing.proof);
    case 'damaged':
      return isProved ? text.history.damagedSince : text.history.damaged;
    case 'verified':
      return text.history.verified;
    case 'not-verified':
      if (isProved) return text.history.failedSince;
      return check?.found === 'failed' ? text.history.failed : null;
    default:
      return assertNever(standing);
  }
}

/** First error, or the first warning of a successful run. */
function Problem({ entry }: { readonly entry: HistoryEntry }) {
  const { state, figures } = entry;
  const problem = state === 'interrupted' ? text.history.interrupted(entry) : entry.problem;
  if (problem === null) return null;
  if (state !== 'done-with-warnings') return <p className={styles.error}>{problem}</p>;
  return <p>{text.history.warning(figures?.warnings ?? 1, problem)}</p>;
}

function factsOf(entry: HistoryEntry): readonly string[] {
  const { state, figures, startedAt, by, job, what, resumed } = entry;
  const { history } = text;
  const speed = speedOf(entry);
  return [
    history.states[state],
    ...(job === null ? [] : [history.job(job.name)]),
    ...(what === '' ? [] : [history.objects(what)]),
    ...(resumed ? [history.resumed] : []),
    history.startedAt(formatDateTime(startedAt), by === 'window' ? history.byWindow : history.byCommand),
    ...(figures === null
      ? []
      : [
          history.moved(figures.rows, figures.tables),
          history.took(
            formatBytes(resumed ? (figures.movedBytes ?? figures.bytes) : figures.bytes),
            formatDuration(figures.seconds * 1000),
          ),
          ...(speed === null ? [] : [formatBytesPerSecond(speed)]),
          ...(figures.storedBytes === 0 ? [] : [history.stored(formatBytes(figures.storedBytes))]),
          ...(figures.warnings === 0 ? [] : [history.warnings(figures.warnings)]),
        ]),
  ];
}

function isWhole({ state }: HistoryEntry): boolean {
  return state === 'done' || state === 'done-with-warnings';
}

interface EntryActionsProps {
  readonly entry: HistoryEntry;
  /** True for a dump that was proved. */
  readonly isProved: boolean;
  readonly loadLook: 'plain' | 'primary';
}

function EntryActions({ entry, isProved, loadLook }: EntryActionsProps) {
  const { runId, kind, variant, state, figures } = entry;
  const isHere = useRuns((runs) => runs.byId[runId] !== undefined);
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
      {entry.folder !== null && (kind !== 'dump' || isWhole(entry)) && (
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
      {isProved && (
        <CertificateButton
          of={async () => ({ kind: 'dump', folder: (await folderOf(runId)).handle })}
          testId="history-certificate"
        />
      )}
      {variant?.kind === 'proof' && isWhole(entry) && (
        <CertificateButton of={() => Promise.resolve({ kind: 'run', runId })} testId="history-certificate" />
      )}
      {kind === 'dump' && isWhole(entry) && (
        <ProveButton again={isProved} folder={() => folderOf(runId)} testId="history-prove" />
      )}
      {entry.repeatable && kind !== 'rollback' && state !== 'running' && (
        <RepeatButton {...{ runId, kind }} profileId={entry.profileId} testId="history-repeat" />
      )}
      {entry.repeatable && entry.leftover !== 'none' && (
        <RollBackButton runId={runId} targetProfileId={entry.profileId} testId="history-roll-back" />
      )}
      {entry.repeatable && entry.leftover === 'resumable' && isResumable(kind) && (
        <ResumeButton
          {...{ runId, kind }}
          targetProfileId={entry.profileId}
          look={entry.mustMendDump === true ? 'plain' : 'primary'}
          testId="history-resume"
        />
      )}
      {kind === 'dump' && isWhole(entry) && (
        <Button look={loadLook} data-testid="history-restore" onClick={withFolder(showLoadOf)}>
          <HardDriveUpload size={14} aria-hidden />
          {text.history.restore}
        </Button>
      )}
    </Actions>
  );
}

function folderOf(runId: string) {
  return request('runs/folder', { runId });
}
