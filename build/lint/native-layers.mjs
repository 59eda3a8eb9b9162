/**
 * Layers of the native part, kept over its `#include "…"` lines: what each folder of native/engine may include, and no
 * cycle between two headers. `npm run lint` runs it as "includes"; the TypeScript half is layers.mjs.
 */
import { cyclesIn } from './cycles.mjs';

const GROUND = [
  'support',
  'wire',
  'row',
  'range',
  'codec',
  'script',
  'check',
  'delimited',
  'fields',
  'json',
  'xml',
  'read',
];

/** Folders that each folder of native/engine may include, besides itself. */
export const NATIVE_LAYERS = {
  support: [],
  wire: ['support'],
  row: ['support', 'wire'],
  range: ['support'],
  codec: ['support'],
  script: ['support', 'row', 'codec'],
  input: ['support', 'codec', 'script'],
  check: ['support', 'row'],
  delimited: ['support', 'row', 'codec', 'check'],
  fields: ['support', 'row', 'codec', 'delimited'],
  json: ['support', 'row', 'codec', 'check', 'delimited'],
  parquet: ['support', 'row', 'codec'],
  xml: ['support', 'row', 'codec', 'delimited'],
  read: ['support', 'row', 'codec', 'script', 'delimited', 'fields', 'json', 'xml'],
  sort: GROUND,
  innodb: ['support', 'codec'],
  source: GROUND,
  target: [...GROUND, 'sort'],
  dump: [...GROUND, 'source'],
  rechunk: [...GROUND, 'source', 'dump'],
  load: [...GROUND, 'target'],
  migrate: [...GROUND, 'source', 'target'],
  verify: [...GROUND, 'source'],
  export: [...GROUND, 'parquet'],
  direct: [...GROUND, 'source', 'export', 'parquet'],
};

const VERBS = ['dump', 'load', 'migrate', 'verify', 'export'];
const ROOT = 'native/engine/';

/** Paths that a file's text includes in quotes, in order. */
export function includesOf(text) {
  return [...text.matchAll(/^[ \t]*#[ \t]*include[ \t]*"([^"]+)"/gm)].map(([, path]) => path);
}

/**
 * The reason why a file of native/engine may not include `path` (`wire/session.h`), or null where it may.
 * @param file path within the repository, such as native/engine/dump/dump_job.cc
 */
export function objectionToInclude(file, path) {
  const from = folderOf(file.slice(ROOT.length));
  const to = folderOf(path);
  if (!(from in NATIVE_LAYERS)) {
    return `native/engine/${from} has no layer yet. Name what it may include in build/lint/native-layers.mjs.`;
  }
  if (to === from || NATIVE_LAYERS[from].includes(to)) return null;
  return `engine/${from} may include ${allowedIn(from)}, but not ${path}. ${advice(from, to)}`;
}

/**
 * All objections to native/engine.
 * @param sources a map from path within the repository to text; files outside native/engine are ignored
 * @returns one line each, beginning with the file
 */
export function objectionsToIncludes(sources) {
  const engine = [...sources].filter(([file]) => file.startsWith(ROOT));
  const includes = new Map(engine.map(([file, text]) => [file, includesOf(text)]));
  const layers = [...includes].flatMap(([file, paths]) =>
    paths
      .map((path) => objectionToInclude(file, path))
      .filter((objection) => objection !== null)
      .map((objection) => `${file}: ${objection}`),
  );
  const headers = new Map([...includes].filter(([file]) => file.endsWith('.h')));
  const graph = new Map([...headers].map(([file, paths]) => [file, paths.map((path) => ROOT + path)]));
  const cycles = cyclesIn(graph).map(
    (cycle) =>
      `${cycle[0]}: headers include one another: ${cycle.join(' → ')}. Declare what both need in a third.`,
  );
  return [...layers, ...cycles];
}

function folderOf(path) {
  return path.split('/')[0];
}

function allowedIn(folder) {
  const allowed = NATIVE_LAYERS[folder];
  return allowed.length === 0 ? 'nothing else' : allowed.join(', ');
}

/** Room for the thing that an include reaches for. */
function advice(from, to) {
  if (!(to in NATIVE_LAYERS)) return 'Includes name a file of native/engine by its folder.';
  if (VERBS.includes(from) && VERBS.includes(to)) {
    return 'No verb includes another: what two of them need belongs in source (reading a server), target (writing one) or read (chunk files).';
  }
  if (VERBS.includes(to)) return `What engine/${from} needs of ${to} belongs in engine/${from}, or below it.`;
  if (['source', 'target'].includes(from) && ['source', 'target'].includes(to)) {
    return 'A verb joins the two halves: what both need belongs in read or below.';
  }
  return `What engine/${from} needs of ${to} belongs in a folder below both.`;
}
