import { dirname, posix, relative, sep } from 'node:path';

const FOUNDATION = ['app/contract', 'app/storage', 'app/engine', 'app/catalog', 'app/format'];
const VERBS = ['app/dump', 'app/sums', 'app/load', 'app/verify', 'app/migrate', 'app/inspect'];
const SERVICES = [...VERBS, 'app/profiles', 'app/sandbox', 'app/jobs'];

/** What each folder may import besides itself. A folder that is not named here may not be imported by any other. */
export const LAYERS = {
  renderer: ['app/contract'],
  'app/contract': [],
  'app/preload': ['app/contract'],
  'app/storage': ['app/contract'],
  'app/engine': ['app/contract'],
  'app/catalog': ['app/contract', 'app/engine'],
  'app/format': ['app/contract', 'app/engine', 'app/catalog'],
  ...Object.fromEntries([...VERBS, 'app/profiles', 'app/sandbox'].map((folder) => [folder, FOUNDATION])),
  // Rows are read again as a dump reads them.
  'app/sums': [...FOUNDATION, 'app/dump'],
  'app/load': [...FOUNDATION, 'app/sums'],
  // A server is compared with a dump as a load proves what it has made.
  'app/verify': [...FOUNDATION, 'app/sums', 'app/load'],
  // A dump's reading half and a load's writing half.
  'app/migrate': [...FOUNDATION, 'app/dump', 'app/sums', 'app/load'],
  'app/jobs': [...FOUNDATION, ...VERBS],
  'app/cli': [...FOUNDATION, ...SERVICES],
  // The names of the raw channels are the preload script's; main answers on them.
  'app/main': [...FOUNDATION, ...SERVICES, 'app/preload'],
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
  return `${from} may import ${allowed}, but not ${to ?? target}.`;
}

/** The ESLint rule over {@link objectionTo}. */
export const layersRule = {
  meta: { type: 'problem', schema: [], docs: { description: 'Imports never go back up a layer.' } },
  create(context) {
    const file = relative(context.cwd, context.filename).split(sep).join('/');
    const check = (source) => {
      const objection = typeof source?.value === 'string' ? objectionTo(file, source.value) : null;
      if (objection) context.report({ node: source, message: objection });
    };
    return {
      ImportDeclaration: (node) => check(node.source),
      ExportNamedDeclaration: (node) => check(node.source),
      ExportAllDeclaration: (node) => check(node.source),
      ImportExpression: (node) => check(node.source),
      TSImportType: (node) => check(node.source ?? node.argument?.literal),
    };
  },
};
