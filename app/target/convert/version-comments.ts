import { executesComment, type ServerVersion } from '../../catalog/server/dialect';
import { changeOutside } from '../../format/sql/outside-quotes';
import { changeStatements } from '../../format/sql/script';
import type { ReportConversion } from './conversion';
import { convertText } from '../../text/migrate/convert';

/** A comment that only servers from a version on execute, with that version: five digits of MySQL, six of MariaDB. */
const VERSION_COMMENT = /\/\*M?!(\d{5,6})\s*([^*]*?)\s*\*\//g;

/** The default, and MySQL's only value where nobody asks for another one. */
const WITHOUT_EFFECT = /^DEFAULT ENCRYPTION=$/;

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
