import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { inRoot } from '../setup/places.mjs';
import { NODE_BUNDLES } from '../vite.node.config.mjs';
import { allFiles } from './changes.mjs';
import { weightOf } from './durations.mjs';
import { graphOf } from './import-graph.mjs';
import { nativeTestSources, choiceFor } from './native-tests.mjs';
import { ADDON, nearestFirst, reachOf } from './reach.mjs';
import { cut } from './run.mjs';

const SERVED = ['integration', 'torture', 'e2e'];
const SOURCE = /^(?:app|renderer|tests)\/.*\.(?:tsx?|mjs|css|html)$/;

/** Program built of an entry, by the name by which others start or load it. */
const PROGRAMS = {
  ...Object.fromEntries(Object.values(NODE_BUNDLES).map(({ file, entry }) => [basename(file), entry])),
  'renderer/index.html': 'renderer/index.html',
  'sluice.node': ADDON,
  'sluice-saboteur.node': ADDON,
};

/**
 * The work of test:changed, in the order in which it is to be begun: unit tests that reach a change, the engine's
 * tests beside it, files that talk to servers, nearest first, and then the other unit tests and the engine's.
 * @param changed paths, seen from the root
 * @param files see findTestFiles
 * @returns `pieces`, for runPieces; the `reached` files, nearest first; and the `unknown` ones, for which all count
 */
export async function changedPieces(changed, files) {
  return piecesFor(changed, { graph: await readGraph(changed), files, nativeSources: nativeTestSources() });
}

/**
 * As {@link changedPieces}, of what was read.
 * @param graph see graphOf
 * @param nativeSources see choiceFor
 */
export function piecesFor(changed, { graph, files, nativeSources }) {
  const { unknown, distances, native } = reachOf(changed, graph);
  const order = (list) => nearestFirst(list, { changed, distances, seconds: weightOf });
  const reaches = ({ file }) => unknown.length > 0 || distances.has(file);
  const unit = partition(files('unit'), reaches);
  const served = SERVED.flatMap((tier) =>
    files(tier)
      .filter(reaches)
      .map(({ file }) => ({ tier, file })),
  );
  const reached = order([...unit.yes, ...served].map(({ file }) => file));
  const place = new Map(reached.map((file, index) => [file, index]));
  const servedPieces = SERVED.flatMap((tier) =>
    pieces(
      tier,
      served.filter((each) => each.tier === tier),
    ),
  );
  const [nearNative, otherNative] = nativePieces(native, nativeSources);
  const inOrder = [
    ...named('unit, near', pieces('unit', unit.yes)),
    ...nearNative,
    ...servedPieces.sort((a, b) => place.get(a.name) - place.get(b.name)),
    ...named('unit, the others', pieces('unit', unit.no)),
    ...otherNative,
  ];
  return {
    unknown,
    reached,
    pieces: inOrder.map((piece, index) => ({ ...piece, weight: inOrder.length - index })),
  };
}

async function readGraph(changed) {
  const present = (await allFiles()).filter((file) => SOURCE.test(file));
  // A file that is gone is still named by those that it is missing to.
  const sources = [...new Set([...present, ...changed])].map((file) => [file, textOf(file)]);
  return graphOf(new Map(sources), PROGRAMS);
}

function textOf(file) {
  if (!SOURCE.test(file)) return '';
  try {
    return readFileSync(inRoot(file), 'utf8');
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    return '';
  }
}

function pieces(tier, list) {
  const files = list.map(({ file }) => ({ file, names: null }));
  return cut([tier], { files: () => files, isWhole: true, isChosen: true });
}

/** The near ones first. */
function nativePieces(native, sources) {
  if (native.kind === 'none') return [[], []];
  const near = choiceFor(native.near.length > 0 ? native.near : ['?'], sources);
  const [build, nearTests] = compiled(near);
  const [anyBuild, allTests] = compiled({});
  if (near === null) return [[], native.isAll ? [anyBuild, allTests] : []];
  const first = { ...nearTests, name: 'engine tests release, near' };
  const others = compiled({ excluding: near.matching })[1];
  const rest = { ...others, name: 'engine tests release, the others', after: [first.name] };
  return [[build, first], native.isAll ? [rest] : []];
}

function compiled(nativeOnly) {
  return cut(['native'], { nativeOnly, isChosen: true });
}

const named = (name, list) => list.map((piece) => ({ ...piece, name }));

function partition(list, isWanted) {
  return { yes: list.filter(isWanted), no: list.filter((each) => !isWanted(each)) };
}
