import { Check, Circle, CircleDot } from 'lucide-react';
import type { RunKind, RunStage } from '../../../app/contract/run';
import { RunStateIcon } from '../../parts/RunStateIcon';
import type { RunModel } from '../../state/run-model';
import { isFinal } from '../../state/runs';
import { text } from '../../text';
import styles from './Stages.module.css';

/** The stages that a kind of run passes, in their order. */
const stagesOf: Readonly<Record<RunKind, readonly RunStage[]>> = {
  dump: ['connect', 'preflight', 'lock', 'snapshot', 'definitions', 'data', 'verify', 'finish'],
  load: ['connect', 'preflight', 'definitions', 'data', 'constraints', 'objects', 'verify', 'finish'],
  migrate: [
    ...(['connect', 'preflight', 'lock', 'snapshot', 'definitions'] as const),
    ...(['data', 'constraints', 'objects', 'verify', 'finish'] as const),
  ],
  verify: ['preflight', 'verify', 'finish'],
  abandon: ['connect', 'finish'],
};

export function Stages({ run }: { readonly run: RunModel }) {
  const stages = stagesOf[run.header.kind];
  const waiting = waitedFor(run);
  const now = waiting?.stage ?? run.stage;
  const at = stages.indexOf(now);
  const isDone = run.state === 'done' || run.state === 'done-with-warnings';
  return (
    <ol
      className={styles.stages}
      data-testid="run-stage"
      data-stage={run.stage}
      aria-label={text.run.stageNow(waiting?.words ?? text.run.stages[now])}
    >
      {stages.map((stage, index) => {
        const state = isDone || index < at ? 'past' : index === at ? 'now' : 'next';
        return (
          <li
            key={stage}
            className={styles.stage}
            data-state={state}
            aria-current={state === 'now' ? 'step' : undefined}
          >
            {state === 'past' && <Check size={12} aria-hidden />}
            {state === 'now' && !isFinal(run) && <CircleDot size={12} aria-hidden />}
            {state === 'now' && isFinal(run) && <RunStateIcon state={run.state} size={12} />}
            {state === 'next' && <Circle size={12} aria-hidden />}
            {waiting?.stage === stage ? waiting.words : text.run.stages[stage]}
          </li>
        );
      })}
    </ol>
  );
}

/**
 * At which of its stages a load waits for the dump that it follows, and for what of it; null where it does not wait. Its
 * tables are known once the dump's definitions are there.
 */
function waitedFor({
  stage,
  totals: { tablesDone, tablesTotal },
}: RunModel): { readonly stage: RunStage; readonly words: string } | null {
  if (stage !== 'waiting') return null;
  if (tablesTotal === 0) return { stage: 'connect', words: text.run.waitsForDefinitions };
  return { stage: 'data', words: text.run.waitsForRows(tablesTotal - tablesDone, tablesTotal) };
}
