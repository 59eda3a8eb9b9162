import { failures } from '../failures';

interface KeylessTable {
  /** Variable of the target that requires a key. */
  readonly variable: string;
  /** True if the target has invisible columns. */
  readonly mayAdd: boolean;
  /** Reason why no invisible key can be added to this table; null where one can be. */
  readonly obstacle: keyof typeof obstacles | null;
}

/** Each follows “no invisible key can be added: ”. */
const obstacles = {
  'auto-increment': 'it has an AUTO_INCREMENT column already, which can become its key',
  partitions: 'it is partitioned, and a key must hold the partitioning columns',
  engine: 'its storage engine is not InnoDB',
  name: 'it has a column my_row_id',
} as const;

function remedyOf({ variable, mayAdd, obstacle }: KeylessTable): string {
  const off = `SET GLOBAL ${variable} = OFF on the target`;
  const add = mayAdd && obstacle === null ? ['--missing-primary-key add-invisible'] : [];
  // MariaDB's is a global variable: no session can do without it.
  const allow =
    variable === 'sql_require_primary_key'
      ? ['--missing-primary-key allow where the account may set the variable']
      : [];
  const choices = [...add, ...allow].join(', or ');
  const because = obstacle === null ? '' : ` (no invisible key can be added: ${obstacles[obstacle]})`;
  const give = `give the table a primary key at the source${because}, or ${off}.`;
  return choices === ''
    ? `${give.slice(0, 1).toUpperCase()}${give.slice(1)}`
    : `Choose ${choices}; or ${give}`;
}

/** Failures of tables without a primary key. */
export const keyFailures = failures({
  missing: {
    code: 'primary-key-missing',
    message: ({ variable }: KeylessTable) =>
      `The table has no primary key, and the target requires one (${variable} is ON).`,
    hint: remedyOf,
  },
  severalMissing: {
    code: 'primary-key-missing',
    message: ({ reason, tables }: { readonly reason: string; readonly tables: readonly string[] }) => {
      const shown = tables.slice(0, 10).join(', ');
      const more = tables.length > 10 ? ` and ${tables.length - 10} more` : '';
      return tables.length === 1
        ? reason
        : `${reason} So it is with ${tables.length} tables: ${shown}${more}.`;
    },
  },
  notAddable: {
    code: 'usage',
    message: ({ version }: { readonly version: string }) =>
      `--missing-primary-key add-invisible needs MySQL 8.0.23 or later, or MariaDB 10.3 or later, on the target, which is ${version}.`,
  },
  mayNotAllow: {
    code: 'privilege-missing',
    message: ({ privilege }: { readonly privilege: string }) =>
      `To create tables without a primary key the account needs ${privilege}: sql_require_primary_key is ON.`,
    hint: ({ privilege }: { readonly privilege: string }) =>
      `GRANT ${privilege} ON *.* TO the account, or choose --missing-primary-key add-invisible.`,
  },
});
