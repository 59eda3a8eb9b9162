/** A definition and what becomes of it: `carried` as it is, `converted` by a rule, or `refused` before the first row. */
export interface Pair {
  readonly name: string;
  readonly make: readonly string[];
  readonly fate: 'carried' | 'converted' | 'refused';
  /** The rule that the pre-check must name; what is carried unchanged has none. */
  readonly rule?: string;
  readonly fixes?: ('collations' | 'types')[];
}

/** A character set and a collation that both have. */
export const GENERAL = 'CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci';

export function table(columns: string, options = GENERAL): string {
  return `CREATE TABLE t (id INT NOT NULL PRIMARY KEY, ${columns}) ENGINE=InnoDB ${options}`;
}
