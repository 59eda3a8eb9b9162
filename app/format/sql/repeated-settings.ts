/** Statements around an object as `underSettings` writes them: the session's own settings saved, others made, the own ones put back. */
const SAVE = /^SET @saved_\w+ = @@SESSION\.\w+/;
const MAKE = 'SET SESSION ';
const RESTORE = /^SET SESSION \w+ = @saved_\w+/;

/** Settings that a session has for the object before. */
export interface MadeSettings {
  readonly save: string;
  readonly make: string;
}

/** Returns the settings that are made when a statement behind `before` has run, where it follows those of `made`. */
export function settingsAfter(
  statement: string,
  before: string | undefined,
  made: MadeSettings | null,
): MadeSettings | null {
  if (RESTORE.test(statement)) return null;
  const isMade = before !== undefined && SAVE.test(before) && statement.startsWith(MAKE);
  return isMade ? { save: before, make: statement } : made;
}

/** Number of statements that put settings back and make the same ones again. */
const REPEATING = 3;

/** Returns how many statements from `at` on change nothing: they put `made` back and make the same again. */
export function repeatedAt(statements: readonly string[], at: number, made: MadeSettings | null): number {
  const [restore = '', save, make] = statements.slice(at, at + REPEATING);
  const repeats = made !== null && RESTORE.test(restore) && save === made.save && make === made.make;
  return repeats ? REPEATING : 0;
}

/**
 * Returns the places of settings that are put back only to be made again: far away each statement takes a round trip.
 * The statements between settings must not change any.
 */
export function repeatedSettings(statements: readonly string[]): ReadonlySet<number> {
  const repeated = new Set<number>();
  let made: MadeSettings | null = null;
  for (const [at, statement] of statements.entries()) {
    for (let more = repeatedAt(statements, at, made); more > 0; more -= 1) repeated.add(at + more - 1);
    if (!repeated.has(at)) made = settingsAfter(statement, statements[at - 1], made);
  }
  return repeated;
}
