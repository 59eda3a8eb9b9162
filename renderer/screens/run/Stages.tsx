import { Check, Circle, CircleDot } from 'lucide-react';
import type { RunKind, RunStage } from '../../../app/contract/run';
import type { RunModel } from '../../state/run-model';
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
  const at = stages.indexOf(run.stage === 'waiting' ? 'data' : run.stage);
  const isDone = run.state === 'done' || run.state === 'done-with-warnings';
  return (
    <ol
      className={styles.stages}
      data-testid="run-stage"
      data-stage={run.stage}
      aria-label={text.run.stageNow(text.run.stages[run.stage])}
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
            {state === 'now' && <CircleDot size={12} aria-hidden />}
            {state === 'next' && <Circle size={12} aria-hidden />}
            {text.run.stages[stage]}
          </li>
        );
      })}
    </ol>
  );
}
