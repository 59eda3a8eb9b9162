import { Play } from 'lucide-react';
import { LOAD_DEFAULTS } from '../../../app/contract/options';
import type { RunResult } from '../../../app/contract/run';
import { Button } from '../../parts/Button';
import { request } from '../../state/bridge';
import type { RunModel } from '../../state/run-model';
import { openRun } from '../../state/runs';
import { notifyFailure } from '../../state/toasts';
import { text } from '../../text';
import styles from './ResultView.module.css';

/** What a load that did not come to its end has left on the target, and how to go on. */
export function Unfinished({ result }: { readonly result: RunResult }) {
  const { kind, ok, unfinished } = result;
  if (kind !== 'load' || ok) return null;
  return (
    <section
      className={styles.section}
      aria-label={text.result.unfinishedTitle}
      data-testid="result-unfinished"
    >
      <div className={styles.sectionHead}>
        <h2>{text.result.unfinishedTitle}</h2>
      </div>
      <p className={styles.sentence}>
        {unfinished === null ? text.result.nothingLeft : text.result.unfinished}
      </p>
      {unfinished !== null && (
        <pre className={styles.sentence}>{`${unfinished.resume}\n${unfinished.abandon}`}</pre>
      )}
    </section>
  );
}

/** Goes on with the load, into the connection that it was begun with. */
export function ResumeButton({ run }: { readonly run: RunModel }) {
  const unfinished = run.result?.unfinished ?? null;
  const { targetProfileId, threads } = run.header;
  if (unfinished === null || targetProfileId === undefined) return null;
  const resume = async () => {
    const { handle } = await request('runs/folder', { runId: run.runId });
    const options = { ...LOAD_DEFAULTS, threads, schemaMap: { ...unfinished.schemaMap }, resume: true };
    await openRun(() => request('load/start', { profileId: targetProfileId, folder: handle, options }));
  };
  return (
    <Button look="primary" data-testid="result-resume" onClick={() => void resume().catch(notifyFailure)}>
      <Play size={14} aria-hidden />
      {text.result.resumeLoad}
    </Button>
  );
}
