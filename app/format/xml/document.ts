import { headOf } from '../../catalog/definition/statement-head';
import { isSystem } from '../../catalog/objects/schemas';
import type { Failure } from '../../contract/failure';
import type { EngineXmlContent, EngineXmlItem } from '../../engine/scan/scans';
import { xmlFailures, xmlText } from '../../text/format/xml';
import type { ScriptContent, ScriptFile, ScriptObject, ScriptSchema, ScriptTable } from '../script/content';
import { columnsOf } from '../script/tables/table-text';
import type { XmlDialect } from './dialect';
import { rowsOf, type FoundRows } from './rows';
import { structureOf, type XmlStructure } from './structure';

type FoundObject = Extract<EngineXmlItem, { kind: 'object' }>;
type TableOf = Extract<XmlStructure, { kind: 'table' }>;

interface Place {
  readonly schema: string;
  readonly table: string;
}

/** Statements about replication, which mysqldump writes between the elements. */
const REPLICATION = /^(?:SET\s+@|CHANGE\s+(?:MASTER|REPLICATION)\b)/i;
const GIVES_POSITION = /\bGTID_PURGED\b|^CHANGE\s/i;

/** Collects what a scan has found. Pure. */
export function documentOf(file: ScriptFile, found: EngineXmlContent, dialect: XmlDialect): ScriptContent {
  const names = found.databases.filter((name, at) => found.databases.indexOf(name) === at);
  const own = names.filter((name) => !isSystem(name));
  const collected = own.map((name) => new SchemaCollector(name, file, found, dialect));
  const statements = statementsIn(found.statements);
  const odd = statements.find((statement) => !REPLICATION.test(statement));
  const hasStructures = found.items.some(({ kind, database }) => kind === 'structure' && !isSystem(database));
  return {
    schemas: collected.map((schema) => schema.content()),
    statements: [],
    accounts: [],
    problems: [
      ...(odd === undefined
        ? []
        : [xmlFailures.statement({ file: file.name, statement: odd.slice(0, 200) }).failure]),
      ...collected.flatMap(({ problems }) => problems),
    ],
    remarks: [
      ...names.filter(isSystem).map(xmlText.systemSchema),
      ...(statements.some((statement) => GIVES_POSITION.test(statement)) ? [xmlText.replication] : []),
      ...(hasStructures ? [xmlText.notRecorded] : []),
      ...collected.flatMap(({ remarks }) => remarks),
      ...(hasTimes(collected) ? [xmlText.times] : []),
    ],
  };
}

function statementsIn(text: string): readonly string[] {
  return text
    .split(/;[ \t]*(?:\r?\n|$)/)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
}

function hasTimes(schemas: readonly SchemaCollector[]): boolean {
  return schemas.some(({ tables }) =>
    tables.some(({ columns, rows }) => rows.length > 0 && columns.some(({ type }) => type === 'timestamp')),
  );
}

/** Collects one schema of the dump. */
class SchemaCollector {
  readonly tables: readonly ScriptTable[];
  readonly problems: Failure[] = [];
  readonly remarks: string[] = [];
  readonly #name: string;
  readonly #file: ScriptFile;
  readonly #found: EngineXmlContent;
  readonly #structures: ReadonlyMap<string, XmlStructure>;
  readonly #objects: readonly FoundObject[];

  constructor(name: string, file: ScriptFile, found: EngineXmlContent, dialect: XmlDialect) {
    this.#name = name;
    this.#file = file;
    this.#found = found;
    const items = found.items.filter(({ database }) => database === name);
    const structures = items.flatMap((item) => (item.kind === 'structure' ? [item] : []));
    const rows = items.flatMap((item) => (item.kind === 'rows' ? [item] : []));
    this.#objects = items.flatMap((item) => (item.kind === 'object' ? [item] : []));
    this.#refuseTwice(structures);
    this.#refuseTwice(rows);
    this.#structures = new Map(structures.map((item) => [item.table, structureOf(item, dialect)]));
    this.#describe();
    const rowsOfTables = new Map(rows.map((item) => [item.table, item]));
    const withRows = rows.filter(({ table }) => !this.#structures.has(table));
    this.tables = [
      ...[...this.#structures].flatMap(([table, structure]) =>
        structure.kind === 'table' ? [this.#table(table, structure, rowsOfTables.get(table))] : [],
      ),
      ...withRows.map((item) => this.#table(item.table, null, item)),
    ];
  }

  content(): ScriptSchema {
    const programs = this.#objects
      .filter(({ element }) => element !== 'trigger')
      .flatMap((object) => this.#program(object)?.object ?? []);
    return { name: this.#name, create: null, tables: this.tables, views: [], programs, sequences: [] };
  }

  /** Says what of its tables and views is left out. */
  #describe(): void {
    const all = [...this.#structures];
    const views = all.filter(([, { kind }]) => kind === 'view').map(([name]) => this.#placed(name));
    if (views.length > 0) this.remarks.push(xmlText.views(views));
    for (const [table, structure] of all) {
      const place = { file: this.#file.name, table: this.#placed(table) };
      if (structure.kind === 'unreadable')
        this.problems.push(xmlFailures.unreadable({ ...place, said: structure.said }).failure);
      if (structure.kind !== 'table') continue;
      if (structure.generated.length > 0)
        this.remarks.push(xmlText.generated(place.table, structure.generated));
      if (structure.unknown.length > 0) this.remarks.push(xmlText.leftOut(place.table, structure.unknown));
    }
  }

  #table(name: string, structure: TableOf | null, rows: FoundRows | undefined): ScriptTable {
    const isCreated = structure?.generated.length === 0;
    const text = structure?.text ?? { name, elements: [], options: '' };
    const defined = columnsOf(text).map((column) => ({
      ...column,
      isGenerated: structure?.generated.includes(column.name) === true,
    }));
    if (structure !== null && rows !== undefined && rows.rows > 0)
      this.#refuseOtherColumns({ schema: this.#name, table: name }, defined, rows);
    const triggers = this.#triggersOf(name);
    if (!isCreated && triggers.length > 0)
      this.remarks.push(
        xmlText.triggers(
          this.#placed(name),
          triggers.map((trigger) => trigger.name),
        ),
      );
    return {
      isCreated,
      isReworded: true,
      text,
      columns: defined,
      rows:
        rows === undefined
          ? []
          : rowsOf(this.#file, rows, this.#found, {
              names: rows.columns.map((column) => column.name),
              defined,
            }),
      triggers: isCreated ? triggers : [],
    };
  }

  #triggersOf(table: string): readonly ScriptObject[] {
    return this.#objects
      .filter(({ element }) => element === 'trigger')
      .flatMap((found) => {
        const program = this.#program(found);
        return program?.table === table ? [program.object] : [];
      });
  }

  #program(found: FoundObject): { readonly object: ScriptObject; readonly table: string | null } | null {
    const { attributes, text, line } = found;
    const definition = text.trim();
    const head = headOf(definition);
    if (head === null) {
      const already = this.problems.some(({ parameters }) => parameters?.line === line);
      if (!already) this.problems.push(xmlFailures.object({ file: this.#file.name, line }).failure);
      return null;
    }
    return {
      object: {
        kind: head.kind,
        name: head.object.name,
        definition,
        settings: {
          character_set_client: attributes.character_set_client ?? null,
          collation_connection: attributes.collation_connection ?? null,
          sql_mode: attributes.sql_mode ?? null,
          time_zone: attributes.time_zone ?? null,
        },
      },
      table: head.table?.name ?? null,
    };
  }

  #refuseOtherColumns(
    { schema, table }: Place,
    defined: readonly { readonly name: string; readonly isGenerated: boolean }[],
    rows: FoundRows,
  ): void {
    const own = new Set(rows.columns.map(({ name }) => name));
    const known = new Set(defined.map(({ name }) => name));
    const odd =
      rows.columns.find(({ name }) => !known.has(name))?.name ??
      defined.find(({ name, isGenerated }) => !isGenerated && !own.has(name))?.name;
    if (odd !== undefined)
      this.problems.push(
        xmlFailures.otherColumns({ file: this.#file.name, table: `${schema}.${table}`, column: odd }).failure,
      );
  }

  #refuseTwice(items: readonly { readonly table: string; readonly line: number }[]): void {
    const lines = new Map<string, number>();
    for (const { table, line } of items) {
      const first = lines.get(table);
      if (first !== undefined)
        this.problems.push(
          xmlFailures.twice({ file: this.#file.name, table: this.#placed(table), first, line }).failure,
        );
      else lines.set(table, line);
    }
  }

  #placed(name: string): string {
    return `${this.#name}.${name}`;
  }
}
