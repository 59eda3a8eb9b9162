import { posix } from 'node:path';
import { quotedPaths } from './quoted-paths.mjs';

/** Gone when a test is run. */
const TYPE_IMPORT = /^(?:import|export) type\b[^;]*? from '[^']+';/gm;
const ENDINGS = ['', '.ts', '.tsx', '.mjs', '.css', '/index.ts'];

/**
 * Files that each file names: by what it imports, by any other text in quotes that is a path or a folder (see
 * quotedPaths), and by a program that it starts. A text that only looks like a path leads too far, never too short.
 * @param sources texts by path, seen from the root
 * @param programs entries by the name of the file that is built of them
 */
export function graphOf(sources, programs) {
  const builds = Object.entries(programs);
  const files = [...sources.keys()];
  const tops = new Set(files.filter((file) => file.includes('/')).map((file) => file.split('/')[0]));
  return new Map(
    [...sources].map(([file, text]) => {
      const paths = quotedPaths(text.replaceAll(TYPE_IMPORT, ''), tops);
      const named = paths.flatMap((path) => filesNamed(file, path, { sources, files }));
      const started = builds.filter(([name]) => text.includes(name)).map(([, entry]) => entry);
      return [file, [...new Set([...named, ...started])].filter((each) => each !== file)];
    }),
  );
}

function filesNamed(user, { path, isBegin, mayBeFolder }, { sources, files }) {
  const isRelative = path.startsWith('.') || path.startsWith('/');
  const plain = isRelative ? posix.join(posix.dirname(user), path) : posix.normalize(path);
  const named = isBegin
    ? undefined
    : ENDINGS.map((ending) => plain + ending).find((each) => sources.has(each));
  if (named !== undefined) return [named];
  const begin = isBegin ? plain : `${plain.replace(/\/$/, '')}/`;
  return isBegin || mayBeFolder ? files.filter((file) => file.startsWith(begin)) : [];
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
