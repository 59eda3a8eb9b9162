import type { LanePhase, RunHeader, RunVariant, ServerSide } from '../../../app/contract/runs/run';
import type { RunStage } from '../../../app/contract/runs/stages';
import type { RunKind } from '../../../app/contract/runs/state';

/** Parts of the run screen that a kind of run has. Its words are in `renderer/text/runs/run-kinds.ts`. */
interface RunKindView {
  /** The stages that it passes, in their order. */
  readonly stages: readonly RunStage[];
  /** Phases of its lanes, for the legend. */
  readonly phases: readonly LanePhase[];
  /** Servers whose health it watches. */
  readonly watched: readonly ServerSide[];
}

/** An entry for each kind of run: a new kind is added here. */
const runKindViews: Readonly<Record<RunKind, RunKindView>> = {
  dump: {
    stages: ['connect', 'preflight', 'lock', 'snapshot', 'definitions', 'data', 'verify', 'finish'],
    phases: ['read', 'verify', 'wait', 'retry'],
    watched: ['source'],
  },
  load: {
    stages: ['connect', 'preflight', 'definitions', 'data', 'constraints', 'objects', 'verify', 'finish'],
    phases: ['load', 'index', 'verify', 'wait', 'retry'],
    watched: ['target'],
  },
  migrate: {
    stages: [
      ...(['connect', 'preflight', 'lock', 'snapshot', 'definitions'] as const),
      ...(['data', 'constraints', 'objects', 'verify', 'finish'] as const),
    ],
    phases: ['load', 'index', 'verify', 'wait', 'retry'],
    watched: ['source', 'target'],
  },
  verify: {
    stages: ['preflight', 'verify', 'finish'],
    phases: ['read', 'verify', 'wait'],
    watched: ['target'],
  },
  rollback: { stages: ['connect', 'finish'], phases: [], watched: [] },
};

const variantViews: Readonly<Record<RunVariant['kind'], RunKindView>> = {
  written: runKindViews.dump,
  proof: {
    stages: ['preflight', 'definitions', 'data', 'constraints', 'objects', 'verify', 'finish'],
    phases: ['load', 'index', 'verify', 'wait'],
    watched: [],
  },
};

/** Parts of a run's screen: those of its variant where it has one. */
export function viewOf({ kind, variant }: Pick<RunHeader, 'kind' | 'variant'>): RunKindView {
  return variant === undefined ? runKindViews[kind] : variantViews[variant.kind];
}
