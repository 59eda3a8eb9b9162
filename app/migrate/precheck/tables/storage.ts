import type { Vendor } from '../../../contract/connections/connection';
import { parseDefinition, withoutLiterals } from '../../../catalog/definition/definition';
import type { TableFacts } from '../../../catalog/objects/tables';
import type { MigrationFinding } from '../../../contract/runs/migrate';
import type { ServerSide } from '../facts';
import { precheckText } from '../../../text/migrate/precheck';

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
      kind: 'advised',
      severity: 'blocks',
      rule,
      object,
      why,
      fix: precheckText.changeTable,
    });
  if (/\bROW_FORMAT=COMPRESSED\b|\bKEY_BLOCK_SIZE=/.test(options)) {
    if (target.readOnlyCompressed) block('row-format', precheckText.compressedReadOnly);
    if (target.pageSize > LARGEST_COMPRESSED_PAGE) block('row-format', precheckText.pagesTooLarge);
  }
  if (source.vendor !== target.vendor) {
    if (PAGE_COMPRESSION[source.vendor].test(options)) block('row-format', precheckText.pageCompression);
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
    ...(/\bPARTITION BY SYSTEM_TIME\b/.test(options) ? ['by-system-time' as const] : []),
    ...(/\bPARTITION (?:`(?:[^`]|``)+`|\S+) DEFAULT\b/.test(options) ? ['default-partition' as const] : []),
    ...(/\bENGINE ?= ?InnoDB\b/i.test(options) ? [] : ['other-engine' as const]),
  ];
  return reasons.map((reason) => ({
    kind: 'advised',
    severity: 'blocks',
    rule: 'partitioning',
    object,
    ...precheckText.partitioning(reason),
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
      kind: 'advised',
      severity: 'warns',
      rule: 'zero-date',
      object: `${object}.${column}`,
      ...precheckText.zeroDate,
    }));
}
