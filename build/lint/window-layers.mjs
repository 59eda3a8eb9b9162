import { dirname, posix } from 'node:path';
import { importRule } from './import-rule.mjs';

/** Folders that each folder of renderer/ may import besides itself. Files at its root (main.tsx) may import all. */
export const WINDOW_LAYERS = {
  text: [],
  theme: [],
  state: ['text', 'theme'],
  parts: ['text', 'theme'],
  charts: ['parts', 'text', 'theme'],
  features: ['charts', 'parts', 'state', 'text', 'theme'],
  screens: ['features', 'charts', 'parts', 'state', 'text', 'theme'],
  frame: ['screens', 'features', 'charts', 'parts', 'state', 'text', 'theme'],
};

/** Rooms of renderer/state that all may import; every other room belongs to the screen of its name. */
export const SHARED_STATE = ['app', 'objects', 'pages', 'remote', 'runs', 'servers'];

const WHERE_IT_BELONGS = {
  text: 'Words stand alone: pass what they need as arguments.',
  theme: 'The theme stands alone: pass what it needs as arguments.',
  state: 'State knows no components: move the pure part into renderer/state.',
  parts: 'Parts know nothing of databases or of stores: what does belongs in renderer/features.',
  charts: 'Charts draw what they are given: pass it as props, or move the component into renderer/features.',
  features: 'What a feature needs of a screen belongs in renderer/features.',
  screens: 'What a screen needs of the frame belongs in renderer/features.',
  frame: '',
};

/**
 * Reason why `file` of renderer/ may not import `specifier`; null where it may. Packages, app/ and stylesheets of
 * packages are the business of other rules.
 */
export function windowObjectionTo(file, specifier) {
  if (!specifier.startsWith('.')) return null;
  const from = placeOf(file);
  const to = placeOf(posix.normalize(posix.join(dirname(file), specifier)));
  if (from === null || to === null) return null;
  if (from.layer === to.layer) return objectionWithin(from, to);
  if (!WINDOW_LAYERS[from.layer].includes(to.layer)) {
    return `renderer/${from.layer} may not import renderer/${to.layer}. ${WHERE_IT_BELONGS[from.layer]}`.trim();
  }
  return to.layer === 'state' ? objectionToState(from, to.room) : null;
}

/** Layer and room of a path, such as `screens` and `dump`; null outside renderer/ and for files at its root. */
function placeOf(path) {
  const [top, layer, room, ...below] = path.split('/');
  if (top !== 'renderer' || !Object.hasOwn(WINDOW_LAYERS, layer)) return null;
  return { layer, room: below.length > 0 ? room : null };
}

function objectionWithin(from, to) {
  if (from.layer === 'screens' && from.room !== to.room) {
    return `Screens may not import one another: what ${from.room} and ${to.room} share belongs in renderer/features.`;
  }
  return from.layer === 'state' ? objectionToState(from, to.room) : null;
}

function objectionToState(from, room) {
  if (SHARED_STATE.includes(room)) return null;
  if (['screens', 'state'].includes(from.layer) && from.room === room) return null;
  return `renderer/state/${room} belongs to the screen ${room}: what others need of it belongs in a shared room (${SHARED_STATE.map((shared) => `state/${shared}`).join(', ')}).`;
}

/** The lint rule over {@link windowObjectionTo}. */
export const windowLayersRule = importRule('parts ← features ← screens, never back.', windowObjectionTo);
