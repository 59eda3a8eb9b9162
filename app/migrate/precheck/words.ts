import type { Vendor } from '../../contract/connections/connection';
import type { MigrationFinding } from '../../contract/runs/migrate';
import { precheckText } from '../../text/migrate/precheck';

/**
 * Words that only one vendor reserves, so that it does not accept them as unquoted names. Measured on MySQL 9.7 and
 * MariaDB 10.11 with every word of both servers’ information_schema.KEYWORDS; an integration test measures again.
 */
export const RESERVED_ONLY_BY: Readonly<Record<Vendor, readonly string[]>> = {
  mysql: [
    ...['CUBE', 'CUME_DIST', 'DATABASE', 'DENSE_RANK', 'EMPTY', 'EXTERNAL', 'FIRST_VALUE', 'FUNCTION'],
    ...['GENERATED', 'GET', 'GROUPING', 'GROUPS', 'IO_AFTER_GTIDS', 'IO_BEFORE_GTIDS', 'JSON_TABLE', 'LAG'],
    ...['LAST_VALUE', 'LATERAL', 'LEAD', 'LIBRARY', 'NTH_VALUE', 'NTILE', 'OF', 'OPTIMIZER_COSTS'],
    ...['OPTION', 'PERCENT_RANK', 'QUALIFY', 'RANK', 'ROW', 'SCHEMA', 'STORED', 'SYSTEM', 'TABLESAMPLE'],
    ...['VIRTUAL', 'WINDOW'],
  ],
  mariadb: [
    ...['CURRENT_ROLE', 'DELETE_DOMAIN_ID', 'DO_DOMAIN_IDS', 'IGNORE_DOMAIN_IDS'],
    ...['MASTER_DEMOTE_TO_REPLICA', 'MASTER_DEMOTE_TO_SLAVE', 'MASTER_SSL_VERIFY_SERVER_CERT', 'OFFSET'],
    ...['PAGE_CHECKSUM', 'PARSE_VCOL_EXPR', 'PORTION', 'REF_SYSTEM_ID', 'RETURNING', 'STATS_AUTO_RECALC'],
    ...['STATS_PERSISTENT', 'STATS_SAMPLE_PAGES'],
  ],
};

/** Finds names that applications may write without quotes on the source, and must quote on the target. Pure. */
export function judgeWords(
  names: readonly { readonly object: string; readonly name: string }[],
  source: Vendor,
  target: Vendor,
): readonly MigrationFinding[] {
  if (source === target) return [];
  const reserved = new Set(RESERVED_ONLY_BY[target]);
  return names
    .filter(({ name }) => reserved.has(name.toUpperCase()))
    .map(({ object, name }) => ({
      kind: 'advised' as const,
      severity: 'warns' as const,
      rule: 'reserved-word',
      object,
      ...precheckText.reservedWord(name.toUpperCase()),
    }));
}
