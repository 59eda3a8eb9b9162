import { readdirSync, readFileSync, statSync } from 'node:fs';
import { inRoot } from '../setup/places.mjs';
import { DECIDING } from './deciding-files.mjs';
import { loadInstrumenter } from './tools.mjs';

/** Words of messages and statements, not decisions: what is sent to a server is tried on servers. */
const NOT_DECIDING = ['StringLiteral'];

/** The files that mutants are drawn from, relative to the root. */
export function decidingFiles() {
  return DECIDING.flatMap((path) => (statSync(inRoot(path)).isDirectory() ? filesIn(path) : [path]));
}

function filesIn(folder) {
  return readdirSync(inRoot(folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => `${folder}/${entry.name}`);
}

/** All mutants of the deciding files, and those files' text with all of them behind switches. */
export async function makeMutants() {
  const files = decidingFiles().map((name) => ({
    name,
    mutate: true,
    content: readFileSync(inRoot(name), 'utf8'),
  }));
  const instrumenter = await loadInstrumenter();
  const options = { plugins: null, ignorers: [], excludedMutations: NOT_DECIDING };
  const { files: switched, mutants } = await instrumenter.instrument(files, options);
  return {
    // Those left out are among them, without a switch.
    mutants: mutants.filter(({ status }) => status === undefined),
    texts: new Map(files.map(({ name, content }) => [name, content])),
    switched: new Map(switched.map(({ name, content }) => [name, content])),
  };
}
