import type { Profile } from '../../../app/contract/connections/connection';
import type { DumpSummary } from '../../../app/contract/runs/dump-folder';

/** Problem of a schema's new name. */
export type RenameProblem = 'empty' | 'same';

/** Outcome of an object's new name: a problem, or `renamed`; null where it keeps its own. */
export function renameOutcome(
  own: string,
  name: string,
  problem: RenameProblem | null,
): RenameProblem | 'renamed' | null {
  return problem ?? (name === own ? null : 'renamed');
}

/**
 * The names a load starts with: a schema keeps its name, except on the practice server of the dump's own kind,
 * where the source still has it; there it becomes `<name>_copy`.
 */
export function suggestNames(
  summary: DumpSummary,
  target: Profile | null,
  existing: ReadonlySet<string>,
): Readonly<Record<string, string>> {
  const isPractice = target?.practice === summary.vendor;
  const names: Record<string, string> = {};
  for (const { name } of summary.schemas) {
    names[name] = isPractice && existing.has(name) ? freeName(name, existing) : name;
  }
  return names;
}

/** The names that a map gives the schemas of a dump. */
export function namesOf(
  summary: DumpSummary,
  schemaMap: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(summary.schemas.map(({ name }) => [name, schemaMap[name] ?? name]));
}

/** `<name>_copy`, or with the first number that is free. */
export function freeName(name: string, existing: ReadonlySet<string>): string {
  const base = `${name.slice(0, 58)}_copy`;
  if (!existing.has(base)) return base;
  let number = 2;
  while (existing.has(`${base}${String(number)}`)) number += 1;
  return `${base}${String(number)}`;
}

export function renameProblems(
  names: Readonly<Record<string, string>>,
): Readonly<Record<string, RenameProblem>> {
  const uses = new Map<string, number>();
  for (const name of Object.values(names)) uses.set(name, (uses.get(name) ?? 0) + 1);
  const problems: Record<string, RenameProblem> = {};
  for (const [schema, name] of Object.entries(names)) {
    if (name.trim() === '') problems[schema] = 'empty';
    else if ((uses.get(name) ?? 0) > 1) problems[schema] = 'same';
  }
  return problems;
}

/** Only what changes: a schema that keeps its name is not named. */
export function schemaMapOf(names: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(names).filter(([from, to]) => from !== to));
}
