import { SetupError } from '../setup/command.mjs';

/**
 * The contenders that are wished for, by words of their names; all where there are no words. A goal that any contender
 * left out has a part in can't be judged and is left out with it.
 *
 * @param prepared the contenders and goals of a benchmark
 * @param words each contender whose name holds one of them is kept
 * @returns what is run and judged, and the names of all that is not
 */
export function choose({ contenders, goals = [] }, words) {
  const isWished = (name) => words.length === 0 || words.some((word) => name.includes(word));
  const out = new Set(contenders.map(({ name }) => name).filter((name) => !isWished(name)));
  if (out.size === contenders.length) throw new SetupError(`No contender is named ${words.join(' or ')}.`);
  const isWhole = ({ of, against = [] }) => ![of, ...against].some((name) => out.has(name));
  const unjudged = goals.filter((goal) => !isWhole(goal)).map(({ text }) => `the goal “${text}”`);
  return {
    contenders: contenders.filter(({ name }) => !out.has(name)),
    goals: goals.filter(isWhole),
    leftOut: [...out, ...unjudged],
  };
}
