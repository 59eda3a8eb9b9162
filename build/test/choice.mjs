/**
 * Reads a command line of build/test.mjs: the tiers that it names, and the patterns that it gives for their tests.
 * @param sets names of tiers by the name of their set
 * @param known names of all tiers
 * @returns `tiers`, `patterns`, `isWhole` (the tiers were not named one by one), `isShare` (nothing was named at all),
 * and the options
 */
export function choiceOf(argv, { sets, known }) {
  const { words, suites, isProfile } = read(argv);
  const unknown = suites.find((name) => !known.includes(name) && !(name in sets));
  if (unknown !== undefined) throw new UsageError(`There is no suite “${unknown}”. ${suitesOf(known, sets)}`);
  if (words.includes('total')) return { kind: 'total' };
  const isTier = (word) => known.includes(word) || word === 'all';
  const named = [...suites, ...words.filter(isTier)];
  const patterns = words.filter((word) => !isTier(word));
  const asked = named.flatMap((name) => sets[name] ?? [name]);
  const set = patterns.length > 0 ? sets.files : sets.default;
  return {
    kind: 'run',
    tiers: [...new Set(named.length > 0 ? asked : set)],
    isWhole: named.length === 0 || named.some((name) => name in sets),
    isShare: patterns.length === 0 && named.length === 0,
    isAll: patterns.length === 0 && (named.length === 0 || named.includes('all')),
    patterns,
    isProfile,
  };
}

/** The command line names a suite or an option that is not there, or lacks a value. */
export class UsageError extends Error {}

export const USAGE = `Usage: npm test [-- [--suite NAME,…] [PATTERN…] [--profile]]
A PATTERN is a part of a test file's name or of a test's.`;

const suitesOf = (known, sets) => `There are ${[...known, ...Object.keys(sets)].join(', ')}.`;

function read(argv) {
  const result = { words: [], suites: [], isProfile: false };
  const rest = [...argv];
  while (rest.length > 0) {
    const [name, attached] = splitOption(rest.shift());
    const value = () => attached ?? rest.shift() ?? missingValue(name);
    if (name === '--suite') result.suites.push(...value().split(',').filter(Boolean));
    else if (name === '--profile') result.isProfile = true;
    else if (name.startsWith('--')) throw new UsageError(`There is no option ${name}.`);
    else result.words.push(name);
  }
  return result;
}

function splitOption(word) {
  const cut = word.startsWith('--') ? word.indexOf('=') : -1;
  return cut < 0 ? [word] : [word.slice(0, cut), word.slice(cut + 1)];
}

function missingValue(name) {
  throw new UsageError(`${name} needs a value.`);
}
