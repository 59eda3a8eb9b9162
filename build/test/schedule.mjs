/**
 * Runs pieces of work side by side, each as soon as a worker for its place is free and what it comes after has been
 * run. Places: `lane`, of which there are several; `background`, one piece at a time beside the lanes; `alone`, at the end,
 * one at a time, with nothing beside it. First goes what has the longest way to the end, with all that waits for it.
 * @param pieces `name`, `place`, `after` (names), `weight` (seconds expected, 0 where left out) and `run(lane)`, which
 * must not reject
 * @param lanes what is handed to `run`: one piece at a time has it to itself
 */
export async function schedule(pieces, lanes) {
  const waiting = new Set(pieces);
  const done = new Set();
  const sleepers = new Set();
  checkNames(pieces);

  const isReady = ({ after = [] }) => after.every((name) => done.has(name));
  const ways = waysToTheEnd(pieces);
  const next = (place) => {
    const ready = [...waiting].filter((piece) => piece.place === place && isReady(piece));
    return ready.reduce(
      (most, piece) => (most && ways.get(most) >= ways.get(piece) ? most : piece),
      undefined,
    );
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

/** Seconds of each piece and of the longest row of pieces that come after it. */
function waysToTheEnd(pieces) {
  const ways = new Map();
  const wayOf = (piece) => {
    if (!ways.has(piece)) {
      const waiting = pieces.filter(({ after = [] }) => after.includes(piece.name));
      ways.set(piece, (piece.weight ?? 0) + Math.max(0, ...waiting.map(wayOf)));
    }
    return ways.get(piece);
  };
  pieces.forEach(wayOf);
  return ways;
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
