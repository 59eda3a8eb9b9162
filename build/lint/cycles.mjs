/**
 * Cycles between files, each as the list of its files from the first to the first again; one for each edge that closes
 * a cycle.
 * @param edges a map from each file to the files that it names; others are ignored
 */
export function cyclesIn(edges) {
  const cycles = [];
  const done = new Set();
  const visit = (file, path) => {
    const at = path.indexOf(file);
    if (at >= 0) return cycles.push([...path.slice(at), file]);
    if (done.has(file)) return null;
    for (const next of edges.get(file) ?? []) if (edges.has(next)) visit(next, [...path, file]);
    return done.add(file);
  };
  for (const file of edges.keys()) visit(file, []);
  return cycles;
}
