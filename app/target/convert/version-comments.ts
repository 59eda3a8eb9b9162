import { executesComment, type ServerVersion } from '../../catalog/server/dialect';
import { changeOutside } from '../../format/sql/outside-quotes';
import { changeStatements } from '../../format/sql/script';
import type { ReportConversion } from './conversion';
import { convertText } from '../../text/migrate/convert';

/** A comment that only servers from a version on execute, with that version: five digits of MySQL, six of MariaDB. */
const VERSION_COMMENT = /\/\*M?!(\d{5,6})\s*([^*]*?)\s*\*\//g;

/** The default, and MySQL's only value where nobody asks for another one. */
const WITHOUT_EFFECT = /^DEFAULT ENCRYPTION=$/;

/** A column's spatial reference system, in the comment of MySQL 8.0.3. */
const REFERENCE_SYSTEM = / \/\*!80003 SRID \d+ \*\//g;

/**
 * Leaves out the spatial reference systems of columns for an older MySQL, which holds no column to one: each value keeps
 * its own. Pure.
 */
export function withoutReferenceSystems(
  script: string,
  target: ServerVersion,
  report: ReportConversion,
): string {
  if (executesComment(target, 80_003)) return script;
  return changeStatements(script, (statement) => {
    if (!statement.startsWith('CREATE TABLE ')) return statement;
    return changeOutside(statement, (sql) => {
      const plain = sql.replace(REFERENCE_SYSTEM, '');
      if (plain !== sql) report('converts', 'spatial-reference', convertText.sridNotHeld);
      return plain;
    });
  });
}

/**
 * Reports what an older server of the same vendor would pass over in silence: its definitions keep what later versions
 * brought in comments for these. Pure.
 */
export function judgeVersionComments(script: string, target: ServerVersion, report: ReportConversion): void {
  changeStatements(script, (statement) => {
    if (!/^CREATE (?:DATABASE|TABLE) /.test(statement)) return statement;
    return changeOutside(statement, (sql) => {
      for (const [, version = '', text = ''] of sql.matchAll(VERSION_COMMENT)) {
        if (executesComment(target, Number(version)) || WITHOUT_EFFECT.test(text)) continue;
        const { why, fix } = convertText.commentPassedOver(text);
        report('blocks', 'version-comment', why, { kind: 'advised', fix });
      }
      return sql;
    });
  });
}
