/** Most single-character changes that count as a typing error. */
const SLIPS_AT_MOST = 2;

/** Finds the most similar name, equal but for case, accents or a typing error; undefined where none is. Pure. */
export function similarTo(name: string, names: readonly string[]): string | undefined {
  const wanted = foldedName(name);
  // In a short name two changes could make any other.
  const most = Math.min(SLIPS_AT_MOST, Math.floor(wanted.length / 3));
  let best: { readonly name: string; readonly slips: number } | undefined;
  for (const other of names) {
    const slips = slipsBetween(wanted, foldedName(other), most);
    if (slips <= most && (best === undefined || slips < best.slips)) best = { name: other, slips };
  }
  return best?.name;
}

function foldedName(name: string): string {
  return name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/**
 * Counts characters to insert, delete or change (Levenshtein); returns any number above `most` where there are more.
 */
function slipsBetween(left: string, right: string, most: number): number {
  if (Math.abs(left.length - right.length) > most) return most + 1;
  let row = Array.from({ length: right.length + 1 }, (_, at) => at);
  for (let i = 1; i <= left.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= right.length; j += 1) {
      const changed = (row[j - 1] ?? 0) + (left[i - 1] === right[j - 1] ? 0 : 1);
      next.push(Math.min(changed, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[right.length] ?? 0;
}
