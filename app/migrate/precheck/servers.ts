import { isOlder } from '../../catalog/server/dialect';
import type { MigrationFinding } from '../../contract/runs/migrate';
import type { ObjectKind } from '../../catalog/privileges/needs/needs';
import type { ServerSide } from './facts';
import { judgePrivileges } from './privileges';
import { precheckText } from '../../text/migrate/precheck';

/** Checks of the two servers against each other, independent of the objects. Pure. */

/** A table or view, as `schema.name` on each side. */
export interface MovedTable {
  readonly source: string;
  readonly target: string;
}

export interface Moved {
  /** Schemas on the target. */
  readonly targetSchemas: readonly string[];
  readonly tables: readonly MovedTable[];
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
    ...targetSchemas.flatMap((schema) => judgePrivileges(schema, TABLES, target)),
    ...judgeSqlModes(source, target),
    ...judgeRounding(source, target),
    ...judgePageSize(source, target),
    ...judgeSpace(target, bytes),
    ...judgeCase(source, target, tables),
    ...judgePackets(source, target),
    ...judgeVersion(source, target),
  ];
}

function judgeCase(
  { lowerCaseTableNames: onSource }: ServerSide,
  { lowerCaseTableNames: onTarget }: ServerSide,
  tables: readonly MovedTable[],
): readonly MigrationFinding[] {
  if (onSource === onTarget) return [];
  if (onTarget === 0)
    return [
      {
        ...{ kind: 'advised', severity: 'warns', rule: 'lower-case-names', object: 'target' },
        ...precheckText.nameCaseCounts(onSource),
      },
    ];
  const seen = new Map<string, string>();
  const clashes = tables.flatMap((table): readonly MigrationFinding[] => {
    const folded = table.target.toLowerCase();
    const twin = seen.get(folded);
    seen.set(folded, table.source);
    if (twin === undefined) return [];
    const said = precheckText.nameClash(twin, onTarget);
    return [{ kind: 'advised', severity: 'blocks', rule: 'lower-case-names', object: table.source, ...said }];
  });
  if (clashes.length > 0 || !tables.some(({ target }) => target !== target.toLowerCase())) return clashes;
  const why = precheckText.namesFolded(onSource, onTarget);
  return [{ kind: 'plain', severity: 'warns', rule: 'lower-case-names', object: 'target', why }];
}

function judgePackets(source: ServerSide, target: ServerSide): readonly MigrationFinding[] {
  if (target.maxAllowedPacket >= source.maxAllowedPacket) return [];
  const said = precheckText.smallerPackets(source.maxAllowedPacket, target.maxAllowedPacket);
  return [{ kind: 'advised', severity: 'warns', rule: 'max-allowed-packet', object: 'target', ...said }];
}

/**
 * Compares the servers' default modes. Sluice sets its own modes, so that rows and objects arrive unchanged;
 * applications get the server's.
 */
function judgeSqlModes(source: ServerSide, target: ServerSide): readonly MigrationFinding[] {
  const missing = [...source.sqlMode].filter((mode) => !target.sqlMode.has(mode));
  const added = [...target.sqlMode].filter((mode) => !source.sqlMode.has(mode));
  if (missing.length + added.length === 0) return [];
  const said = precheckText.sqlModes(missing, added);
  return [{ kind: 'advised', severity: 'warns', rule: 'sql-mode', object: 'target', ...said }];
}

/**
 * Compares how the servers shorten times: MySQL rounds unless its mode says otherwise, MariaDB the other way round (both manuals, "SQL
 * Modes": TIME_TRUNCATE_FRACTIONAL, TIME_ROUND_FRACTIONAL).
 */
function judgeRounding(source: ServerSide, target: ServerSide): readonly MigrationFinding[] {
  const rounds = ({ vendor, sqlMode }: ServerSide) =>
    vendor === 'mysql' ? !sqlMode.has('TIME_TRUNCATE_FRACTIONAL') : sqlMode.has('TIME_ROUND_FRACTIONAL');
  if (rounds(source) === rounds(target)) return [];
  const said = precheckText.timeRounding(target.vendor);
  return [{ kind: 'advised', severity: 'warns', rule: 'time-rounding', object: 'target', ...said }];
}

/** Compares page sizes: a row takes at most about half a page, a key about a fifth (MySQL manual, "InnoDB Limits"). */
function judgePageSize(source: ServerSide, target: ServerSide): readonly MigrationFinding[] {
  if (target.pageSize >= source.pageSize) return [];
  const why = precheckText.smallerPages(source.pageSize, target.pageSize);
  return [{ kind: 'plain', severity: 'warns', rule: 'page-size', object: 'target', why }];
}

function judgeSpace({ freeBytes }: ServerSide, bytes: number): readonly MigrationFinding[] {
  if (freeBytes === null || freeBytes >= bytes) return [];
  const said = precheckText.littleSpace(bytes, freeBytes);
  return [{ kind: 'advised', severity: 'warns', rule: 'free-space', object: 'target', ...said }];
}

function judgeVersion(source: ServerSide, target: ServerSide): readonly MigrationFinding[] {
  if (!isOlder(target, source)) return [];
  const why = precheckText.olderTarget;
  return [{ kind: 'plain', severity: 'warns', rule: 'older-target', object: 'target', why }];
}
