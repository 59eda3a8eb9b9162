import { posix } from 'node:path';

/** Gone when a test is run. */
const TYPE_IMPORT = /^(?:import|export) type\b[^;]*? from '[^']+';/gm;
const QUOTED = /(['"`])((?:(?!\1)[^\\\n])+)\1/g;
const ENDINGS = ['', '.ts', '.tsx', '.mjs', '.css', '/index.ts'];

/**
 * Files that each file names: by what it imports, by any other text in quotes that is a path, and by a program that it
 * starts. A text that only looks like a path leads too far, never too short.
 * @param sources texts by path, seen from the root
 * @param programs entries by the name of the file that is built of them
 */
export function graphOf(sources, programs) {
  const builds = Object.entries(programs);
  return new Map(
    [...sources].map(([file, text]) => {
      const named = [...text.replaceAll(TYPE_IMPORT, '').matchAll(QUOTED)].flatMap(([, , path]) =>
        resolve(file, path, sources),
      );
      const started = builds.filter(([name]) => text.includes(name)).map(([, entry]) => entry);
      return [file, [...new Set([...named, ...started])].filter((each) => each !== file)];
    }),
  );
}

function resolve(file, path, sources) {
  const isRelative = path.startsWith('.') || path.startsWith('/');
  const plain = isRelative ? posix.join(posix.dirname(file), path) : path;
  return ENDINGS.map((ending) => plain + ending)
    .filter((each) => sources.has(each))
    .slice(0, 1);
}

/** Steps from each file to the nearest of `targets`; files that reach none are left out. */
export function distancesTo(targets, graph) {
  const users = new Map();
  for (const [file, named] of graph)
    for (const each of named) users.set(each, [...(users.get(each) ?? []), file]);
  const distances = new Map(targets.map((target) => [target, 0]));
  // A map hands out what is added to it while it is walked through: the nearest come first.
  for (const [file, distance] of distances)
    for (const user of users.get(file) ?? []) if (!distances.has(user)) distances.set(user, distance + 1);
  return distances;
}
