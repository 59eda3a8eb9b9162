import { Check, Circle, CircleDot, Minus } from 'lucide-react';
import type { RunStage } from '../../../../app/contract/runs/stages';
import { RunStateIcon } from '../../../features/run-state/RunStateIcon';
import type { RunModel } from '../../../state/runs/run-model';
import { isFinal } from '../../../state/runs/runs';
import { text } from '../../../text';
import styles from './Stages.module.css';
import { viewOf } from '../../../state/runs/run-kinds';

export function Stages({ run }: { readonly run: RunModel }) {
  const stages = viewOf(run.header).stages;
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
        const state = isLeftOut(stage, run) ? 'left-out' : placeOf(index, isDone ? stages.length : at);
        return (
          <li
            key={stage}
            className={styles.stage}
            data-state={state}
            aria-current={state === 'now' ? 'step' : undefined}
            title={waiting?.stage === stage ? waiting.words : undefined}
          >
            {state === 'past' && <Check size={12} aria-hidden />}
            {state === 'left-out' && <Minus size={12} aria-label={text.run.leftOut} />}
            {state === 'now' && !isFinal(run) && <CircleDot size={12} aria-hidden />}
            {state === 'now' && isFinal(run) && <RunStateIcon state={run.state} size={12} />}
            {state === 'next' && <Circle size={12} aria-hidden />}
            {waiting?.stage === stage ? text.run.stages.waiting : text.run.stages[stage]}
          </li>
        );
      })}
    </ol>
  );
}

function placeOf(index: number, now: number): 'past' | 'now' | 'next' {
  if (index === now) return 'now';
  return index < now ? 'past' : 'next';
}

/** A tick says that something was verified: a run that made no check has none there. */
function isLeftOut(stage: RunStage, { result }: RunModel): boolean {
  if (stage !== 'verify' || result?.ok !== true) return false;
  return result.verdicts.every(({ checks }) => checks.every(({ state }) => state === 'not-checked'));
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
