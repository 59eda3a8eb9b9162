import type { ConvertedDefinition } from '../../../app/contract/runs/migrate';

/** A line of two definitions compared; `gap` stands for unchanged lines that are left out. */
export type DiffLine =
  | { readonly kind: 'same' | 'removed' | 'added'; readonly text: string }
  | { readonly kind: 'gap' };

/** Unchanged lines that are kept on either side of a change. */
const CONTEXT = 1;

/** Compares two definitions line by line. Pure. */
export function diffLines({
  before,
  after,
}: Pick<ConvertedDefinition, 'before' | 'after'>): readonly DiffLine[] {
  return withoutDistantLines(align(statementLines(before), statementLines(after)));
}

/** Lines from the CREATE statement on, without the comments of the script above it. */
function statementLines(script: string): readonly string[] {
  const lines = script.trim().split('\n');
  return lines.slice(
    Math.max(
      0,
      lines.findIndex((line) => /\bCREATE\b/.test(line)),
    ),
  );
}

type Aligned = Exclude<DiffLine, { readonly kind: 'gap' }>;

/** Lines of both, those that stay shared: the longest common subsequence. */
function align(before: readonly string[], after: readonly string[]): readonly Aligned[] {
  const lengths = commonLengths(before, after);
  const lengthAt = (from: number, to: number): number => lengths[from]?.[to] ?? 0;
  const lines: Aligned[] = [];
  let [from, to] = [0, 0];
  while (from < before.length || to < after.length) {
    const [old, made] = [before[from], after[to]];
    if (old !== undefined && old === made) {
      lines.push({ kind: 'same', text: old });
      from += 1;
      to += 1;
    } else if (
      old !== undefined &&
      (made === undefined || lengthAt(from + 1, to) >= lengthAt(from, to + 1))
    ) {
      lines.push({ kind: 'removed', text: old });
      from += 1;
    } else if (made !== undefined) {
      lines.push({ kind: 'added', text: made });
      to += 1;
    }
  }
  return lines;
}

/** Length of the longest common subsequence of what follows each pair of places. */
function commonLengths(before: readonly string[], after: readonly string[]): readonly (readonly number[])[] {
  const lengths = Array.from({ length: before.length + 1 }, () =>
    new Array<number>(after.length + 1).fill(0),
  );
  for (let from = before.length - 1; from >= 0; from -= 1) {
    for (let to = after.length - 1; to >= 0; to -= 1) {
      const row = lengths[from];
      if (row === undefined) continue;
      row[to] =
        before[from] === after[to]
          ? (lengths[from + 1]?.[to + 1] ?? 0) + 1
          : Math.max(lengths[from + 1]?.[to] ?? 0, row[to + 1] ?? 0);
    }
  }
  return lengths;
}

function withoutDistantLines(lines: readonly Aligned[]): readonly DiffLine[] {
  const isNear = (at: number): boolean =>
    lines.slice(Math.max(0, at - CONTEXT), at + CONTEXT + 1).some(({ kind }) => kind !== 'same');
  return lines.flatMap((line, at): readonly DiffLine[] => {
    // The first line names the table.
    if (at === 0 || isNear(at)) return [line];
    return at === 1 || isNear(at - 1) ? [{ kind: 'gap' }] : [];
  });
}

/** Definitions of the objects, and of the tables whose columns are objects. */
export function definitionsOf(
  objects: readonly string[],
  definitions: readonly ConvertedDefinition[],
): readonly ConvertedDefinition[] {
  const wanted = new Set(objects.flatMap((object) => [object, object.replace(/\.[^.]*$/, '')]));
  return definitions.filter(({ object }) => wanted.has(object));
}
