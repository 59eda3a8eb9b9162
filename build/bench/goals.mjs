import { median } from './measure.mjs';

/**
 * Goal of a benchmark: with `against`, how many times as long as the fastest of those `of` may take
 * (`atMost`), or how many times as fast it shall be (`atLeast`); both by the seconds that a run took or by a `figure` that
 * it told. With `figure` alone, what the median of that figure of `of` may be at most.
 *
 * @typedef {{ text: string, of: string, against: string[], figure?: string, atLeast?: number, atMost?: number }} RatioGoal
 * @typedef {{ text: string, of: string, figure: string, atMost: number }} FigureGoal
 */

/** @returns for each goal its median, its range over the rounds, and whether it is reached */
export function judge(goals, rounds) {
  return goals.map((goal) => {
    const values = 'against' in goal ? ratiosOf(goal, rounds) : figuresOf(goal, rounds);
    const value = median(values);
    const { text, atLeast = null, atMost = null } = goal;
    const isReached = (atLeast === null || value >= atLeast) && (atMost === null || value <= atMost);
    return { text, value, least: Math.min(...values), most: Math.max(...values), atLeast, atMost, isReached };
  });
}

function figuresOf({ of, figure }, rounds) {
  return rounds.map((round) => round[of].figures[figure]);
}

/** Round by round, because what slows one contender of a round down slows its neighbours down too. */
function ratiosOf({ of, against, figure, atLeast }, rounds) {
  const amount = (round, name) => (figure === undefined ? round[name].seconds : round[name].figures[figure]);
  const usual = (name) => median(rounds.map((round) => amount(round, name)));
  const [least] = [...against].sort((a, b) => usual(a) - usual(b));
  return rounds.map((round) => {
    const ratio = amount(round, of) / amount(round, least);
    return atLeast === undefined ? ratio : 1 / ratio;
  });
}

export function goalLines(judged) {
  return judged.map(({ text, value, least, most, atLeast, atMost, isReached }) => {
    const wanted = atLeast === null ? `at most ${atMost}` : `at least ${atLeast}`;
    const range = `${least.toFixed(2)}–${most.toFixed(2)}`;
    return `${isReached ? '✓' : '✗'} ${text}: ${value.toFixed(2)} (${range}), wanted ${wanted}`;
  });
}
