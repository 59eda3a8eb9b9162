/**
 * Runs pieces of work side by side, each as soon as a worker for its place is free and what it comes after has been
 * run. Places: `lane`, of which there are several, the longest piece first; `background`, one piece at a time in the
 * order given, beside the lanes; `alone`, at the end, one at a time, with nothing beside it.
 * @param pieces `name`, `place`, `after` (names), `weight` (seconds expected) and `run(lane)`, which must not reject
 * @param lanes what is handed to `run`: one piece at a time has it to itself
 */
export async function schedule(pieces, lanes) {
  const waiting = new Set(pieces);
  const done = new Set();
  const sleepers = new Set();
  checkNames(pieces);

  const isReady = ({ after = [] }) => after.every((name) => done.has(name));
  const next = (place) => {
    const ready = [...waiting].filter((piece) => piece.place === place && isReady(piece));
    return place === 'lane' ? longest(ready) : ready[0];
  };
  const runOne = async (piece, lane) => {
    waiting.delete(piece);
    await piece.run(lane);
    done.add(piece.name);
    for (const wake of sleepers) wake();
    sleepers.clear();
  };
  const work = async (place, lane) => {
    while ([...waiting].some((piece) => piece.place === place)) {
      const piece = next(place);
      if (piece === undefined) await new Promise((resolve) => sleepers.add(resolve));
      else await runOne(piece, lane);
    }
  };

  await Promise.all([...lanes.map((lane) => work('lane', lane)), work('background', null)]);
  await work('alone', lanes[0]);
}

function longest(pieces) {
  return pieces.reduce((most, piece) => (most && most.weight >= piece.weight ? most : piece), undefined);
}

/** A name that nobody has would be waited for for ever. */
function checkNames(pieces) {
  const placeOf = new Map(pieces.map(({ name, place }) => [name, place]));
  if (placeOf.size < pieces.length) throw new Error('Two pieces of work have the same name.');
  for (const { name, place, after = [] } of pieces) {
    for (const before of after) {
      if (!placeOf.has(before)) throw new Error(`${name} comes after ${before}, which is not to be run.`);
      if (place !== 'alone' && placeOf.get(before) === 'alone')
        throw new Error(`${name} comes after ${before}, which is run at the end.`);
    }
  }
}
