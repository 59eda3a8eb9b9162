import type { AccountObject } from '../../catalog/privileges/accounts';
import type { BinlogPosition } from '../../catalog/server/position';
import type { ServerFacts } from '../../catalog/server/server';
import type { TriggerObject } from '../../catalog/objects/objects';
import type { Content, DumpOptions } from '../../contract/runs/options';
import { decoderText, historyGuard } from '../../format/decoders';
import { formatTime } from '../../format/write/written-documents';
import {
  FORMAT_VERSION,
  PARTITIONED,
  type Manifest,
  type SchemaDocument,
  type TableDocument,
} from '../../format/documents';
import type { TablePlan } from '../table-plan';

/** JSON documents of one dump, as pure functions of the plan and the results. */

export interface ManifestInput {
  readonly sluiceVersion: string;
  readonly server: ServerFacts;
  readonly options: DumpOptions;
  readonly schemas: readonly SchemaStem[];
  readonly accounts: readonly AccountObject[];
  readonly position: BinlogPosition | null;
  /** True where all rows are from one consistent snapshot. */
  readonly consistent: boolean;
  readonly partitioned: boolean;
  readonly begin: Date;
}

const NO_POSITION: BinlogPosition = { file: '', position: 0, gtid: '' };

export interface SchemaStem {
  readonly schema: string;
  readonly stem: string;
}

export function manifestDocument(input: ManifestInput): Manifest {
  const { server, options } = input;
  const { file, position, gtid } = input.position ?? NO_POSITION;
  return {
    dumper: `Sluice ${input.sluiceVersion}`,
    version: FORMAT_VERSION,
    origin: 'dumpSchemas',
    schemas: input.schemas.map(({ schema }) => schema),
    basenames: Object.fromEntries(input.schemas.map(({ schema, stem }) => [schema, stem])),
    ...(input.accounts.length > 0 && { users: input.accounts.map(({ account }) => account) }),
    defaultCharacterSet: 'utf8mb4',
    tzUtc: true,
    bytesPerChunk: options.bytesPerChunk,
    consistent: input.consistent,
    serverVersion: server.version,
    lowerCaseTableNames: server.lowerCaseTableNames,
    ...(input.accounts.some(({ partialRevokes }) => partialRevokes === true) && { partialRevokes: true }),
    // MariaDB Shell refuses another vendor's dump by this key. Where `source` exists, readers use no other key
    // for the version and the position.
    ...(server.vendor === 'mariadb' && {
      source: {
        vendor: 'mariadb' as const,
        version: server.version,
        binlog: { file, position, gtidExecuted: gtid },
      },
    }),
    gtidExecuted: gtid,
    binlogFile: file,
    binlogPosition: position,
    capabilities: input.partitioned ? [PARTITIONED] : [],
    checksum: false,
    begin: formatTime(input.begin),
  };
}

export interface SchemaInput {
  readonly schema: string;
  readonly tables: readonly TablePlan[];
  readonly views: readonly { readonly name: string; readonly stem: string }[];
  readonly functions: readonly string[];
  readonly procedures: readonly string[];
  readonly events: readonly string[];
  /** MariaDB's own. */
  readonly packages: readonly string[];
  /** MySQL's own. */
  readonly libraries: readonly string[];
  readonly sequences: readonly string[];
}

export function schemaDocument(input: SchemaInput, content: Content): SchemaDocument {
  const stems = [
    ...input.tables.map(({ facts, stem }) => [facts.name, stem] as const),
    ...input.views.map(({ name, stem }) => [name, stem] as const),
  ];
  return {
    schema: input.schema,
    includesDdl: content !== 'data',
    includesViewsDdl: content !== 'data',
    includesData: content !== 'structure',
    tables: input.tables.map(({ facts }) => facts.name),
    views: input.views.map(({ name }) => name),
    events: [...input.events],
    functions: [...input.functions],
    procedures: [...input.procedures],
    ...(input.libraries.length > 0 && { libraries: [...input.libraries] }),
    ...(input.packages.length > 0 && { packages: [...input.packages] }),
    ...(input.sequences.length > 0 && { sequences: [...input.sequences] }),
    basenames: Object.fromEntries(stems),
  };
}

export function tableDocument(
  plan: TablePlan,
  triggers: readonly TriggerObject[],
  options: DumpOptions,
): TableDocument {
  const partitions = plan.dataSets.flatMap(({ partition, stem }) =>
    partition === null ? [] : [{ partition, stem }],
  );
  return {
    options: {
      schema: plan.facts.schema,
      table: plan.facts.name,
      columns: plan.columns.map(({ name }) => name),
      decodeColumns: decodersOf(plan),
      defaultCharacterSet: 'utf8mb4',
      fieldsTerminatedBy: '\t',
      fieldsEnclosedBy: '',
      fieldsOptionallyEnclosed: false,
      fieldsEscapedBy: '\\',
      linesTerminatedBy: '\n',
    },
    triggers: triggers.map(({ name }) => name),
    includesData: options.selection.content !== 'structure',
    includesDdl: options.selection.content !== 'data',
    extension: options.compression.kind === 'zstd' ? 'tsv.zst' : 'tsv',
    chunking: true,
    compression: options.compression.kind,
    primaryIndex: [...plan.primaryKey],
    partitions: partitions.map(({ partition }) => partition),
    basenames: Object.fromEntries(partitions.map(({ partition, stem }) => [partition, stem])),
  };
}

function decodersOf({ columns, versions, facts }: TablePlan): TableDocument['options']['decodeColumns'] {
  const decoded = columns.flatMap(({ name, form }) => {
    const text = decoderText(name, form);
    return text === null ? [] : [[name, text] as const];
  });
  const { start, end } = facts.period ?? {};
  const guarded = columns.find(({ name }) => versions === 'all' && name !== start && name !== end);
  const guard =
    guarded === undefined ? [] : [[guarded.name, historyGuard(guarded.name, guarded.form)] as const];
  return Object.fromEntries([...decoded, ...guard]);
}
