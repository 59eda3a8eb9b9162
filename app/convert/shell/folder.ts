import { join } from 'path';
import type { Compression } from '../../contract/runs/options';
import type { Addon } from '../../engine/addon';
import { writeFiles } from '../../engine/disk';
import type { EngineEvent } from '../../engine/events';
import type { EngineRechunkTable } from '../../engine/specs';
import { LineFile } from '../../format/durable';
import type { Fact } from '../../format/facts';
import { FACTS_FILE, MANIFEST_FILE, Stems } from '../../format/names';
import { dataSetsOf } from '../../format/read/documents';
import { holdsRows, tablesOf, type DumpChunk, type DumpTable } from '../../format/read/dump';
import { assertWhole, readDump } from '../../format/read/reader';
import { versionsOf } from '../../format/row-versions';
import { DumpFiles } from '../../format/write/dump-files';
import { timeOf, toJson } from '../../format/write/written-documents';
import { convertText } from '../../text/convert';
import type { ChosenDump } from '../chosen-dump';
import { newManifest, newSchemaDocument, newTableDocument, type NewStems } from './documents';
import { commonScripts, schemaScripts } from './scripts';

type TableDumped = Extract<EngineEvent, { kind: 'table-dumped' }>;

interface DataSet extends EngineRechunkTable {
  readonly partition: string | null;
  /** Bytes of the longest value of bytes in it; null where that is not recorded. */
  readonly longestBinary: number | null;
}

interface Writing {
  readonly engine: Addon;
  readonly sluiceVersion: string;
  readonly bytesPerChunk: number;
  readonly compression: Compression;
}

/** A dump folder that another dump is written as: all of it but the chunks, which the engine writes. */
export class NewDumpFolder {
  readonly #dump: ChosenDump;
  readonly #writing: Writing;
  readonly #path: string;
  readonly #files: DumpFiles;
  readonly #stems: NewStems;
  readonly #dataSets: readonly DataSet[];

  private constructor(dump: ChosenDump, path: string, facts: LineFile, writing: Writing) {
    this.#dump = dump;
    this.#writing = writing;
    this.#path = path;
    this.#files = new DumpFiles(writing.engine, {
      ...{ path, facts },
      write: (files) => writeFiles(writing.engine, path, files),
      recordWritten: () => undefined,
    });
    this.#stems = stemsOf(dump);
    this.#dataSets = tablesOf(dump)
      .filter(holdsRowsOf)
      .flatMap((table) => this.#dataSetsOf(table))
      .map((dataSet, id) => ({ ...dataSet, id }));
  }

  /** @param path a folder that exists and is empty */
  static async begin(dump: ChosenDump, path: string, writing: Writing): Promise<NewDumpFolder> {
    const facts = await LineFile.create(join(path, FACTS_FILE));
    const folder = new NewDumpFolder(dump, path, facts, writing);
    try {
      await folder.#writeStructure();
    } catch (error) {
      await folder.leave();
      throw error;
    }
    return folder;
  }

  /** All that the engine has to write, in order. */
  get dataSets(): readonly EngineRechunkTable[] {
    return this.#dataSets;
  }

  /** Records a data set that the engine has written. */
  async dumped({ table, rows, bytes, countedRows, chunks }: TableDumped): Promise<void> {
    const dataSet = this.#dataSets[table];
    if (dataSet === undefined) return;
    await this.#files.dataSet({
      ...{ fact: 'data', schema: dataSet.schema, table: dataSet.table, partition: dataSet.partition },
      ...{ rows, bytes, countedRows },
      // Their values are not looked at: what is known is that of the chunks that they were.
      chunks: chunks.map((chunk) => ({
        ...chunk,
        longestBinary: dataSet.longestBinary ?? undefined,
        ...{ first: [], last: [] },
      })),
    });
  }

  /** Declares the folder a dump, and opens it once as whoever loads it will. */
  async done(): Promise<void> {
    const { end = '' } = this.#dump.done ?? {};
    await this.#files.done(timeOf(end) ?? new Date());
    assertWhole(await readDump(this.#path));
  }

  async leave(): Promise<void> {
    await this.#files.leave();
  }

  async #writeStructure(): Promise<void> {
    const dump = this.#dump;
    const { sluiceVersion } = this.#writing;
    await this.#files.append(
      {
        fact: 'dump',
        sluice: sluiceVersion,
        consistency: convertText.consistencyOf(dump.manifest.consistent),
      },
      ...sourceFacts(dump),
      ...dump.lacks.map((gap) => ({ fact: 'lacks' as const, ...gap })),
      ...(dump.publicGrants === undefined
        ? []
        : [{ fact: 'public-grants' as const, statements: [...dump.publicGrants] }]),
    );
    await this.#files.write([
      { name: MANIFEST_FILE, text: toJson(newManifest(dump, this.#stems, this.#writing)) },
      ...(await commonScripts(dump)),
    ]);
    for (const schema of dump.schemas) {
      const document = newSchemaDocument(schema, this.#stems);
      await this.#files.write([
        { name: `${this.#stems.schema(schema.name)}.json`, text: toJson(document) },
        ...(await schemaScripts(dump, schema, this.#stems)),
      ]);
      for (const table of schema.tables) await this.#writeTable(table);
    }
  }

  async #writeTable(table: DumpTable): Promise<void> {
    const { schema, name } = table;
    const createTable = await this.#dump.createTableOf(table);
    const { kind } = this.#writing.compression;
    const document = newTableDocument(table, createTable, this.#stems, kind);
    await this.#files.write([{ name: `${this.#stems.object(schema, name)}.json`, text: toJson(document) }]);
    await this.#files.append(...tableFacts(table, this.#dump.form));
  }

  #dataSetsOf(table: DumpTable): readonly Omit<DataSet, 'id'>[] {
    const { schema, name, chunks } = table;
    return dataSetsOf(table).map(({ partition }) => {
      const own = chunks.filter((chunk) => chunk.partition === partition);
      return {
        ...{ schema, table: name, partition, chunks: own, longestBinary: longestOf(own) },
        basename:
          partition === null
            ? this.#stems.object(schema, name)
            : this.#stems.partition(schema, name, partition),
      };
    });
  }
}

/** Also those without any: their document promises a file. */
function holdsRowsOf(table: DumpTable): boolean {
  return table.document.includesData || holdsRows(table);
}

function stemsOf(dump: ChosenDump): NewStems {
  const stems = new Stems();
  const known = new Map<string, string>();
  const add = (...parts: readonly string[]): unknown => known.set(JSON.stringify(parts), stems.of(...parts));
  for (const { name } of dump.schemas) add(name);
  for (const { name: schema, tables, views } of dump.schemas) {
    for (const { name, document } of tables) {
      add(schema, name);
      for (const partition of Object.keys(document.basenames)) add(schema, name, partition);
    }
    for (const { name } of views) add(schema, name);
  }
  const of = (...parts: readonly string[]): string => known.get(JSON.stringify(parts)) ?? parts.join('@');
  return { schema: of, object: of, partition: of };
}

function longestOf(chunks: readonly DumpChunk[]): number | null {
  return chunks.reduce<number | null>(
    (most, { longestBinary }) =>
      most === null || longestBinary === null ? null : Math.max(most, longestBinary),
    0,
  );
}

function sourceFacts({ form, isConverted, isLikelySource, isOfUnknownServer }: ChosenDump): readonly Fact[] {
  const isKnown = isLikelySource !== true && isOfUnknownServer !== true;
  if (form === 'folder' && isConverted !== true && isKnown) return [];
  if (isOfUnknownServer === true) return [{ fact: 'source', known: 'no' }];
  return [{ fact: 'source', known: isLikelySource === true ? 'likely' : 'yes' }];
}

function tableFacts(table: DumpTable, form: ChosenDump['form']): readonly Fact[] {
  const { schema, name, definition } = table;
  const [isReworded, hasHistory] = [table.isReworded === true, versionsOf(table) === 'all'];
  const hasInferredTypes = form === 'values' || table.hasInferredTypes === true;
  return [
    ...(definition === null ? [] : [{ ...definition, table: name }]),
    ...(isReworded || hasInferredTypes || (hasHistory && definition === null)
      ? [{ fact: 'converted-table' as const, schema, table: name, isReworded, hasHistory, hasInferredTypes }]
      : []),
  ];
}
