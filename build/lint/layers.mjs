import { dirname, posix } from 'node:path';
import { importRule } from './import-rule.mjs';

const FOUNDATION = ['app/contract', 'app/text', 'app/storage', 'app/engine', 'app/catalog', 'app/format'];
const VERBS = ['app/dump', 'app/load', 'app/verify', 'app/migrate', 'app/convert'];
const HALVES = ['app/source', 'app/target', 'app/checksums'];
const RUNS = [...FOUNDATION, ...HALVES, ...VERBS, 'app/inspect', 'app/prove'];
const FACES = [...RUNS, 'app/profiles', 'app/sandbox', 'app/runs', 'app/jobs'];

/** Folders that each folder may import besides itself. A folder that is not named here may not be imported by any other. */
export const LAYERS = {
  renderer: ['app/contract'],
  'app/contract': [],
  'app/preload': ['app/contract'],
  'app/text': ['app/contract'],
  'app/storage': ['app/contract', 'app/text'],
  'app/engine': ['app/contract', 'app/text'],
  'app/catalog': ['app/contract', 'app/text', 'app/engine'],
  'app/format': ['app/contract', 'app/text', 'app/engine', 'app/catalog'],
  'app/source': FOUNDATION,
  'app/target': FOUNDATION,
  // Rows are read again as a dump reads them.
  'app/checksums': [...FOUNDATION, 'app/source'],
  'app/dump': [...FOUNDATION, 'app/source'],
  'app/load': [...FOUNDATION, 'app/target', 'app/checksums'],
  'app/verify': [...FOUNDATION, ...HALVES],
  'app/migrate': [...FOUNDATION, ...HALVES],
  // Definitions are written for another server by the rules of a load.
  'app/convert': [...FOUNDATION, 'app/target'],
  'app/inspect': FOUNDATION,
  'app/profiles': FOUNDATION,
  'app/sandbox': FOUNDATION,
  // A dump is proved by loading it into a server of ours and verifying that.
  'app/prove': [...FOUNDATION, ...HALVES, 'app/load', 'app/verify', 'app/sandbox'],
  'app/runs': RUNS,
  'app/jobs': [...RUNS, 'app/runs'],
  'app/cli': FACES,
  // The names of the raw channels are the preload script's; main answers on them.
  'app/main': [...FACES, 'app/preload'],
};

/** The layer that a path of the repository belongs to, such as `app/dump` or `renderer`; null outside all layers. */
export function layerOf(path) {
  const [top, folder] = path.split('/');
  const layer = top === 'app' ? `app/${folder}` : top;
  return layer in LAYERS ? layer : null;
}

/**
 * Why `file` may not import `specifier`, or null where it may. Packages are no layers; whatever is outside all layers
 * (tests, build) may import anything and be imported by no layer.
 */
export function objectionTo(file, specifier) {
  const from = layerOf(file);
  if (from === null || !specifier.startsWith('.')) return null;
  const target = posix.normalize(posix.join(dirname(file), specifier));
  const to = layerOf(target);
  // The program's own version stands in no layer.
  if (target === 'package.json') return null;
  if (to === from || LAYERS[from].includes(to)) return null;
  const allowed = LAYERS[from].length === 0 ? 'nothing else' : LAYERS[from].join(', ');
  return `${from} may import ${allowed}, but not ${to ?? target}.${roomFor(from, to)}`;
}

/** Room for a thing that both folders need; empty where it depends on the thing. */
function roomFor(from, to) {
  if (from === 'renderer') return ' Types that the window shares with services belong in app/contract.';
  if (to === 'app/main' || to === 'app/cli' || to === 'renderer')
    return ' Services know no face: what they report goes through RunHooks or a return value.';
  const isVerb = (layer) => VERBS.includes(layer) || layer === 'app/inspect';
  if (isVerb(from) && isVerb(to))
    return ' What two verbs share belongs in app/source (reading a server), app/target (writing one), app/checksums or app/format.';
  const isHalf = (layer) => layer === 'app/source' || layer === 'app/target';
  if (isHalf(from) && isVerb(to))
    return ' A half declares the interface that it needs, and the verb passes it in.';
  if (isHalf(from) && isHalf(to))
    return ' What reading and writing a server share belongs in app/catalog or app/format.';
  return '';
}

/** The lint rule over {@link objectionTo}. */
export const layersRule = importRule('Imports never go back up a layer.', objectionTo);
