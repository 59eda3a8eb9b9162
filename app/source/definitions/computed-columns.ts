import type { ObjectFilter } from '../../catalog/selection/object-filter';
import { has } from '../../catalog/server/dialect';
import type { ControlSession } from '../../catalog/session/control-session';
import { COMPUTING, holds } from '../../catalog/session/variables';
import type { Failure } from '../../contract/failure';
import { sourceFailures } from '../../text/source';

/** Functions and operators whose value depends on a setting, as servers print them. */
const USES: Readonly<Record<string, RegExp>> = {
  div_precision_increment: /\/|\bdiv\b/i,
  default_week_format: /\bweek\(/i,
  lc_time_names: /\b(?:monthname|dayname|date_format|time_format|str_to_date)\(/i,
};

/**
 * Warns of stored generated columns that a copy may compute differently: the server's settings differ from those that
 * rows are loaded with, and the settings under which its values were computed are not recorded.
 */
export async function computingWarnings(
  session: ControlSession,
  objectFilter: Pick<ObjectFilter, 'table'>,
): Promise<readonly Failure[]> {
  if (!has(session.server, 'generatedColumns')) return [];
  const globals = await session.row(
    `SELECT ${COMPUTING.map(({ name }) => `@@GLOBAL.${name} AS ${name}`).join(', ')}`,
  );
  const other = COMPUTING.filter(({ name, value }) => !holds(value, globals[name] ?? null));
  if (other.length === 0) return [];
  const columns = await session.rows(
    `SELECT TABLE_SCHEMA AS s, TABLE_NAME AS t, COLUMN_NAME AS c, GENERATION_EXPRESSION AS expression
     FROM information_schema.COLUMNS WHERE EXTRA LIKE '%STORED GENERATED%'
     ORDER BY TABLE_SCHEMA, TABLE_NAME, ORDINAL_POSITION`,
  );
  const chosen = columns.filter(({ s, t }) => objectFilter.table(s ?? '', t ?? ''));
  return other.flatMap(({ name, value }) =>
    chosen
      .filter(({ expression }) => USES[name]?.test(expression ?? ''))
      .map(({ s, t, c }) => {
        const values = { column: c ?? '', setting: name, value, now: globals[name] ?? '' };
        return sourceFailures.columnComputedAgain(values, { table: `${s ?? ''}.${t ?? ''}` }).failure;
      }),
  );
}
