import { join } from 'path';
import { packingSuffixes, type WrittenFormat } from '../contract/dump-output';
import type { EngineNewFile } from '../engine/addon';
import type { EngineExportTable } from '../engine/specs';
import { convertText } from '../text/convert';
import type { ChosenDump } from './chosen-dump';
import { MydumperFolder, type RowsWritten } from './mydumper/folder';
import type { NewOutput } from './output';
import type { ConvertRequest } from './request';
import { ScriptFolder } from './sql/folder';
import { scriptOf } from './sql/script';
import { TableFiles } from './rows/table-files';

/** Writing of a dump in one format. */
export interface ConversionPlan {
  readonly kind: 'file' | 'folder';
  /** All that is written with rows, in order. */
  parts(): AsyncIterable<Omit<EngineExportTable, 'id'>>;
  /** Further files of a folder; complete behind the last part, so that they can be written beside the rows. */
  files(): readonly EngineNewFile[];
  /** Files by which a folder is known to be whole, once all rows are written. */
  lastFiles(rows: RowsWritten): readonly EngineNewFile[];
  /** Parts of the dump that the output does not hold, in sentences; complete behind the last part. */
  notices(): readonly string[];
}

export type PlanRequest = Pick<ConvertRequest, 'split' | 'csv' | 'compression' | 'sluiceVersion'> & {
  readonly format: WrittenFormat;
};

/** @param output null for a descriptor */
export function planOf(request: PlanRequest, dump: ChosenDump, output: NewOutput | null): ConversionPlan {
  const { format, csv, compression } = request;
  const accounts = (dump.manifest.users ?? []).length > 0 ? [convertText.withoutAccounts] : [];
  const suffix = packingSuffixes[compression.kind];
  if (format === 'sql' && request.split !== null) {
    const { sluiceVersion, split } = request;
    const folder = new ScriptFolder(dump, { sluiceVersion, split, suffix });
    return {
      kind: 'folder',
      parts: () => placed(folder.parts(), output),
      files: () => folder.files(),
      lastFiles: () => [],
      notices: () => [convertText.severalScripts(suffix), ...accounts],
    };
  }
  if (format === 'sql') {
    return {
      kind: 'file',
      parts: async function* parts() {
        for await (const part of scriptOf(dump, request.sluiceVersion))
          yield { ...part, file: output?.file ?? '' };
      },
      files: () => [],
      lastFiles: () => [],
      notices: () => accounts,
    };
  }
  if (format === 'mydumper') {
    const folder = new MydumperFolder(dump, { sluiceVersion: request.sluiceVersion, suffix });
    return {
      kind: 'folder',
      parts: () => placed(folder.parts(), output),
      files: () => folder.files,
      lastFiles: (rows) => [folder.metadata(rows)],
      notices: () => accounts,
    };
  }
  const files = new TableFiles(dump, format, { csv, suffix });
  return {
    kind: 'folder',
    parts: () => placed(files.parts(), output),
    files: () => files.definitions,
    lastFiles: () => [],
    notices: () => [...files.notices(), ...accounts],
  };
}

/** Gives each part the path of its file. */
async function* placed(
  parts: AsyncIterable<Omit<EngineExportTable, 'id' | 'file'> & { readonly name: string }>,
  output: NewOutput | null,
): AsyncGenerator<Omit<EngineExportTable, 'id'>> {
  for await (const { name, ...part } of parts) yield { ...part, file: join(output?.folder ?? '', name) };
}
