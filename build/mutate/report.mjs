/** As much of a mutant's text as stands in a line. */
const MOST_SHOWN = 90;

/**
 * Lines that say how many mutants were killed: for each file and for all.
 * @param results each with `file` and `state`: killed, survived or unreached
 */
export function scoreLines(results) {
  const files = [...new Set(results.map(({ file }) => file))].sort();
  const rows = files.map((file) => rowOf(file, results));
  const width = Math.max(5, ...files.map((file) => file.length));
  return [...rows, rowOf(null, results)].map(
    ({ title, killed, reached, unreached }) =>
      `${title.padEnd(width)}  ${String(killed).padStart(4)} of ${String(reached).padStart(4)} killed ${percent(killed, reached)}, ${String(unreached).padStart(3)} reached by no test`,
  );
}

function rowOf(file, results) {
  const own = results.filter((result) => file === null || result.file === file);
  const count = (state) => own.filter((result) => result.state === state).length;
  const killed = count('killed');
  return {
    title: file ?? 'all',
    killed,
    reached: killed + count('survived'),
    unreached: count('unreached'),
  };
}

function percent(part, whole) {
  return whole === 0 ? '    –' : `${((100 * part) / whole).toFixed(0).padStart(4)}%`;
}

/** One line for each mutant that no test noticed. */
export function survivorLines(results) {
  return results
    .filter(({ state }) => state !== 'killed')
    .map(({ file, line, before, after, state }) => {
      const note = state === 'unreached' ? 'unreached ' : 'survived  ';
      return `${note} ${file}:${line}  ${shown(before)}  →  ${shown(after)}`;
    })
    .sort();
}

function shown(text) {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > MOST_SHOWN ? `${line.slice(0, MOST_SHOWN)}…` : line;
}
