/**
 * Replacement collations by those of the other vendor. MySQL's 0900 collations follow Unicode 9.0 and MariaDB's uca1400
 * Unicode 14.0, both without padding: texts of newer characters may sort and compare in another way.
 */
const TO_MARIADB: ReadonlyMap<string, string> = new Map([
  ['utf8mb4_0900_ai_ci', 'utf8mb4_uca1400_nopad_ai_ci'],
  ['utf8mb4_0900_as_ci', 'utf8mb4_uca1400_nopad_as_ci'],
  ['utf8mb4_0900_as_cs', 'utf8mb4_uca1400_nopad_as_cs'],
]);

const TO_MYSQL: ReadonlyMap<string, string> = new Map([
  ['utf8mb4_uca1400_ai_ci', 'utf8mb4_0900_ai_ci'],
  ['utf8mb4_uca1400_as_ci', 'utf8mb4_0900_as_ci'],
  ['utf8mb4_uca1400_as_cs', 'utf8mb4_0900_as_cs'],
  ['utf8mb4_uca1400_nopad_ai_ci', 'utf8mb4_0900_ai_ci'],
  ['utf8mb4_uca1400_nopad_as_ci', 'utf8mb4_0900_as_ci'],
  ['utf8mb4_uca1400_nopad_as_cs', 'utf8mb4_0900_as_cs'],
]);

/** Exact replacements: both order by code points and pad nothing, so nothing is lost. */
const EXACT: ReadonlyMap<string, string> = new Map([
  ['utf8mb4_0900_bin', 'utf8mb4_nopad_bin'],
  ['utf8mb4_nopad_bin', 'utf8mb4_0900_bin'],
]);

export interface StandIn {
  readonly name: string;
  /** False where texts may compare in another way. */
  readonly exact: boolean;
}

/** Replacement of a collation on a server that has only the collations `there`; null for itself, undefined for none. */
export function standInFor(collation: string, there: ReadonlySet<string>): StandIn | null | undefined {
  if (there.has(collation)) return null;
  const full = collation.replace(/^utf8_/, 'utf8mb3_');
  if (there.has(full)) return { name: full, exact: true };
  const exact = EXACT.get(collation);
  if (exact !== undefined && there.has(exact)) return { name: exact, exact: true };
  const near = TO_MARIADB.get(collation) ?? TO_MYSQL.get(collation);
  return near !== undefined && there.has(near) ? { name: near, exact: false } : undefined;
}
