import { basename } from 'path';
import type { InputChoices } from '../../contract/commands/input';
import type { Failure } from '../../contract/failure';
import type { Addon } from '../../engine/addon';
import { delimitedFailures, delimitedText } from '../../text/format/delimited';
import type { DumpGlimpse, DumpPlace, TablesThere } from '../format';
import type { DumpFolder } from '../read/dump';
import type { ScriptTable } from '../script/content';
import { filesIdentity } from '../script/files/identity';
import { inputIdentity } from '../script/files/inputs';
import { glimpseOf, sizesOf } from '../script/files/sizes';
import { folderOf } from '../script/folder';
import { typesByName, typesOf, type TableText } from '../script/tables/table-text';
import { readDefinition, type ValuesDefinition } from './definition';
import { directoryOf, namesakes, restOf, schemaOfPlace, schemasOf, type FoundFiles } from './files';
import { tableFilesOf } from './groups';
import { schemaBefore, type ValuesFile } from './names';
import { asStored } from './packed';
import { rejectsOf, type SetAside } from './rejects';
import { inZone } from './zone';

/** Files of a table's values, and what is known of them before they are read. */
export interface ValuesPlace<File extends ValuesFile> {
  readonly directory: string;
  /** At least one. */
  readonly files: readonly File[];
  readonly table: string;
  /** Null where its columns have to be inferred. */
  readonly definition: ValuesDefinition | null;
  /** Definition of the table that is there and takes the rows; null where none is known. */
  readonly there: TableText | null;
  readonly input: InputChoices;
}

/** A table, with what is said of its files. */
export interface ReadTable extends SetAside {
  readonly table: ScriptTable;
  /** Columns with moments that have their offset from UTC. */
  readonly instants: readonly string[];
  readonly remark: string;
  readonly problems: readonly Failure[];
  readonly warnings: readonly Failure[];
}

/** Format of files of rows, one or several for each table. */
export interface ValuesFormat<File extends ValuesFile> {
  readonly tool: string;
  /** Begins the identity of such a dump. */
  readonly kind: string;
  /** Remark on files whose columns are inferred. */
  readonly inferred: string;
  /** True where a user may choose how values are told apart. */
  readonly hasDialect: boolean;
  readonly readTable: (engine: Addon, place: ValuesPlace<File>) => Promise<ReadTable>;
}

interface ReadingContext {
  readonly engine: Addon;
  readonly input: InputChoices;
  readonly there: TablesThere | undefined;
}

/** Reads the files of rows at a place, with their definitions. Fails with `usage` where a choice does not fit them. */
export async function readValues<File extends ValuesFile>(
  place: DumpPlace,
  { files, definitions, others }: FoundFiles<File>,
  { tool, kind, inferred, hasDialect, readTable }: ValuesFormat<File>,
  { engine, input, there }: ReadingContext,
): Promise<DumpFolder> {
  const directory = directoryOf(place);
  const tables: (ReadTable & { readonly schema: string })[] = [];
  let hasTimes = false;
  let unknown = false;
  const groups = tableFilesOf(place, await asStored(place, files, engine), definitions, input);
  for (const group of groups) {
    const script = group.definition;
    const beside = script === null ? null : await readDefinition(place, script, engine);
    const { schema: chosen = null, name: table = group.table } = input.table ?? {};
    const named = chosen ?? (beside === null ? null : schemaBefore(group, beside.name)) ?? group.schema;
    const schema = named ?? schemaOfPlace(place) ?? group.table;
    const definition =
      beside === null || input.table === undefined ? beside : { ...beside, name: input.table.name };
    const found = definition === null ? (there?.(schema, table) ?? null) : null;
    const read = await readTable(engine, {
      directory,
      files: group.files,
      table,
      definition,
      input,
      there: found,
    });
    const times = timeColumns(read, definition ?? found);
    hasTimes ||= times.length > 0;
    assertOneZone(group.files[0]?.name ?? '', read, times, input);
    // Nobody has looked yet: a table that is there may have TIMESTAMP columns, as one that is inferred has not.
    const isUnknown = definition === null && there === undefined;
    unknown ||= isUnknown;
    const zone = isUnknown || times.length > 0 ? input.timeZone : undefined;
    tables.push({ schema, ...read, table: { ...read.table, rows: inZone(read.table.rows, zone) } });
  }
  const names =
    place.kind === 'archive' ? [basename(place.path)] : [...files.map(({ path }) => path), ...definitions];
  const [own] = files;
  const rest = restOf(
    place,
    { own: own?.name, others },
    (values) => delimitedFailures.unknownFile(values).failure,
  );
  const rejects = rejectsOf(tables, input);
  const folder = folderOf({
    form: 'values',
    path: place.path,
    directory,
    tool,
    serverVersion: null,
    content: {
      schemas: schemasOf(tables),
      statements: [],
      accounts: [],
      problems: [
        ...rest.problems,
        ...tables.flatMap(({ problems }) => problems),
        ...rejects.problems,
        ...namesakes(groups, tables),
      ],
      warnings: [...tables.flatMap(({ warnings }) => warnings), ...rejects.warnings],
      remarks: [
        ...rest.remarks,
        ...tables.map(({ remark }) => remark),
        ...(groups.some(({ definition }) => definition === null) ? [inferred] : []),
        ...(hasTimes ? [delimitedText.timesIn(input.timeZone ?? null)] : []),
        ...(hasTimes || input.timeZone === undefined
          ? []
          : [unknown ? delimitedText.zoneOfTimes(input.timeZone) : delimitedText.zoneUnused]),
      ],
    },
    files: await sizesOf(directory, names),
    // The next copy of the same input lies elsewhere.
    identity: async () =>
      `${kind} ${(await inputIdentity(place.path)) ?? (await filesIdentity(directory, names))}`,
  });
  return {
    ...folder,
    rejected: tables.flatMap(({ rejected }) => rejected),
    ...(hasDialect && {
      values: tables.map(({ schema, table: { text }, remark }) => ({
        ...{ schema, table: text.name, reading: remark },
        types: typesOf(text),
      })),
    }),
  };
}

/** Looks at the files of rows at a place. */
export async function glimpseValues<File extends ValuesFile>(
  place: DumpPlace,
  { files }: FoundFiles<File>,
  { tool, engine }: { readonly tool: string; readonly engine: Addon },
): Promise<DumpGlimpse> {
  const stored = place.kind === 'archive' ? await asStored(place, files, engine) : files;
  return await glimpseOf(directoryOf(place), stored, { form: 'values', tool, serverVersion: null });
}

/** Columns of rows that are of TIMESTAMP: types that are inferred are never that. */
function timeColumns({ table: { rows } }: ReadTable, target: TableText | null): readonly string[] {
  if (target === null) return [];
  const types = typesByName(target);
  const columns = new Set(rows.flatMap((range) => range.columns ?? []));
  return [...columns].filter((name) => types.get(name.toLowerCase()) === 'timestamp');
}

/** Refuses a time zone for values that bring their offset. */
function assertOneZone(
  file: string,
  { instants }: ReadTable,
  times: readonly string[],
  { timeZone }: InputChoices,
): void {
  const column = timeZone === undefined ? undefined : times.find((name) => instants.includes(name));
  if (column !== undefined)
    throw delimitedFailures.zoneOfOffsets({ option: '--input-time-zone', file, column });
}
