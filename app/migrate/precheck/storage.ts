import type { Vendor } from '../../contract/connections/connection';
import { parseDefinition, withoutLiterals } from '../../catalog/definition/definition';
import type { TableFacts } from '../../catalog/objects/tables';
import type { MigrationFinding } from '../../contract/runs/migrate';
import type { ServerSide } from './facts';

/** Checks of a table's storage options that a target lacks. Pure. */

/** Largest page, in bytes, that can be compressed (MySQL manual, "InnoDB Row Formats"). */
const LARGEST_COMPRESSED_PAGE = 16_384;

/** Options by which a vendor compresses pages; the other vendor does not know them. */
const PAGE_COMPRESSION: Readonly<Record<Vendor, RegExp>> = {
  mysql: /\bCOMPRESSION=/,
  mariadb: /\bPAGE_COMPRESS(?:ED|ION_LEVEL)`?=/,
};

export function judgeStorage(
  { schema, name, columns }: TableFacts,
  createTable: string,
  source: ServerSide,
  target: ServerSide,
): readonly MigrationFinding[] {
  const object = `${schema}.${name}`;
  const options = optionsOf(createTable);
  const found: MigrationFinding[] = [];
  const block = (rule: string, why: string) =>
    found.push({
      severity: 'blocks',
      rule,
      object,
      why,
      fix: 'Change the table on the source, or leave it out.',
    });
  if (/\bROW_FORMAT=COMPRESSED\b|\bKEY_BLOCK_SIZE=/.test(options)) {
    if (target.readOnlyCompressed)
      block('row-format', 'The target can only read compressed tables: innodb_read_only_compressed is on.');
    if (target.pageSize > LARGEST_COMPRESSED_PAGE)
      block('row-format', 'The target’s InnoDB pages are too large for compressed tables.');
  }
  if (source.vendor !== target.vendor) {
    if (PAGE_COMPRESSION[source.vendor].test(options))
      block('row-format', 'The target does not know these options of page compression.');
    found.push(...judgePartitions(options, target, object));
  }
  found.push(
    ...judgeZeroDates(
      createTable,
      target,
      object,
      columns.map((column) => column.name),
    ),
  );
  return found;
}

/** Returns the options in the definition's last lines, from the engine on; comments may contain any words. */
function optionsOf(createTable: string): string {
  return withoutLiterals(parseDefinition(createTable).options);
}

/** Checks partitions: MySQL partitions InnoDB tables only, and lacks MariaDB's two other kinds. */
function judgePartitions(
  options: string,
  { vendor }: ServerSide,
  object: string,
): readonly MigrationFinding[] {
  if (vendor !== 'mysql' || !/\bPARTITION BY\b/.test(options)) return [];
  const reasons = [
    ...(/\bPARTITION BY SYSTEM_TIME\b/.test(options) ? ['by system time'] : []),
    ...(/\bPARTITION (?:`(?:[^`]|``)+`|\S+) DEFAULT\b/.test(options) ? ['with a DEFAULT partition'] : []),
    ...(/\bENGINE ?= ?InnoDB\b/i.test(options) ? [] : ['of another engine than InnoDB']),
  ];
  return reasons.map((reason) => ({
    severity: 'blocks',
    rule: 'partitioning',
    object,
    why: `MySQL has no partitioned tables ${reason}.`,
    fix: 'Change the partitions on the source, or leave the table out.',
  }));
}

/**
 * Checks zero-date defaults: the rows arrive unchanged, because Sluice's sessions allow them; an INSERT that uses the
 * default is refused on the target.
 */
function judgeZeroDates(
  createTable: string,
  { sqlMode }: ServerSide,
  object: string,
  columns: readonly string[],
): readonly MigrationFinding[] {
  if (!sqlMode.has('NO_ZERO_DATE') && !sqlMode.has('TRADITIONAL')) return [];
  const lines = parseDefinition(createTable).columns;
  return columns
    .filter((_, at) => (lines[at] ?? '').includes(" DEFAULT '0000-00-00"))
    .map((column) => ({
      severity: 'warns',
      rule: 'zero-date',
      object: `${object}.${column}`,
      why: 'Its default is a zero date, which the target’s sql_mode takes from no application.',
      fix: 'Give it another default, or take NO_ZERO_DATE out of the target’s sql_mode.',
    }));
}
