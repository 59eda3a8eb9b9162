/**
 * Structure of the TypeScript tree that no single file shows: no two files import each other, over however many others,
 * and no folder holds more files than a reader can take in. `npm run lint` runs it as "structure".
 */
import { posix } from 'node:path';
import { cyclesIn } from './cycles.mjs';

/** Most TypeScript files that lie directly in one folder. */
const MOST_FILES = 14;

/** Folders that are lists, with what each file stands for: they grow by one file and one line of their index. */
const LISTS = {
  'app/cli/commands': 'a command',
  'app/main/handlers': 'a group of channels',
};

/** Entries of the top folder, hidden ones and what the build makes aside: the five rooms, and what tools look for there. */
const AT_TOP = new Set([
  ...['app', 'build', 'native', 'renderer', 'tests', 'dist', 'node_modules'],
  ...['CHANGELOG.md', 'CONTRIBUTING.md', 'LICENSE', 'README.md', 'SECURITY.md'],
  ...['package.json', 'package-lock.json', 'tsconfig.json', 'stylelint.config.mjs', 'vitest.config.mjs'],
]);

const IMPORT = /(?:^|\n)(?:import|export)\b[^;'"]*?(?:\bfrom )?'(\.[^']+)'|\bimport\('(\.[^']+)'\)/g;
const ENDINGS = ['', '.ts', '.tsx', '/index.ts'];

/**
 * All objections to the structure of app/ and renderer/.
 * @param sources a map from path within the repository to text; files outside app/ and renderer/ are ignored
 * @returns one line each, beginning with the file or folder
 */
export function objectionsToStructure(sources) {
  const files = new Map([...sources].filter(([file]) => /^(?:app|renderer)\/.*\.tsx?$/.test(file)));
  const edges = new Map([...files].map(([file, text]) => [file, importsOf(file, text, files)]));
  const cycles = cyclesIn(edges).map(
    (cycle) =>
      `${cycle[0]}: files import one another: ${cycle.join(' → ')}. Put the types or functions that both need into a file of their own.`,
  );
  return [...cycles, ...crowded([...files.keys()])];
}

/**
 * Objections to what lies beside the rooms of the top folder: output that a script has left there is committed with the rest.
 * @param names the entries of the top folder
 */
export function strangersAtTop(names) {
  return names
    .filter((name) => !name.startsWith('.') && !AT_TOP.has(name))
    .map((name) => `${name}: does not belong into the top folder. Move it into a room, or remove it.`);
}

/** Files that `file` imports, for their types too. */
function importsOf(file, text, files) {
  const specifiers = [...text.matchAll(IMPORT)].map(([, plain, dynamic]) => plain ?? dynamic);
  return specifiers.flatMap((specifier) => {
    const path = posix.join(posix.dirname(file), specifier);
    return ENDINGS.map((ending) => path + ending).filter((each) => files.has(each));
  });
}

function crowded(files) {
  const counts = new Map();
  for (const file of files) {
    const folder = posix.dirname(file);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts]
    .filter(([folder, count]) => count > MOST_FILES && !(folder in LISTS))
    .map(
      ([folder, count]) =>
        `${folder}: ${count} files lie in one folder, at most ${MOST_FILES} may. Give those of one subject a room: a folder named after it.`,
    );
}
