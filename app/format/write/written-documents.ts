import type { Done, Manifest, SchemaDocument, TableDocument } from '../documents';
import type { DataFact } from '../facts';
import type { FileDigest } from '../read/files';

/** The done marker of a dump with these data sets, of which nothing is lost. */
export function doneDocument(data: readonly DataFact[], facts: FileDigest, end: Date): Done {
  const sumBy = (value: (fact: DataFact) => number) => {
    const sums = new Map<string, Map<string, number>>();
    for (const fact of data) {
      const tables = sums.get(fact.schema) ?? new Map<string, number>();
      sums.set(fact.schema, tables.set(fact.table, (tables.get(fact.table) ?? 0) + value(fact)));
    }
    return Object.fromEntries([...sums].map(([schema, tables]) => [schema, Object.fromEntries(tables)]));
  };
  const chunks = data.flatMap((fact) => fact.chunks);
  return {
    end: formatTime(end),
    dataBytes: data.reduce((sum, { bytes }) => sum + bytes, 0),
    tableDataBytes: sumBy(({ bytes }) => bytes),
    tableRows: sumBy(({ rows }) => rows),
    chunkFileBytes: Object.fromEntries(chunks.map(({ file, bytes }) => [file, bytes])),
    issues: {},
    sluiceFacts: facts,
  };
}

export function toJson(document: Manifest | SchemaDocument | TableDocument | Done): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** Reads what {@link formatTime} makes; null for anything else. */
export function timeOf(text: string): Date | null {
  const time = new Date(`${text.replace(' ', 'T')}Z`);
  return Number.isNaN(time.getTime()) ? null : time;
}

/** Formats a time as `YYYY-MM-DD hh:mm:ss`, as MySQL Shell does. */
export function formatTime(time: Date): string {
  return time.toISOString().slice(0, 19).replace('T', ' ');
}
