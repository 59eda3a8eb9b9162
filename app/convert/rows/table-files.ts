import type { EngineNewFile } from '../../engine/addon';
import type { EngineExportTable, EngineParquetColumn } from '../../engine/specs';
import { decoderOf } from '../../format/decoders';
import { printByteColumns } from '../../format/values/byte-columns';
import { Stems } from '../../format/names';
import { tablesOf, type DumpTable } from '../../format/read/dump';
import { convertText } from '../../text/convert';
import type { ChosenDump } from '../chosen-dump';
import { columnDefinitions, columnTypes, exportColumns, UTF8 } from '../columns';
import { parquetColumns } from '../parquet/columns';
import type { CsvDialect } from '../request';
import { printStatements } from '../sql/print';
import { createdTable } from '../sql/table';
import { csvLine } from './csv-line';

const MOST_NAMED = 5;

interface Writing {
  readonly csv: CsvDialect;
  /** Behind the names of packed files. */
  readonly suffix: string;
}

type TableFile = Omit<EngineExportTable, 'id' | 'file'> & { readonly name: string };

type RowsFormat = 'csv' | 'jsonl' | 'parquet';

/** A file of rows for each table, with its definition beside it. */
export class TableFiles {
  readonly #dump: ChosenDump;
  readonly #format: RowsFormat;
  readonly #writing: Writing;
  readonly #stems = new Stems('.');
  readonly #definitions: EngineNewFile[] = [];
  readonly #encoded: string[] = [];
  readonly #numbered: string[] = [];
  readonly #longDecimals: string[] = [];
  readonly #undefined: string[] = [];

  constructor(dump: ChosenDump, format: RowsFormat, writing: Writing) {
    this.#dump = dump;
    this.#format = format;
    this.#writing = writing;
  }

  async *parts(): AsyncGenerator<TableFile> {
    for (const table of tablesOf(this.#dump)) {
      const stem = this.#stems.of(table.schema, table.name);
      const created = await createdTable(this.#dump, table);
      if (created.statements.length > 0)
        this.#definitions.push({
          name: `${stem}.sql`,
          text: `${this.#comment(table)}${printStatements(created.statements)}`,
        });
      if (table.document.includesData) yield this.#part(table, stem, created.text);
    }
  }

  /** Parquet has a type for bytes, and a definition tells what else is bytes; digits and base64 may be texts too. */
  #comment({ document }: DumpTable): string {
    const { columns } = document.options;
    const kindOf = (column: string) => decoderOf(document, column).kind;
    switch (this.#format) {
      case 'csv':
        return printByteColumns(
          'hex',
          columns.filter((column) => kindOf(column) === 'encoded'),
        );
      case 'jsonl':
        return printByteColumns(
          'base64',
          columns.filter((column) => kindOf(column) === 'encoded' || kindOf(column) === 'function'),
        );
      case 'parquet':
        return '';
    }
  }

  /** CREATE TABLE statements of the tables so far. */
  get definitions(): readonly EngineNewFile[] {
    return this.#definitions;
  }

  notices(): readonly string[] {
    const hasOthers = this.#dump.schemas.some(
      ({ views, document, tables }) =>
        views.length + document.functions.length + document.procedures.length + document.events.length > 0 ||
        (document.packages ?? []).length + (document.sequences ?? []).length > 0 ||
        tables.some((table) => table.document.triggers.length > 0),
    );
    return [
      ...(hasOthers ? [convertText.withoutObjects] : []),
      ...(this.#encoded.length > 0 ? [convertText.otherCharsets(firstOf(this.#encoded))] : []),
      ...(this.#numbered.length > 0 ? [convertText.numbersOfMembers(firstOf(this.#numbered))] : []),
      ...(this.#longDecimals.length > 0 ? [convertText.longDecimals(firstOf(this.#longDecimals))] : []),
      ...(this.#undefined.length > 0 ? [convertText.withoutTypes(firstOf(this.#undefined))] : []),
    ];
  }

  #part(table: DumpTable, stem: string, createTable: string | null): TableFile {
    const { schema, name, document, chunks } = table;
    const { columns } = document.options;
    const isCsv = this.#format === 'csv';
    for (const column of columns) {
      const decoder = decoderOf(document, column);
      const { kind } = decoder;
      if (decoder.kind === 'encoded' && !(this.#format === 'parquet' && UTF8.test(decoder.charset)))
        this.#encoded.push(`${schema}.${name}.${column}`);
      if (kind === 'number') this.#numbered.push(`${schema}.${name}.${column}`);
    }
    return {
      schema,
      table: name,
      name: `${stem}.${this.#format}${this.#format === 'parquet' ? '' : this.#writing.suffix}`,
      before: isCsv ? csvLine(columns, this.#writing.csv) : '',
      after: '',
      head: '',
      columns: exportColumns(table, columnTypes(createTable), {
        key: (column) => (this.#format === 'jsonl' ? `${JSON.stringify(column)}:` : ''),
        introducer: () => '',
      }),
      parquet: this.#format === 'parquet' ? this.#parquet(table, createTable) : null,
      chunks,
    };
  }

  #parquet(table: DumpTable, createTable: string | null): readonly EngineParquetColumn[] {
    const definitions = columnDefinitions(createTable);
    const place = `${table.schema}.${table.name}`;
    if (definitions.size === 0) this.#undefined.push(place);
    const { columns, longDecimals } = parquetColumns(table, definitions);
    this.#longDecimals.push(...longDecimals.map((column) => `${place}.${column}`));
    return columns;
  }
}

function firstOf(columns: readonly string[]): { readonly columns: readonly string[]; readonly more: number } {
  const named = columns.slice(0, MOST_NAMED);
  return { columns: named, more: columns.length - named.length };
}
