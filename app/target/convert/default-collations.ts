import { changeOutside } from '../../format/sql/outside-quotes';
import { changeStatements } from '../../format/sql/script';
import type { Conversion, ReportConversion } from './conversion';
import { convertText } from '../../text/migrate/convert';

/** Character set of a schema, table or column whose collation isn't named after it. */
const UNNAMED = /\b(CHARACTER SET |CHARSET=)(\w+)\b(?! COLLATE)/g;

/** Returns the character sets whose default collation on the source is another one than on the target. */
export function otherDefaults(
  source: ReadonlyMap<string, string>,
  target: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  return new Map(
    [...source].filter(([charset, collation]) => (target.get(charset) ?? collation) !== collation),
  );
}

/**
 * Names the collation of schemas, tables and columns that have their character set's default: servers may print none then
 * (measured on MySQL 5.5 and MariaDB 10.2; MySQL 9.7 and MariaDB 10.5 print them), and the target's default is another one. Pure.
 */
export function withDefaultCollations(
  script: string,
  { defaults }: Pick<Conversion, 'defaults'>,
  report: ReportConversion,
): string {
  if (defaults.size === 0) return script;
  return changeStatements(script, (statement) =>
    /^CREATE (?:DATABASE|TABLE) /.test(statement)
      ? changeOutside(statement, (sql) => withNames(sql, defaults, report))
      : statement,
  );
}

function withNames(sql: string, defaults: ReadonlyMap<string, string>, report: ReportConversion): string {
  return sql.replace(UNNAMED, (whole, words: string, charset: string) => {
    const collation = defaults.get(charset);
    if (collation === undefined) return whole;
    report('converts', 'default-collation', convertText.defaultCollation(charset, collation));
    return `${whole} COLLATE${words.endsWith('=') ? '=' : ' '}${collation}`;
  });
}
