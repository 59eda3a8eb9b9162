import type { IndexLayout, Inspection } from '../../../app/contract/pages/inspection';
import type { FilePicture, IndexPicture, PicturedInspection } from '../../../app/contract/pages/page-picture';

/** Finding the same index in two inspections of a table, and its picture in one: pure functions. */

/** Part of an inspection about one table, regardless of the schema's name; null where there is none. */
export function onlyTable(inspection: Inspection, table: string): Inspection | null {
  const named = new Set(
    inspection.tables.flatMap(({ table: name }) => (bareName(name) === table ? [name] : [])),
  );
  const [name] = named;
  if (name === undefined) return null;
  return {
    ...inspection,
    tables: inspection.tables.filter((candidate) => candidate.table === name),
    indexes: inspection.indexes.filter((candidate) => candidate.table === name),
  };
}

/** The index of an earlier inspection with the same name and partition; nameless ones go by their place. */
export function sameIndex(before: Inspection, after: Inspection, index: IndexLayout): IndexLayout | null {
  if (index.name !== undefined) {
    const found = before.indexes.find(
      ({ name, partition }) => name === index.name && partition === index.partition,
    );
    return found ?? null;
  }
  return before.indexes[after.indexes.indexOf(index)] ?? null;
}

/** An index in the picture of its file. */
export interface DrawnIndex {
  readonly file: FilePicture;
  readonly picture: IndexPicture;
  /** Its place among the file's indexes. */
  readonly place: number;
}

export function drawnIndex({ pictures }: PicturedInspection, index: IndexLayout): DrawnIndex | null {
  const file = pictures.find(({ partition }) => partition === (index.partition ?? null));
  const place = file?.indexes.findIndex(({ indexId }) => indexId === index.indexId) ?? -1;
  const picture = file?.indexes[place];
  return file === undefined || picture === undefined ? null : { file, picture, place };
}

function bareName(table: string | undefined): string | undefined {
  return table?.slice(table.indexOf('.') + 1);
}
