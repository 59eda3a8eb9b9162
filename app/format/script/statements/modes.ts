/** Modes that name several others (MySQL manual, "Combination SQL Modes"; those of other databases are MariaDB's and of MySQL before 8.0). */
const OF_OTHERS = 'ORACLE|DB2|MAXDB|MSSQL|POSTGRESQL';
const ANSI_QUOTES = new RegExp(`\\b(?:ANSI|ANSI_QUOTES|${OF_OTHERS})\\b`, 'i');
const PIPES = new RegExp(`\\b(?:ANSI|PIPES_AS_CONCAT|${OF_OTHERS})\\b`, 'i');

/** Meaning of a script's statements under the sql_mode that it has set. */
export interface Reading {
  /** Double quotes stand around names. */
  readonly hasAnsiQuotes: boolean;
  /** `||` joins texts; else it is OR. */
  readonly joinsByPipes: boolean;
  /** A backslash stands for itself. */
  readonly keepsBackslashes: boolean;
  /** REAL is FLOAT; else it is DOUBLE. */
  readonly hasSmallReals: boolean;
}

/** @param mode null where the script has set none. Pure. */
export function readingUnder(mode: string | null): Reading {
  const modes = mode ?? '';
  return {
    hasAnsiQuotes: ANSI_QUOTES.test(modes),
    joinsByPipes: PIPES.test(modes),
    keepsBackslashes: /\bNO_BACKSLASH_ESCAPES\b/i.test(modes),
    hasSmallReals: /\b(?:ANSI|REAL_AS_FLOAT)\b/i.test(modes),
  };
}
