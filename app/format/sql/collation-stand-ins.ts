/** Exact replacements: both order by code points and pad nothing, so nothing is lost. */
const EXACT: ReadonlyMap<string, string> = new Map([
  ['utf8mb4_0900_bin', 'utf8mb4_nopad_bin'],
  ['utf8mb4_nopad_bin', 'utf8mb4_0900_bin'],
]);

/**
 * Nearest collations by what follows the character set in a name, the nearest first. MySQL's 0900 collations follow
 * Unicode 9.0, MariaDB's uca1400 Unicode 14.0, unicode_520 and unicode of both Unicode 5.2 and 4.0. None ignores an accent
 * or a case that the replaced one distinguishes, or else a unique key could not be kept; some pad with spaces.
 */
const NEAREST: Readonly<Record<string, readonly string[]>> = {
  '0900_ai_ci': ['uca1400_nopad_ai_ci', 'unicode_520_nopad_ci', 'unicode_520_ci', 'unicode_ci'],
  '0900_as_ci': ['uca1400_nopad_as_ci'],
  '0900_as_cs': ['uca1400_nopad_as_cs', 'nopad_bin', 'bin'],
  '0900_bin': ['bin'],
  uca1400_ai_ci: ['0900_ai_ci', 'unicode_520_ci', 'unicode_ci'],
  uca1400_as_ci: ['0900_as_ci'],
  uca1400_as_cs: ['0900_as_cs', 'bin'],
  uca1400_nopad_ai_ci: ['0900_ai_ci', 'unicode_520_nopad_ci', 'unicode_520_ci', 'unicode_ci'],
  uca1400_nopad_as_ci: ['0900_as_ci'],
  uca1400_nopad_as_cs: ['0900_as_cs', 'nopad_bin', 'bin'],
  unicode_520_ci: ['unicode_ci'],
  unicode_520_nopad_ci: ['0900_ai_ci', 'unicode_520_ci', 'unicode_ci'],
};

export interface StandIn {
  readonly name: string;
  /**
   * `renamed`: the same collation under its other name; `exact`: another one of the same order; `near`: texts may compare
   * in another way.
   */
  readonly kind: 'renamed' | 'exact' | 'near';
}

/** Replacement of a collation on a server that has only the collations `there`; null for itself, undefined for none. */
export function standInFor(
  collation: string,
  there: Pick<ReadonlySet<string>, 'has'>,
): StandIn | null | undefined {
  if (there.has(collation)) return null;
  const renamed = namesOf(collation).find((name) => there.has(name));
  if (renamed !== undefined) return { name: renamed, kind: 'renamed' };
  const exact = EXACT.get(collation);
  if (exact !== undefined && there.has(exact)) return { name: exact, kind: 'exact' };
  const near = nearestTo(collation)
    .flatMap(namesOf)
    .find((name) => there.has(name));
  return near === undefined ? undefined : { name: near, kind: 'near' };
}

/** Returns the names of a collation: utf8mb3 was called utf8 (until MySQL 8.0.30 and MariaDB 10.6.1, release notes). */
function namesOf(collation: string): readonly string[] {
  const other = /^utf8(?:mb3)?_(.*)$/.exec(collation)?.[1];
  return other === undefined ? [collation] : [`utf8mb3_${other}`, `utf8_${other}`];
}

/** Returns the nearest collations of the same character set; MariaDB's nopad ones are others but for the padding. */
function nearestTo(collation: string): readonly string[] {
  const [, charset = '', rest = ''] = /^([a-z0-9]+)_(.*)$/.exec(collation) ?? [];
  const near = NEAREST[rest]?.map((name) => `${charset}_${name}`) ?? [];
  return collation.includes('_nopad_') ? [...near, collation.replace('_nopad', '')] : near;
}
