import { productOf } from '../../contract/product';
import { parseVersion } from '../../catalog/server/server';
import { schemaDocumentSchema, tableDocumentSchema, type Manifest, type TableDocument } from '../documents';
import { Stems } from '../names';
import { dumpedKey } from '../read/documents';
import type { DumpChunk, DumpFolder, DumpSchema, DumpTable } from '../read/dump';
import { damageFailures } from '../../text/format/damage';
import type { EngineScriptColumn } from '../../engine/specs';
import { scriptText } from '../../text/format/script';
import type { ScriptContent, ScriptRows, ScriptSchema, ScriptTable } from './content';
import { likelyVersion } from './likely-version';
import { visibleColumns } from './table-text';
import { textsOf, type ScriptStems } from './texts';

/** Types whose values a script writes as bytes (both manuals, "Data Types"). */
const BYTES =
  /^(?:binary|varbinary|(?:tiny|medium|long)?blob|geometry|point|linestring|polygon|multipoint|multilinestring|multipolygon|geom(?:etry)?collection|vector)$/;
const NUMBERS =
  /^(?:(?:tiny|small|medium|big)?int(?:eger)?|decimal|dec|numeric|fixed|float|double|real|year|bool(?:ean)?)$/;
const OUR_DIALECT = { fieldTerminator: '\t', enclosure: '', escape: '\\', lineTerminator: '\n' };

/** A dump of statements, in one file or in many. */
export interface ReadScript {
  readonly path: string;
  /** Folder of its files. */
  readonly directory: string;
  readonly tool: string;
  /** Null where the dump does not say it. */
  readonly serverVersion: string | null;
  readonly content: ScriptContent;
  readonly files: number;
  readonly identity: DumpFolder['identity'];
}

/** A script as the dump that it is: all above the formats reads it as a folder whose files hold the same. Pure. */
export function folderOf(script: ReadScript): DumpFolder {
  const { path, directory, tool, content, files, identity } = script;
  const hasRows = content.schemas.some(({ tables }) => tables.some(({ rows }) => rows.length > 0));
  const stems = stemsOf(content);
  const texts = textsOf(content, stems);
  const schemas = content.schemas.map((schema) => schemaOf(schema, stems, hasRows));
  const serverVersion = script.serverVersion ?? likelyVersion(content);
  const done = {
    end: '',
    tableDataBytes: {},
    tableRows: Object.fromEntries(
      schemas.map(({ name, tables }) => [
        name,
        Object.fromEntries(tables.map((table) => [table.name, table.rows ?? 0])),
      ]),
    ),
    chunkFileBytes: {},
    issues: {},
  };
  return {
    path,
    directory,
    identity,
    manifest: manifestOf(tool, schemas, serverVersion),
    vendor: parseVersion(serverVersion).vendor,
    done,
    schemas,
    script: (name) => scriptIn(texts, name),
    problems: content.problems,
    lacks: [],
    remarks: [
      ...content.remarks,
      ...(script.serverVersion === null ? [scriptText.likelyServer(productOf(serverVersion))] : []),
    ],
    digests: 0,
    files,
  };
}

function scriptIn(texts: ReadonlyMap<string, string>, name: string): Promise<string> {
  const text = texts.get(name);
  if (text !== undefined) return Promise.resolve(text);
  return Promise.reject(damageFailures.fileMissing({ file: name }, { chunk: name }));
}

function manifestOf(tool: string, schemas: readonly DumpSchema[], serverVersion: string): Manifest {
  return {
    dumper: tool,
    version: scriptText.format,
    origin: '',
    schemas: schemas.map(({ name }) => name),
    basenames: Object.fromEntries(schemas.map(({ name, stem }) => [name, stem])),
    defaultCharacterSet: 'utf8mb4',
    tzUtc: true,
    bytesPerChunk: 0,
    consistent: false,
    serverVersion,
    gtidExecuted: '',
    binlogFile: '',
    binlogPosition: 0,
    capabilities: [],
    checksum: false,
    begin: '',
  };
}

/** The same names that a folder's files would have: they stand in messages. */
function stemsOf({ schemas }: ScriptContent): ScriptStems {
  const stems = new Stems();
  const known = new Map<string, string>();
  for (const { name, tables, views } of schemas) {
    known.set(JSON.stringify([name]), stems.of(name));
    for (const object of [...tables.map(({ text }) => text.name), ...views.map((view) => view.name)])
      known.set(dumpedKey({ schema: name, dumpedName: object }), stems.of(name, object));
  }
  return {
    schema: (name) => known.get(JSON.stringify([name])) ?? name,
    object: (schema, name) => known.get(dumpedKey({ schema, dumpedName: name })) ?? `${schema}@${name}`,
  };
}

function schemaOf(schema: ScriptSchema, stems: ScriptStems, hasRows: boolean): DumpSchema {
  const stem = stems.schema(schema.name);
  const named = (kinds: RegExp) =>
    schema.programs.filter(({ kind }) => kinds.test(kind)).map(({ name }) => name);
  const tables = schema.tables.map((table) =>
    tableOf(table, schema.name, stems.object(schema.name, table.text.name), hasRows),
  );
  const views = schema.views.map(({ name }) => ({ name, stem: stems.object(schema.name, name) }));
  const document = schemaDocumentSchema.parse({
    schema: schema.name,
    includesData: hasRows,
    tables: tables.map(({ name }) => name),
    views: views.map(({ name }) => name),
    events: named(/^EVENT$/),
    functions: named(/^FUNCTION$/),
    procedures: named(/^PROCEDURE$/),
    libraries: named(/^LIBRARY$/),
    packages: [...new Set(named(/^PACKAGE/))],
    sequences: schema.sequences.map(({ name }) => name),
    basenames: Object.fromEntries([...tables, ...views].map((object) => [object.name, object.stem])),
  });
  return { name: schema.name, stem, document, scripts: [`${stem}.sql`], tables, views };
}

function tableOf(table: ScriptTable, schema: string, stem: string, hasRows: boolean): DumpTable {
  const { name } = table.text;
  const document = documentOf(table, schema, hasRows);
  return {
    schema,
    name,
    dumpedName: name,
    stem,
    document,
    definition: null,
    ...(table.isReworded && { isReworded: true as const }),
    chunks: table.rows.map((rows) => chunkOf(rows, table, document)),
    rows: hasRows ? table.rows.reduce((sum, { rows }) => sum + rows, 0) : null,
    bytes: null,
  };
}

function documentOf(
  { text, columns, triggers, rows: [first] }: ScriptTable,
  schema: string,
  includesData: boolean,
): TableDocument {
  const listed = first?.columns ?? visibleColumns(columns);
  const bytes = new Set(
    columns.filter(({ type }) => BYTES.test(type) || type === 'bit').map((column) => column.name),
  );
  return tableDocumentSchema.parse({
    options: {
      schema,
      table: text.name,
      columns: listed,
      decodeColumns: Object.fromEntries(
        listed.filter((column) => bytes.has(column)).map((column) => [column, 'FROM_BASE64']),
      ),
      defaultCharacterSet: first === undefined || first.charset === '' ? 'utf8mb4' : first.charset,
    },
    triggers: triggers.map((trigger) => trigger.name),
    includesData,
    extension: 'sql',
  });
}

function chunkOf(
  { file, offset, length, rows, charset, backslashesEscape, ansiQuotes }: ScriptRows,
  { columns }: ScriptTable,
  { options }: TableDocument,
): DumpChunk {
  const types = new Map(columns.map(({ name, type }) => [name, type]));
  return {
    file: `${file.name}:${offset}`,
    compression: file.compression,
    dialect: OUR_DIALECT,
    rows,
    bytes: null,
    xxh64: null,
    part: {
      path: file.name,
      offset,
      length,
      columns: options.columns.map((column) => fieldOf(types.get(column) ?? '')),
      charset: charset === '' ? 'utf8mb4' : charset,
      backslashesEscape,
      ansiQuotes,
    },
    partition: null,
    storedBytes: length,
    longestBinary: null,
    first: [],
  };
}

function fieldOf(type: string): EngineScriptColumn {
  if (type === 'bit') return 'bit';
  if (NUMBERS.test(type)) return 'number';
  return BYTES.test(type) ? 'binary' : 'text';
}
