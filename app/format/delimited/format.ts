import { basename } from 'path';
import { delimitedText } from '../../text/format/delimited';
import type { DumpFormat, DumpPlace } from '../format';
import { spooledDigest } from '../../engine/words/spooled-input';
import { areMostly, filesAt, loneName, type FoundFiles } from '../values/files';
import { glimpseValues, readValues } from '../values/folder';
import { standardInputFile } from '../values/names';
import { anyValuesFile, delimitedFile, type DelimitedFile } from './names';
import { readTable } from './values-file';

/** Files of delimited values, CSV and TSV: one, or a folder with one for each table. */
export const delimitedFormat: DumpFormat = {
  choices: [
    ...([
      'table',
      'separator',
      'quote',
      'escape',
      'header',
      'charset',
      'nullWord',
      'decimal',
      'dates',
    ] as const),
    ...(['columns', 'rejects', 'timeZone'] as const),
  ],
  recognizes: (place) => {
    const { files, others } = filesOf(place);
    return areMostly(place, files, others);
  },
  glimpse: async (place, engine) => {
    const found = foundAt(place);
    return await glimpseValues(place, found, { tool: toolOf(found), engine });
  },
  read: async (place, engine, input, there) => {
    const found = foundAt(place);
    const format = {
      ...{ tool: toolOf(found), kind: 'values', hasDialect: true, readTable },
      inferred: delimitedText.inferred(input.nullWord ?? null),
    };
    return await readValues(place, found, format, { engine, input, there });
  },
};

function toolOf({ files }: FoundFiles<DelimitedFile>): string {
  return delimitedText.format(files.every(({ isTsv }) => isTsv === true));
}

function filesOf(place: DumpPlace): FoundFiles<DelimitedFile> {
  if (place.kind === 'file' && spooledDigest(place.path) !== null) return ofStandardInput(place.path);
  return filesAt(place, delimitedFile);
}

/** Files at a place that holds values, whatever its name says. */
function foundAt(place: DumpPlace): FoundFiles<DelimitedFile> {
  const name = loneName(place);
  if (name === null || (place.kind === 'file' && spooledDigest(place.path) !== null)) return filesOf(place);
  return { files: [delimitedFile(name) ?? anyValuesFile(name)], definitions: new Set(), others: [] };
}

function ofStandardInput(path: string): FoundFiles<DelimitedFile> {
  const files = path.endsWith('.csv') ? [{ ...standardInputFile(basename(path)), isTsv: null }] : [];
  return { files, definitions: new Set(), others: [] };
}
