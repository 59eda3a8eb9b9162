import type { FilePicture } from '../contract/pages/page-picture';
import type { EngineFileReport } from '../engine/tablespace';

/** Returns the drawable parts of a file's report; `partition` is null for the file of a whole table. */
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
