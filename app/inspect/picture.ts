import type { FilePicture } from '../contract/page-picture';
import type { EngineFileReport } from '../engine/tablespace';

/** What of a file's reading can be drawn; `partition` is null for the file of a whole table. */
export function toFilePicture(partition: string | null, report: EngineFileReport): FilePicture {
  return {
    partition,
    pages: report.pages,
    pageSize: report.format.pageSize,
    extentPages: report.format.extentPages,
    indexes: report.indexes.map(({ indexId, plot }) => ({ indexId, plot })),
    map: report.map,
  };
}
