import type { Vendor } from '../../contract/connections/connection';
import { counted } from '../../contract/language/counted';
import {
  describeIdleRoles,
  describeLacking,
  type IdleRoles,
  type LackingPrivileges,
} from '../catalog/privileges';
import { formatBytes } from '../../contract/quantities';
import { spoken } from '../../contract/language/spoken';

type Partitioning = 'by-system-time' | 'default-partition' | 'other-engine';
type MariaDbObject = 'sequence' | 'package';

const partitionings: Readonly<Record<Partitioning, string>> = {
  'by-system-time': 'by system time',
  'default-partition': 'with a DEFAULT partition',
  'other-engine': 'of another engine than InnoDB',
};

const mariaDbObjects: Readonly<Record<MariaDbObject, string>> = {
  sequence: 'sequences',
  package: 'packages',
};

const objectsRun = (count: number) => counted(count, 'object runs', 'objects run');

interface EmptyGeometries {
  readonly column: string;
  /** The column in backticks. */
  readonly quoted: string;
  readonly rows: number;
  /** Values of the first such row's key, by column; empty where the table has no key. */
  readonly firstKey: readonly (readonly [column: string, value: string | null])[];
}

function emptyGeometry({ column, rows, firstKey }: EmptyGeometries): string {
  const place = firstKey.map(([name, value]) => `${name} = ${value ?? 'NULL'}`);
  const first = place.length === 0 ? '' : `, the first where ${place.join(', ')}`;
  return `In the column “${column}” ${counted(rows, 'row holds', 'rows hold')} an empty geometry, of no bytes, which no server takes${first}.`;
}

/** Findings of a migration's pre-check: each says why, and what helps where something does. */
export const precheckText = spoken({
  // Tables
  noEngine: (engine: string) => ({
    why: `The target has no engine ${engine}.`,
    fix: 'Convert the table on the source, or leave it out.',
  }),
  systemVersioned: {
    why: 'MySQL has no system versioning: the table’s history would be lost without a trace.',
    fix: 'Leave the table out.',
  },
  jsonAsText: {
    why: 'MariaDB keeps JSON as text with a CHECK that it is valid: every document keeps its text, but it is compared, sorted and grouped as a text.',
    fix: 'Look at queries and views that compare, sort, group or join by the column.',
  },
  vectorsDiffer: {
    why: 'The vendors keep VECTOR in different ways.',
    fix: 'Leave the table out.',
  },
  typeReplaced: (type: string, standIn: string) =>
    `MySQL has no ${type}; it becomes ${standIn}, with the same text in every row.`,
  indexOnExpression: (index: string) => ({
    why: `The index ${index} stands on an expression, which MariaDB does not know.`,
    fix: 'Drop the index, or leave the table out.',
  }),
  partialForeignKey: (foreignKey: string, parent: string) => ({
    why: `The foreign key ${foreignKey} refers to columns of ${parent} that are no whole unique key, which the target does not take.`,
    fix: 'Give the parent a unique key of these columns, or SET GLOBAL restrict_fk_on_non_standard_key = OFF on the target.',
  }),

  // Definitions
  noCharset: (charset: string) => ({
    why: `The target has no character set ${charset}.`,
    fix: 'Convert the column to utf8mb4 on the source, or leave the table out.',
  }),
  generatedColumn: {
    why: 'The target computes this generated column itself, by its own rounding and conversions; its values are not compared.',
    fix: 'Compare it by a statement of your own where it matters.',
  },
  fulltextParser: (index: string) => ({
    why: `The index ${index} names a parser, which MariaDB does not have.`,
    fix: 'Make the index without it on the source, drop it, or leave the table out.',
  }),
  generatedNotNull: {
    why: 'MariaDB takes no NOT NULL on a generated column.',
    fix: 'Let the column be NULL on the source, or leave the table out.',
  },
  uniqueWholeTexts: (index: string) => ({
    why: `The unique index ${index} stands on whole texts that MySQL can only index by a prefix.`,
    fix: 'Drop the index, create it on a hash of the column, or leave the table out.',
  }),
  period: {
    why: 'MySQL has no periods.',
    fix: 'Drop the period, or leave the table out.',
  },
  tableOptions: {
    why: 'The table has options that MySQL does not know.',
    fix: 'Take the options away with ALTER TABLE on the source, or leave the table out.',
  },
  negativeZero:
    'MariaDB stores no negative zero: -0 in a FLOAT or DOUBLE column becomes 0, which SQL takes for the same.',
  referenceSystem: (srid: string) =>
    `The source notes REF_SYSTEM_ID=${srid} for the column and holds no value to it; the target’s column notes none. Every value keeps its own SRID.`,

  // Storage
  compressedReadOnly: 'The target can only read compressed tables: innodb_read_only_compressed is on.',
  pagesTooLarge: 'The target’s InnoDB pages are too large for compressed tables.',
  pageCompression: 'The target does not know these options of page compression.',
  changeTable: 'Change the table on the source, or leave it out.',
  partitioning: (reason: Partitioning) => ({
    why: `MySQL has no partitioned tables ${partitionings[reason]}.`,
    fix: 'Change the partitions on the source, or leave the table out.',
  }),
  zeroDate: {
    why: 'Its default is a zero date, which the target’s sql_mode takes from no application.',
    fix: 'Give it another default, or take NO_ZERO_DATE out of the target’s sql_mode.',
  },

  // Values
  emptyGeometries: (found: EmptyGeometries) => ({
    why: emptyGeometry(found),
    fix: `Give such rows a value at the source (WHERE LENGTH(${found.quoted}) = 0), or leave them out with --where.`,
  }),

  // Objects
  noLibraries: {
    why: 'The target has no libraries: MySQL has them from 9.2 on.',
    fix: 'Leave it and the routines that import it out of the selection.',
  },
  noSuchObjects: (kind: MariaDbObject) => ({
    why: `The target has no ${mariaDbObjects[kind]}.`,
    fix: 'Leave it out of the selection.',
  }),
  noFunction: (name: string, severity: 'blocks' | 'warns') => ({
    why:
      severity === 'blocks'
        ? `It calls ${name}(), which the target does not have: the definition is refused there.`
        : `It calls ${name}(), which the target does not have: the call fails there.`,
    fix: 'Write it with functions of both servers, or leave the object out.',
  }),
  textParameter: (charset: string, onSource: string, onTarget: string) => ({
    why: `It takes or gives texts of ${charset} without naming a collation: they compare by ${onSource} on the source and may by ${onTarget} on the target.`,
    fix: 'Name the collation in the routine, where comparing matters.',
  }),
  reservedWord: (word: string) => ({
    why: `${word} is a reserved word on the target: it is carried in quotes, and statements that write it without fail there.`,
    fix: 'Have applications quote it, or rename it on the source.',
  }),

  // Privileges
  privilegesMissing: (
    missing: readonly LackingPrivileges[],
    grants: readonly string[],
    idleRoles: IdleRoles | null,
  ) => ({
    why: `The target’s account lacks ${describeLacking(missing)}.`,
    fix: [...grants, describeIdleRoles(idleRoles)].join(' ').trimEnd(),
  }),
  definerNotAllowed: (objects: number, missing: readonly LackingPrivileges[], grants: readonly string[]) => ({
    why: `${objectsRun(objects)} with the privileges of another account, which the target’s account may not name: it lacks ${describeLacking(missing)}.`,
    fix: `${grants.join(' ')} Or choose --definers current.`,
  }),
  definerMissing: (objects: number) => ({
    why: `${objectsRun(objects)} with the privileges of an account that the target does not have.`,
    fix: 'Create the account, or choose --definers current or map.',
  }),

  // Servers
  nameClash: (twin: string, onTarget: number) => ({
    why: `On the target its name is the same as that of ${twin}: lower_case_table_names is ${onTarget} there.`,
    fix: 'Leave one of them out, or rename a table (--rename).',
  }),
  namesFolded: (onSource: number, onTarget: number) =>
    `lower_case_table_names is ${onSource} on the source and ${onTarget} on the target: names of schemas, tables and views become lower case there, and statements find them in any case.`,
  nameCaseCounts: (onSource: number) => ({
    why: `lower_case_table_names is ${onSource} on the source and 0 on the target: routines, triggers, events and applications that write a table’s name in another case than it has find no table.`,
    fix: 'Have them write names in lower case, or move to a server with lower_case_table_names = 1.',
  }),
  smallerPackets: (sourceBytes: number, targetBytes: number) => ({
    why: `max_allowed_packet is ${formatBytes(targetBytes)} on the target and ${formatBytes(sourceBytes)} on the source: a binary value above it is refused.`,
    fix: `SET GLOBAL max_allowed_packet = ${sourceBytes} on the target.`,
  }),
  timeRounding: (target: Vendor) => ({
    why:
      target === 'mariadb'
        ? 'The source rounds fractions of a second that do not fit into a column or a CAST, the target cuts them off: 10:00:00.7 becomes 10:00:01 there and 10:00:00 here. Rows keep their values.'
        : 'The source cuts off fractions of a second that do not fit into a column or a CAST, the target rounds them: 10:00:00.7 becomes 10:00:00 there and 10:00:01 here. Rows keep their values.',
    fix:
      target === 'mariadb'
        ? 'Add TIME_ROUND_FRACTIONAL to the target’s sql_mode, or look at statements, views and programs that shorten times.'
        : 'Add TIME_TRUNCATE_FRACTIONAL to the target’s sql_mode, or look at statements, views and programs that shorten times.',
  }),
  sqlModes: (missing: readonly string[], added: readonly string[]) => {
    const parts = [
      ...(missing.length === 0 ? [] : [`lacks ${missing.join(', ')}`]),
      ...(added.length === 0 ? [] : [`adds ${added.join(', ')}`]),
    ];
    return {
      why: `sql_mode differs: the target ${parts.join(' and ')}. Rows are not changed by that, but applications may be refused what the source took.`,
      fix: 'Set the target’s sql_mode before applications use it.',
    };
  },
  smallerPages: (sourceBytes: number, targetBytes: number) =>
    `InnoDB pages have ${formatBytes(targetBytes)} on the target and ${formatBytes(sourceBytes)} on the source: wide rows and long keys may not fit.`,
  littleSpace: (bytes: number, freeBytes: number) => ({
    why: `About ${formatBytes(bytes)} of data are moved, and ${formatBytes(freeBytes)} are free where the target keeps its data.`,
    fix: 'Make room on the target.',
  }),
  olderTarget:
    'It is older than the source: a definition that it does not know is refused when the table is created.',

  // Trial on the target
  notTried: (reason: string) => `The source’s definitions were not tried on the target: ${reason}`,
  grantForTrial:
    'Grant CREATE and DROP on *.* for the plan, or let the run find it out: it creates everything before the first row.',
});
