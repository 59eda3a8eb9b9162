import { productOf } from '../../contract/product';
import { parseVersion } from '../../catalog/server/server';
import { schemaDocumentSchema, tableDocumentSchema, type Manifest, type TableDocument } from '../documents';
import { Stems, USERS_SCRIPT_FILE } from '../names';
import { usersScript } from '../sql/files';
import { dumpedKey } from '../read/documents';
import {
  firesTriggers,
  isComputedByServer,
  tablesOf,
  type DumpChunk,
  type DumpFolder,
  type DumpSchema,
  type DumpTable,
} from '../read/dump';
import { damageFailures } from '../../text/format/damage';
import type { EngineScriptPart } from '../../engine/chunk-files';
import { scriptFailures, scriptText } from '../../text/format/script';
import { accountsIn } from './accounts/accounts';
import type { ScriptContent, ScriptRows, ScriptSchema, ScriptTable, TableRows } from './content';
import { decoderText, fieldVariable, type ColumnForm } from '../decoders';
import { mayHoldBackslash } from '../encoded-text';
import { OUR_DIALECT } from '../tsv-dialect';
import { fieldOf, isTextOfBytes } from './field-types';
import { likelyVersion } from './likely-version';
import { areVersions } from './tables/period';
import { columnList, goAsWritten, mostRowsForm, settingsOf, zoneSettings, type RowForm } from './row-form';
import { disorderOf } from './tables/row-order';
import { isOfBytes } from './tables/table-text';
import { statementScript, textsOf, type ScriptStems } from './texts';

/** A dump of statements or of values, in one file or in many. */
export interface ReadScript {
  readonly form: DumpFolder['form'];
  readonly path: string;
  /** Folder of its files. */
  readonly directory: string;
  readonly tool: string;
  /** Null where the dump does not say it. */
  readonly serverVersion: string | null;
  /** The oldest one that may have said what the dump holds, where that tells it. */
  readonly likelyVersion?: string | null;
  readonly content: ScriptContent;
  /** Its files, with the bytes of each on disk. */
  readonly files: ReadonlyMap<string, number>;
  readonly identity: DumpFolder['identity'];
}

/**
 * A script as the dump that it is: all above the formats reads it as a folder whose files hold the same. Fails with
 * `dump-unsupported` where rows can't be given to the server as they are meant. Pure.
 */
export function folderOf(script: ReadScript): DumpFolder {
  const { form, path, directory, tool, content, files, identity } = script;
  // A table that is not created is among them for its rows.
  const hasRows = content.schemas.some(({ tables }) =>
    tables.some(({ rows, isCreated }) => rows.length > 0 || !isCreated),
  );
  const stems = stemsOf(content);
  const sizes = new StoredBytes(content, files);
  const schemas = content.schemas.map((schema) => schemaOf(schema, stems, hasRows, sizes));
  // Nobody has told yet how rows go into a table of which nothing is known.
  const isUnknown = new Set(
    content.schemas.flatMap(({ name, tables }) =>
      tables.filter(({ columns }) => columns.length === 0).map(({ text }) => `${name}.${text.name}`),
    ),
  );
  const namesOf = (isMeant: (table: DumpTable) => boolean) =>
    tablesOf({ schemas })
      .filter(isMeant)
      .map(({ schema, name }) => `${schema}.${name}`);
  const computed = namesOf(({ chunks }) => chunks.some(isComputedByServer)).filter(
    (name) => !isUnknown.has(name),
  );
  const fired = namesOf(firesTriggers);
  const filled = namesOf(({ isFilledByTriggers = false }) => isFilledByTriggers);
  const disordered = tablesOf({ schemas }).flatMap(({ schema, name, disorder }) =>
    disorder === undefined ? [] : [{ table: `${schema}.${name}`, share: disorder.share }],
  );
  const serverVersion = script.serverVersion ?? script.likelyVersion ?? likelyVersion(content);
  const { vendor } = parseVersion(serverVersion);
  const { accounts, unread } = accountsIn(content.accounts, vendor);
  const texts = new Map([...textsOf(content, stems), [USERS_SCRIPT_FILE, usersScript(accounts)]]);
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
    form,
    path,
    directory,
    identity,
    manifest: {
      ...manifestOf({ tool, version: form === 'script' ? scriptText.format : tool }, schemas, serverVersion),
      ...(content.hasPartialRevokes === true && { partialRevokes: true }),
      ...(accounts.length > 0 && { users: accounts.map(({ account }) => account) }),
    },
    vendor,
    ...(script.serverVersion === null && { isLikelySource: true as const }),
    ...(script.serverVersion === null && isByHand(content) && { isOfUnknownServer: true as const }),
    done,
    schemas,
    script: (name) => scriptIn(texts, name),
    problems: content.problems,
    ...(content.warnings !== undefined && { warnings: content.warnings }),
    ...(content.statements.length > 0 && {
      statements: content.statements.map(({ file, line, schema, definition, settings }) => ({
        ...{ file: file.name, line, schema, text: definition },
        script: statementScript({ definition, settings }),
      })),
    }),
    lacks: [],
    remarks: [
      ...content.remarks,
      ...(unread.length === 0 ? [] : [scriptText.accountsUnread(unread)]),
      ...(fired.length === 0 ? [] : [scriptText.firedRows(fired, filled)]),
      ...(computed.length === 0 ? [] : [scriptText.computedRows(computed)]),
      ...(disordered.length === 0 ? [] : [scriptText.outOfOrder(disordered)]),
      ...(script.serverVersion === null && form !== 'values'
        ? [scriptText.likelyServer(productOf(serverVersion))]
        : []),
    ],
    digests: 0,
    files: files.size,
  };
}

/** No server has printed its definitions. */
function isByHand({ schemas }: ScriptContent): boolean {
  return schemas.every(({ tables }) => tables.every(({ isReworded }) => isReworded));
}

function scriptIn(texts: ReadonlyMap<string, string>, name: string): Promise<string> {
  const text = texts.get(name);
  if (text !== undefined) return Promise.resolve(text);
  return Promise.reject(damageFailures.fileMissing({ file: name }, { chunk: name }));
}

function manifestOf(
  { tool, version }: { readonly tool: string; readonly version: string },
  schemas: readonly DumpSchema[],
  serverVersion: string,
): Manifest {
  return {
    dumper: tool,
    version,
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

function schemaOf(
  schema: ScriptSchema,
  stems: ScriptStems,
  hasRows: boolean,
  sizes: StoredBytes,
): DumpSchema {
  const stem = stems.schema(schema.name);
  const named = (kinds: RegExp) =>
    schema.programs.filter(({ kind }) => kinds.test(kind)).map(({ name }) => name);
  const tables = schema.tables.map((table) =>
    tableOf(table, schema.name, stems.object(schema.name, table.text.name), hasRows, sizes),
  );
  const views = schema.views.map(({ name }) => ({ name, stem: stems.object(schema.name, name) }));
  const document = schemaDocumentSchema.parse({
    schema: schema.name,
    includesDdl: createsAnything(schema),
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

function createsAnything({ create, tables, views, programs, sequences }: ScriptSchema): boolean {
  const objects = views.length + programs.length + sequences.length;
  return objects > 0 || tables.some(({ isCreated }) => isCreated) || (create !== null && tables.length === 0);
}

function tableOf(
  table: ScriptTable,
  schema: string,
  stem: string,
  hasRows: boolean,
  sizes: StoredBytes,
): DumpTable {
  const { name } = table.text;
  const { isFilledByTriggers = false } = table;
  const isRecorded = hasRows && !isFilledByTriggers;
  const form = mostRowsForm(table);
  const document = documentOf(table, schema, form, hasRows);
  const disorder = disorderOf(table, form);
  const hasHistory = table.rows.length > 0 && areVersions(table.text, form.columns);
  const hasTimes = hasHistory || table.columns.some(({ type }) => type === 'timestamp');
  return {
    schema,
    name,
    dumpedName: name,
    stem,
    document,
    definition: null,
    ...(table.isReworded && { isReworded: true as const }),
    ...(hasHistory && { hasHistory: true as const }),
    chunks: table.rows.map((rows) => chunkOf(rows, table, { ...form, hasTimes }, sizes.of(rows))),
    ...(table.firesTriggers !== undefined && { firesTriggers: table.firesTriggers }),
    ...(isFilledByTriggers && { isFilledByTriggers: true as const }),
    rows: isRecorded ? table.rows.reduce((sum, { rows }) => sum + rows, 0) : null,
    bytes: isRecorded ? table.rows.reduce((sum, { length }) => sum + length, 0) : null,
    // Triggers fire in the order in which the script has the rows.
    ...(disorder !== null && table.firesTriggers === undefined && { disorder }),
  };
}

function documentOf(
  { text, columns, triggers, isCreated, rows }: ScriptTable,
  schema: string,
  { columns: listed, charset, charsets }: RowForm,
  includesData: boolean,
): TableDocument {
  const bytes = new Set(columns.filter(({ type }) => isOfBytes(type)).map((column) => column.name));
  const texts = new Set(columns.filter((column) => isTextOfBytes(column, charset)).map(({ name }) => name));
  const decoders = listed.flatMap((column, at): [string, string][] => {
    const decoder = decoderText(column, encodedForm(charsets[at]));
    if (decoder !== null) return [[column, decoder]];
    if (texts.has(column)) return [[column, `CONVERT(FROM_BASE64(${fieldVariable(column)}) USING utf8mb4)`]];
    return bytes.has(column) ? [[column, 'FROM_BASE64']] : [];
  });
  const [first] = rows;
  return tableDocumentSchema.parse({
    options: {
      schema,
      table: text.name,
      columns: listed,
      decodeColumns:
        first === undefined || first.kind === 'rows' ? Object.fromEntries(decoders) : first.decoders,
      // Texts in which letters hold backslashes go in as their bytes: the lines themselves are ASCII.
      defaultCharacterSet: charset === '' || mayHoldBackslash(charset) ? 'utf8mb4' : charset,
    },
    triggers: triggers.map((trigger) => trigger.name),
    includesDdl: isCreated,
    includesData,
    extension: 'sql',
  });
}

/** Texts of another character set than UTF-8 go in as their bytes. */
function encodedForm(charset: string | undefined): ColumnForm {
  return charset === undefined || charset === '' ? { kind: 'text' } : { kind: 'encoded', charset };
}

interface TimedForm extends RowForm {
  /** True if the table has values that depend on the time zone. */
  readonly hasTimes: boolean;
}

function chunkOf(found: TableRows, table: ScriptTable, form: TimedForm, storedBytes: number): DumpChunk {
  const { file, offset, rows } = found;
  const isWritten = found.kind === 'rows' && goAsWritten(found, table, form);
  if (isWritten && found.hasByteNames && table.columns.length > 0)
    throw scriptFailures.namesAsWritten({ line: found.line, charset: found.charset });
  return {
    file: `${file.name}:${offset}`,
    compression: file.compression,
    entry: file.entry,
    settings:
      found.kind === 'rows' ? settingsOf(found, { isWritten, hasTimes: form.hasTimes }) : zoneSettings(found),
    dialect: OUR_DIALECT,
    rows,
    bytes: null,
    xxh64: null,
    part: found.kind === 'rows' ? scriptPart(found, table, { form, isWritten }) : null,
    delimited: found.kind === 'delimited' ? found.part : null,
    fields: found.kind === 'fields' ? found.part : null,
    json: found.kind === 'json' ? found.part : null,
    xml: found.kind === 'xml' ? found.part : null,
    partition: null,
    storedBytes,
    longestBinary: null,
    first: [],
  };
}

function scriptPart(
  found: ScriptRows,
  { columns }: ScriptTable,
  { form, isWritten }: { readonly form: RowForm; readonly isWritten: boolean },
): EngineScriptPart {
  const { file, offset, length, charset, backslashesEscape, ansiQuotes } = found;
  const types = new Map(columns.map(({ name, type }) => [name, type]));
  return {
    path: file.path,
    offset,
    length,
    columns: form.columns.map((column, at) =>
      encodedForm(form.charsets[at]).kind === 'encoded'
        ? 'binary'
        : fieldOf(types.get(column) ?? '', form.charset),
    ),
    charset: charset === '' ? 'utf8mb4' : charset,
    backslashesEscape,
    ansiQuotes,
    asWritten: isWritten ? { columns: columnList(found.columns) } : null,
  };
}

/** Bytes on disk, of which each range of rows has its part of its file's. */
class StoredBytes {
  readonly #files: ReadonlyMap<string, number>;
  readonly #rowBytes = new Map<string, number>();

  constructor({ schemas }: ScriptContent, files: ReadonlyMap<string, number>) {
    this.#files = files;
    for (const { rows } of schemas.flatMap(({ tables }) => tables))
      for (const { file, length } of rows)
        this.#rowBytes.set(file.path, (this.#rowBytes.get(file.path) ?? 0) + length);
  }

  of({ file, length }: TableRows): number {
    const rowBytes = this.#rowBytes.get(file.path) ?? 0;
    return rowBytes === 0 ? 0 : Math.round(((this.#files.get(file.path) ?? 0) * length) / rowBytes);
  }
}
