import { formatBytes } from '../../contract/quantities';
import type { MigrationFinding } from '../../contract/runs/migrate';
import type { ObjectKind } from '../../catalog/rights/needs/needs';
import type { ServerSide } from './facts';
import { judgeRights } from './rights';

/** Checks of the two servers against each other, independent of the objects. Pure. */

export interface Moved {
  /** Schemas on the target. */
  readonly targetSchemas: readonly string[];
  /** Tables and views, as `schema.name` on the source. */
  readonly tables: readonly string[];
  /** Bytes of data, by the source's statistics. */
  readonly bytes: number;
}

const TABLES: ReadonlySet<ObjectKind> = new Set(['table'] as const);

export function judgeServers(
  source: ServerSide,
  target: ServerSide,
  { targetSchemas, tables, bytes }: Moved,
): readonly MigrationFinding[] {
  return [
    ...targetSchemas.flatMap((schema) => judgeRights(schema, TABLES, target)),
    ...judgeSqlModes(source, target),
    ...judgePageSize(source, target),
    ...judgeSpace(target, bytes),
    ...judgeCase(source, target, tables),
    ...judgePackets(source, target),
    ...judgeVersion(source, target),
  ];
}

function judgeCase(
  source: ServerSide,
  target: ServerSide,
  tables: readonly string[],
): readonly MigrationFinding[] {
  if (source.lowerCaseTableNames === target.lowerCaseTableNames) return [];
  const seen = new Map<string, string>();
  const clashes = tables.flatMap((name): readonly MigrationFinding[] => {
    const twin = seen.get(name.toLowerCase());
    seen.set(name.toLowerCase(), name);
    if (twin === undefined || target.lowerCaseTableNames === 0) return [];
    const why = `On the target its name is the same as that of ${twin}: lower_case_table_names is ${target.lowerCaseTableNames} there.`;
    const fix = 'Leave one of them out, or rename it.';
    return [{ severity: 'blocks', rule: 'lower-case-names', object: name, why, fix }];
  });
  if (clashes.length > 0 || !tables.some((name) => name !== name.toLowerCase())) return clashes;
  const why = `lower_case_table_names is ${source.lowerCaseTableNames} on the source and ${target.lowerCaseTableNames} on the target: statements that write names in another case may find no table.`;
  return [{ severity: 'warns', rule: 'lower-case-names', object: 'target', why }];
}

function judgePackets(source: ServerSide, target: ServerSide): readonly MigrationFinding[] {
  if (target.maxAllowedPacket >= source.maxAllowedPacket) return [];
  const why = `max_allowed_packet is ${formatBytes(target.maxAllowedPacket)} on the target and ${formatBytes(source.maxAllowedPacket)} on the source: a binary value above it is refused.`;
  const fix = `SET GLOBAL max_allowed_packet = ${source.maxAllowedPacket} on the target.`;
  return [{ severity: 'warns', rule: 'max-allowed-packet', object: 'target', why, fix }];
}

/**
 * Compares the servers' default modes. Sluice sets its own modes, so that rows and objects arrive unchanged;
 * applications get the server's.
 */
function judgeSqlModes(source: ServerSide, target: ServerSide): readonly MigrationFinding[] {
  const missing = [...source.sqlMode].filter((mode) => !target.sqlMode.has(mode));
  const added = [...target.sqlMode].filter((mode) => !source.sqlMode.has(mode));
  if (missing.length + added.length === 0) return [];
  const parts = [
    ...(missing.length === 0 ? [] : [`lacks ${missing.join(', ')}`]),
    ...(added.length === 0 ? [] : [`adds ${added.join(', ')}`]),
  ];
  const why = `sql_mode differs: the target ${parts.join(' and ')}. Rows are not changed by that, but applications may be refused what the source took.`;
  const fix = 'Set the target’s sql_mode before applications use it.';
  return [{ severity: 'warns', rule: 'sql-mode', object: 'target', why, fix }];
}

/** Compares page sizes: a row takes at most about half a page, a key about a fifth (MySQL manual, "InnoDB Limits"). */
function judgePageSize(source: ServerSide, target: ServerSide): readonly MigrationFinding[] {
  if (target.pageSize >= source.pageSize) return [];
  const why = `InnoDB pages have ${formatBytes(target.pageSize)} on the target and ${formatBytes(source.pageSize)} on the source: wide rows and long keys may not fit.`;
  return [{ severity: 'warns', rule: 'page-size', object: 'target', why }];
}

function judgeSpace({ freeBytes }: ServerSide, bytes: number): readonly MigrationFinding[] {
  if (freeBytes === null || freeBytes >= bytes) return [];
  const why = `About ${formatBytes(bytes)} of data are moved, and ${formatBytes(freeBytes)} are free where the target keeps its data.`;
  return [{ severity: 'warns', rule: 'free-space', object: 'target', why, fix: 'Make room on the target.' }];
}

function judgeVersion(source: ServerSide, target: ServerSide): readonly MigrationFinding[] {
  if (source.vendor !== target.vendor || target.versionNumber >= source.versionNumber) return [];
  const why = 'It is older than the source: what it does not know is refused when its table is made.';
  return [{ severity: 'warns', rule: 'older-target', object: 'target', why }];
}
