import type { SluiceError } from '../contract/failure';
import { unsupportedFailures } from '../text/format/unsupported';
import type { EngineChunkFile, EngineRowDialect } from '../engine/chunk-files';
import type { TableDocument } from './documents';
import { COMPRESSED_SUFFIXES } from './packing';

/** Dialect of our own rows, and of those that the engine makes of statements and values. */
export const OUR_DIALECT: EngineRowDialect = {
  fieldTerminator: '\t',
  enclosure: '',
  escape: '\\',
  lineTerminator: '\n',
};

/** Storage and row format of a table's data files. */
export interface DataFormat {
  readonly compression: EngineChunkFile['compression'];
  readonly dialect: EngineRowDialect;
}

/** Reads it from the table's document; fails with `dump-unsupported` for a format that could not be read exactly. */
export function dataFormatOf(document: TableDocument): DataFormat {
  const { schema, table } = document.options;
  const place = { table: `${schema}.${table}` };
  return { compression: compressionOf(document, place), dialect: dialectOf(document.options, place) };
}

type Place = Pick<SluiceError['failure'], 'table'>;

/** Dumps before format 1.0.2 record it among the options; where nothing does, the files' names tell. */
function compressionOf({ compression, extension, options }: TableDocument, place: Place) {
  const recorded = compression ?? options.compression;
  const named = COMPRESSED_SUFFIXES.find(([suffix]) => extension.endsWith(suffix))?.[1] ?? 'none';
  if (recorded === undefined) return named;
  if (recorded === 'none' || recorded === 'gzip' || recorded === 'zstd') return recorded;
  throw unsupportedFailures.unknownCompression({ compression: recorded }, place);
}

/**
 * Character sets in which every byte below 0x80 is the ASCII character, also within a longer character. In all others
 * a quote or a line break could be half of a letter.
 */
const ASCII_SAFE =
  /^(?:utf8(?:mb[34])?|ascii|binary|latin[1257]|cp(?:125[0167]|85[026]|866)|koi8[ru]|dec8|hp8|greek|hebrew|tis620|mac(?:ce|roman)|geostd8|armscii8|keybcs2|eucjpms|ujis|euckr|gb2312)$/;

/** Returns whether no part of a longer character looks like a quote, an escape or an end. Pure. */
export function isAsciiSafe(charset: string): boolean {
  return ASCII_SAFE.test(charset);
}

function dialectOf(options: TableDocument['options'], place: Place): EngineRowDialect {
  const {
    fieldsTerminatedBy: fieldTerminator,
    fieldsEnclosedBy: enclosure,
    fieldsEscapedBy: escape,
    linesTerminatedBy: lineTerminator,
    defaultCharacterSet,
  } = options;
  if (!isAsciiSafe(defaultCharacterSet))
    throw unsupportedFailures.unsafeCharacterSet({ characterSet: defaultCharacterSet }, place);
  for (const terminator of [fieldTerminator, lineTerminator]) {
    if (terminator === '' || terminator.lastIndexOf(terminator.charAt(0)) > 0)
      throw unsupportedFailures.unsafeTerminator({ terminator }, place);
  }
  if (fieldTerminator === lineTerminator) throw unsupportedFailures.sameTerminators(place);
  for (const mark of [enclosure, escape]) {
    if (!/^[\x01-\x7f]?$/.test(mark)) throw unsupportedFailures.unsafeMark({ mark }, place);
  }
  return { fieldTerminator, enclosure, escape, lineTerminator };
}
