/** Numbers in [0, 1) that follow from a seed alone (mulberry32). */
export function randomBy(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The items in an order that follows from the seed; the first N of it are a sample of N. */
export function shuffled(items, seed) {
  const random = randomBy(seed);
  const all = [...items];
  for (let last = all.length - 1; last > 0; last -= 1) {
    const at = Math.floor(random() * (last + 1));
    [all[last], all[at]] = [all[at], all[last]];
  }
  return all;
}

/**
 * The text of a file with one mutant in it.
 * @param location from `start` to before `end`, each with `line` and `column` counted from 0
 */
export function mutate(text, { location: { start, end }, replacement }) {
  return text.slice(0, offsetOf(text, start)) + replacement + text.slice(offsetOf(text, end));
}

/** Text that the mutant replaces. */
export function original(text, { location: { start, end } }) {
  return text.slice(offsetOf(text, start), offsetOf(text, end));
}

function offsetOf(text, { line, column }) {
  let at = 0;
  for (let passed = 0; passed < line; passed += 1) at = text.indexOf('\n', at) + 1;
  return at + column;
}

/** Test files with the likeliest first: those that share most of the path, or of the words, of the file's name. */
export function nearestFirst(file, tests) {
  const own = wordsOf(file);
  const nearness = (test) => wordsOf(test).filter((word) => own.includes(word)).length;
  return [...tests].sort((one, other) => nearness(other) - nearness(one) || one.localeCompare(other));
}

function wordsOf(path) {
  return path.replace(/(?:\.test)?\.\w+$/, '').split(/[/-]/);
}

/** Rounds of mutants in which no file has two, so that one compilation tries a whole round. */
export function rounds(mutants) {
  const all = [];
  for (const mutant of mutants) {
    const free = all.find((round) => !round.some(({ fileName }) => fileName === mutant.fileName));
    if (free === undefined) all.push([mutant]);
    else free.push(mutant);
  }
  return all;
}
