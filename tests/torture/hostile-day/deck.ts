import type { OnExisting } from '../../../app/contract/runs/options';
import { Dice } from '../../fixtures/dice';

/** All that may come over a round; each name is a line of the summary. */
export const FAULTS = [
  'random privileges',
  'folded names',
  'namesakes',
  'table made',
  'table dropped',
  'cut connection',
  'killed server',
  'killed client',
  'full disk',
  'foreign DDL',
  'jumping clock',
  'second Sluice',
  'pressed twice',
] as const;
export type Fault = (typeof FAULTS)[number];

export const VERBS = ['dump', 'load', 'migrate'] as const;
export type Verb = (typeof VERBS)[number];

/** Faults that can come over each verb at all. */
const OF_VERB: Readonly<Record<Verb, readonly Fault[]>> = {
  dump: FAULTS.filter((fault) => !/^(namesakes|table made|table dropped)$/.test(fault)),
  load: FAULTS.filter((fault) => fault !== 'full disk' && fault !== 'foreign DDL'),
  migrate: FAULTS.filter((fault) => fault !== 'full disk'),
};

const POLICIES = ['fail', 'skip', 'append', 'truncate', 'drop'] as const satisfies readonly OnExisting[];
/** Faults that end the run by themselves: two of them in one round would hide one another. */
const ENDS: readonly Fault[] = ['killed server', 'killed client', 'full disk'];
const MOST_FAULTS = 4;
/** A server takes seconds to come back, and to be made: few rounds of a slice can have one of its own that dies. */
const DEADLY = 4;

export interface Round {
  readonly number: number;
  readonly verb: Verb;
  readonly policy: OnExisting;
  readonly faults: ReadonlySet<Fault>;
  /** For all that is drawn while it is played. */
  readonly dice: Dice;
}

/** Draws a round: the same seed and number give the same one, whatever was played before. */
export function drawRound(seed: number, number: number): Round {
  const dice = new Dice(seed * 10_007 + number);
  const verb = dice.pick(VERBS);
  const faults = new Set<Fault>();
  const possible = OF_VERB[verb];
  for (let wanted = dice.between(1, MOST_FAULTS); wanted > 0; wanted -= 1) {
    const fault = possible[dice.below(possible.length)];
    if (fault === undefined || (fault === 'killed server' && dice.below(DEADLY) > 0)) continue;
    if (ENDS.includes(fault) && ENDS.some((other) => faults.has(other))) continue;
    faults.add(fault);
  }
  if (faults.has('second Sluice')) faults.delete('pressed twice');
  return { number, verb, policy: drawPolicy(dice, faults), faults, dice };
}

/** Rows that are appended by two runs one after the other are rightly there twice. */
function drawPolicy(dice: Dice, faults: ReadonlySet<Fault>): OnExisting {
  const policy = dice.pick(POLICIES);
  const isTwice = faults.has('second Sluice') || faults.has('pressed twice');
  return policy === 'append' && isTwice ? 'skip' : policy;
}

export function nameOf({ number, verb, policy, faults }: Round): string {
  const how = verb === 'dump' ? verb : `${verb} --on-existing ${policy}`;
  return `round ${number}: ${how}, ${[...faults].join(' + ') || 'nothing'}`;
}
