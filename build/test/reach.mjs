import { distancesTo } from './import-graph.mjs';

/** The addon in the graph: its sources are compiled into one file. */
export const ADDON = 'native';

const IN_GRAPH = /^(?:app|renderer|tests\/(?:unit|integration|torture|e2e))\/.*\.(?:tsx?|mjs|css|html)$/;
const COMPILED = /^native\/(engine|addon)\/.*\.(?:cc|h)$/;
const NATIVE_TEST = /^tests\/native\/.*\.(?:cc|h)$/;
/** The variables that a session sets decide the effect of every statement. */
const EVERYWHERE = /(?<=\/)session[-_/]variables\./;
/** The unit tests, which are always run whole, look at these at most. */
const PROSE = /\.md$|^LICENSE$/;

/**
 * Tests that can reach changed files.
 * @param changed paths, seen from the root
 * @param graph see graphOf
 * @returns `unknown`: files of which nobody can tell who uses them, so that all tests count; `distances` of the files
 *   of the graph; `native`: which of the engine's own tests count (`none`, or `near`, the beginnings of their files'
 *   names, and whether the others do too)
 */
export function reachOf(changed, graph) {
  const kinds = changed.map((file) => ({ file, kind: kindOf(file) }));
  const filesOf = (...wanted) => kinds.filter(({ kind }) => wanted.includes(kind)).map(({ file }) => file);
  const unknown = filesOf('unknown');
  const compiled = filesOf('engine', 'addon');
  const targets = [...filesOf('graph'), ...(compiled.length > 0 ? [ADDON] : [])];
  return {
    unknown,
    distances: distancesTo(targets, graph),
    native: nativeOf({
      engine: filesOf('engine'),
      tests: filesOf('native test'),
      isUnknown: unknown.length > 0,
    }),
  };
}

function kindOf(file) {
  if (EVERYWHERE.test(file)) return 'unknown';
  const compiled = COMPILED.exec(file);
  if (compiled !== null) return compiled[1];
  if (NATIVE_TEST.test(file)) return 'native test';
  if (IN_GRAPH.test(file)) return 'graph';
  return PROSE.test(file) ? 'prose' : 'unknown';
}

/** All of the engine is one CMake target, and so are its tests: a test file of its own is the least that can be chosen. */
function nativeOf({ engine, tests, isUnknown }) {
  const isAll = isUnknown || engine.length > 0 || tests.some((file) => !file.endsWith('_test.cc'));
  const near = [...tests.filter((file) => file.endsWith('_test.cc')), ...engine.map(folderOfTests)];
  if (!isAll && near.length === 0) return { kind: 'none' };
  return { kind: 'some', near: [...new Set(near)], isAll };
}

function folderOfTests(file) {
  const [, , part] = file.split('/');
  return `tests/native/${part}/`;
}

/**
 * Test files in the order in which they are likely to find a fault: of two the one that has more words in its path in
 * common with what has changed, then the nearer one, then the quicker one.
 * @param seconds expected of a file
 */
export function nearestFirst(tests, { changed, distances, seconds }) {
  const telling = new Set(changed.flatMap(wordsOf));
  const keyOf = (file) => {
    const common = new Set(wordsOf(file).filter((word) => telling.has(word))).size;
    return [-common, distances.get(file) ?? Infinity, seconds(file)];
  };
  const keyed = tests.map((file) => ({ file, key: keyOf(file) }));
  return keyed.sort((a, b) => compare(a.key, b.key)).map(({ file }) => file);
}

function compare(a, b) {
  const at = a.findIndex((value, index) => value !== b[index]);
  return at < 0 ? 0 : a[at] < b[at] ? -1 : 1;
}

/** Words of the place and the name; the tier and the ending say nothing. */
function wordsOf(path) {
  const [, ...rest] = path.replace(/^tests\//, '').split('/');
  const words = rest
    .join('/')
    .replace(/\..*$/, '')
    .replaceAll(/([a-z])([A-Z])/g, '$1-$2')
    .toLowerCase();
  return words
    .split(/[^a-z0-9]+/)
    .map((word) => word.replace(/(?:es|s)$/, ''))
    .filter(Boolean);
}
