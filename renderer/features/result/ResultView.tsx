import { FileText, FolderOpen, HardDriveUpload, Layers, ScanSearch } from 'lucide-react';
import type { Failure } from '../../../app/contract/failure';
import { formatCount } from '../../../app/contract/quantities';
import {
  mustMendDump,
  targetWorkOf,
  type RunResult,
  type Unfinished as UnfinishedWork,
} from '../../../app/contract/runs/result';
import { Button } from '../../parts/controls/Button';
import { Path } from '../../parts/display/Path';
import { CertificateButton } from '../proof/CertificateButton';
import { ProveButton } from '../proof/ProveButton';
import { RunStateIcon } from '../run-state/RunStateIcon';
import { request } from '../../state/remote/bridge';
import { isResumable } from '../../state/runs/resume';
import { showInspect, showLoadOf } from '../../state/app/navigation';
import type { RunModel } from '../../state/runs/run-model';
import { openRun } from '../../state/runs/runs';
import { notify, notifyFailure } from '../../state/app/toasts';
import { withPassword } from '../../state/servers/unlock';
import { text } from '../../text';
import { Notices } from '../failures/Notices';
import { Outcomes } from '../outcomes/Outcomes';
import { ResultFigures } from './ResultFigures';
import styles from './ResultView.module.css';
import { RepeatButton } from '../resume/Repeat';
import { ResumeButton } from '../resume/Resume';
import { RollBackButton } from '../resume/RollBack';
import { Unfinished } from './Unfinished';
import { Verdicts } from './Verdicts';
import { tallyChecks, tallyCounts } from './verdict-tally';

interface ResultViewProps {
  readonly run: RunModel;
  readonly result: RunResult;
}

/** Result of a run: the verdict and its evidence. */
export function ResultView({ run, result }: ResultViewProps) {
  return (
    <div className={styles.result} data-testid="screen-result" tabIndex={-1}>
      <div
        className={styles.headline}
        data-testid="result-state"
        data-kind={result.kind}
        data-state={result.state}
      >
        <RunStateIcon state={result.state} size={26} />
        <div>
          <p className={styles.words} data-testid="result-headline">
            {text.run.states[result.state]}
          </p>
          <p className={styles.sentence}>{sentenceOf(run, result)}</p>
        </div>
        <ResultActions run={run} />
      </div>
      <Failures
        title={text.result.errors(result.errors.length)}
        failures={result.errors}
        tone="failed"
        testId="result-errors"
      />
      <Failures
        title={text.result.warnings(result.warnings.length)}
        failures={result.warnings}
        tone="warning"
        testId="result-warnings"
      />
      <WrittenPlace result={result} />
      <Unfinished result={result} action={<RollBackOf run={run} />} />
      <ResultFigures result={result} />
      <Outcomes
        outcomes={targetWorkOf(result)?.outcomes ?? []}
        profileId={run.header.targetProfileId ?? null}
        isReading={run.result !== null && run.isReadingPages}
      />
      <Verdicts result={result} />
    </div>
  );
}

/** A dump need not count its rows again; then it does not say that it was checked. */
function sentenceOf(run: RunModel, result: RunResult): string {
  const { kind, state } = result;
  const { header } = run;
  const { counted, tables } = tallyCounts(result);
  return kind === 'dump' && header.variant === undefined && state === 'done' && counted < tables
    ? text.result.counted(formatCount(counted), formatCount(tables))
    : text.result.sentence(header, state);
}

function ResultActions({ run }: { readonly run: RunModel }) {
  const { header } = run;
  const isDump = header.kind === 'dump';
  const isUsable = run.state === 'done' || run.state === 'done-with-warnings';
  const needsVerifying = isDump && isUsable && isPartlyCounted(run);
  // A dump that did not end well has taken its folder away again.
  if (isDump && !isUsable) {
    return (
      <div className={styles.actions}>
        <ReportButton run={run} />
        <RepeatOf run={run} />
      </div>
    );
  }
  if (header.variant?.kind === 'written') return <WrittenActions run={run} />;
  if (header.variant?.kind === 'proof') return <ProofActions run={run} />;
  // A migration leaves no folder to open or to verify.
  if (header.kind === 'migrate') {
    return (
      <div className={styles.actions}>
        <ReportButton run={run} />
        <InspectButton run={run} />
        <RepeatOf run={run} />
        <ResumeOf run={run} />
      </div>
    );
  }
  return (
    <div className={styles.actions}>
      <ReportButton run={run} />
      <OpenFolder run={run} />
      <InspectButton run={run} />
      <Button
        look={needsVerifying ? 'primary' : 'plain'}
        data-testid="result-verify-again"
        onClick={() => {
          verifyAgain(run).catch(notifyFailure);
        }}
      >
        <ScanSearch size={14} aria-hidden />
        {wasVerified(run) ? text.result.verifyAgain : text.result.verify}
      </Button>
      {isDump && <ProveOf run={run} />}
      <RepeatOf run={run} />
      <ResumeOf run={run} />
      {isDump && <LoadThis run={run} look={needsVerifying ? 'plain' : 'primary'} />}
    </div>
  );
}

/** A dump in another format has no checksums to verify; Parquet is not read here. */
function WrittenActions({ run }: { readonly run: RunModel }) {
  const { result } = run;
  const isRead = result?.kind !== 'dump' || result.written?.format !== 'parquet';
  return (
    <div className={styles.actions}>
      <ReportButton run={run} />
      <OpenFolder run={run} />
      {isRead && <ProveOf run={run} />}
      <RepeatOf run={run} />
      {isRead && <LoadThis run={run} look="primary" />}
    </div>
  );
}

function ProofActions({ run }: { readonly run: RunModel }) {
  const { runId, result } = run;
  const isProved = result?.kind === 'verify' && result.certificate !== undefined;
  return (
    <div className={styles.actions}>
      <ReportButton run={run} />
      <OpenFolder run={run} />
      <ProveButton again folder={() => folderOf(run)} testId="result-prove" />
      {isProved && (
        <CertificateButton
          of={() => Promise.resolve({ kind: 'run', runId })}
          look="primary"
          testId="result-certificate"
        />
      )}
    </div>
  );
}

function ProveOf({ run }: { readonly run: RunModel }) {
  return <ProveButton folder={() => folderOf(run)} testId="result-prove" />;
}

function OpenFolder({ run }: { readonly run: RunModel }) {
  const reveal = async (): Promise<void> => {
    const { handle } = await folderOf(run);
    await request('folders/reveal', { handle });
  };
  return (
    <Button
      data-testid="result-open-folder"
      onClick={() => {
        void reveal().catch(notifyFailure);
      }}
    >
      <FolderOpen size={14} aria-hidden />
      {text.result.openFolder}
    </Button>
  );
}

function LoadThis({ run, look }: { readonly run: RunModel; readonly look: 'plain' | 'primary' }) {
  return (
    <Button
      look={look}
      data-testid="result-load-this"
      onClick={() => {
        void folderOf(run).then(showLoadOf).catch(notifyFailure);
      }}
    >
      <HardDriveUpload size={14} aria-hidden />
      {text.result.loadThis}
    </Button>
  );
}

/** A dump in another format, and its place. */
function WrittenPlace({ result }: { readonly result: RunResult }) {
  if (result.kind !== 'dump' || result.written === undefined) return null;
  const { format, path } = result.written;
  return (
    <section className={styles.section} aria-label={text.result.written} data-testid="result-written">
      <div className={styles.sectionHead}>
        <h2>{text.result.written}</h2>
      </div>
      <p className={styles.written}>
        <span>{text.result.writtenAs(text.dump.formats[format].name)}</span>
        <Path path={path} testId="result-written-path" />
      </p>
      <p className={styles.writtenNote}>{text.result.writtenNote[format]}</p>
    </section>
  );
}

function wasVerified({ result }: RunModel): boolean {
  if (result === null) return false;
  const { ok, failed } = tallyChecks(result);
  return ok + failed > 0;
}

function isPartlyCounted({ result }: RunModel): boolean {
  if (result === null) return false;
  const { counted, tables } = tallyCounts(result);
  return counted < tables;
}

/** A verification has “Verify again”. */
function RepeatOf({ run: { runId, header } }: { readonly run: RunModel }) {
  const { kind, repeat } = header;
  if (repeat === undefined || kind === 'verify') return null;
  return <RepeatButton {...{ runId, kind }} profileId={repeat.profileId} testId="result-repeat" />;
}

function ResumeOf({ run: { runId, header, result } }: { readonly run: RunModel }) {
  if (unfinishedOf(result)?.resume == null || !isResumable(header.kind)) return null;
  const { kind, targetProfileId = null } = header;
  const look = result !== null && mustMendDump(result) ? 'plain' : 'primary';
  return <ResumeButton {...{ runId, kind, targetProfileId, look }} testId="result-resume" />;
}

function RollBackOf({ run: { runId, header, result } }: { readonly run: RunModel }) {
  if (unfinishedOf(result) === null || !isResumable(header.kind)) return null;
  const { targetProfileId = null } = header;
  return <RollBackButton {...{ runId, targetProfileId }} testId="result-roll-back" />;
}

function unfinishedOf(result: RunResult | null): UnfinishedWork | null {
  return result === null ? null : (targetWorkOf(result)?.unfinished ?? null);
}

/** Saves what the run came to for somebody who has no Sluice. */
function ReportButton({ run: { runId, header } }: { readonly run: RunModel }) {
  return (
    <Button
      data-testid="result-save-report"
      onClick={() => {
        void saveReport(runId, header.title).catch(notifyFailure);
      }}
    >
      <FileText size={14} aria-hidden />
      {text.result.saveReport}
    </Button>
  );
}

async function saveReport(runId: string, title: string): Promise<void> {
  if (await request('runs/save-report', { runId })) notify('ok', text.result.saved(title));
}

/** Leads from a load to what it made of the tables; the filter is their schema where they have but one. */
function InspectButton({ run }: { readonly run: RunModel }) {
  const { targetProfileId } = run.header;
  if (targetProfileId === undefined) return null;
  const schemas = new Set(run.result?.verdicts.map(({ schema }) => schema) ?? []);
  const [schema] = schemas;
  return (
    <Button
      data-testid="result-inspect"
      onClick={() => {
        showInspect(targetProfileId, schemas.size === 1 && schema !== undefined ? `${schema}.` : '');
      }}
    >
      <Layers size={14} aria-hidden />
      {text.result.inspectTables}
    </Button>
  );
}

/** A comparison with a server is made again; of every other run the folder's files are read. */
async function verifyAgain(run: RunModel): Promise<void> {
  const { runId, kind, targetProfileId } = run.header;
  if (kind === 'verify' && targetProfileId !== undefined) {
    await openRun(() => withPassword(targetProfileId, () => request('history/repeat', { runId })));
    return;
  }
  const { handle, input } = await folderOf(run);
  await openRun(() => request('verify/start', { folder: handle, input }));
}

function folderOf(run: RunModel) {
  return request('runs/folder', { runId: run.runId });
}

interface FailuresProps {
  readonly title: string;
  readonly failures: readonly Failure[];
  readonly tone: 'failed' | 'warning';
  readonly testId: string;
}

function Failures({ title, failures, tone, testId }: FailuresProps) {
  if (failures.length === 0) return null;
  return (
    <section className={styles.section} aria-label={title} data-testid={testId}>
      <div className={styles.sectionHead}>
        <h2>{title}</h2>
      </div>
      <Notices label={title} failures={failures} tone={tone} testId={testId} />
    </section>
  );
}
