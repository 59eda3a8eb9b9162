import { failures } from '../failures';

/** Refusals of dumps, or of parts of them, that Sluice does not read. */
export const unsupportedFailures = failures({
  // The dump as a whole.
  newerFormat: {
    code: 'dump-unsupported',
    message: ({ version }: { readonly version: string }) =>
      `The dump has format version ${version}; Sluice reads up to 2.0.`,
  },
  timesNotInUtc: {
    code: 'dump-unsupported',
    message: 'The dump’s TIMESTAMP values are in its server’s time zone, not in UTC: they would be shifted.',
  },
  unknownCapability: {
    code: 'dump-unsupported',
    message: ({
      id,
      description,
      version,
    }: {
      readonly id: string;
      readonly description: string;
      readonly version: string;
    }) => `The dump needs the capability “${id}” (${description}), which MySQL Shell has from ${version} on.`,
  },
  // Scripts and documents.
  scriptNotUtf8: {
    code: 'dump-unsupported',
    message: ({ file, line }: { readonly file: string; readonly line: number }) =>
      `${file} is not in UTF-8: line ${line} holds bytes that are no characters of it.`,
    hint: 'Dump again with a connection of utf8mb4, or convert the file (iconv).',
  },
  statementNotOfAccount: {
    code: 'dump-unsupported',
    message: ({ file }: { readonly file: string }) =>
      `${file} holds a statement that neither creates an account of the dump nor grants it anything.`,
  },
  unsafeDecoder: {
    code: 'dump-unsupported',
    message: ({ column, expression }: { readonly column: string; readonly expression: string }) =>
      `The dump decodes the column “${column}” by ${JSON.stringify(expression)}, which does more than decode it.`,
    hint: 'Do not load this dump unless you trust where it comes from; load it with the tool that wrote it.',
  },
  // The dialect of data files.
  unknownCompression: {
    code: 'dump-unsupported',
    message: ({ compression }: { readonly compression: string }) =>
      `The data files are compressed with “${compression}”, which Sluice can’t read.`,
  },
  unsafeCharacterSet: {
    code: 'dump-unsupported',
    message: ({ characterSet }: { readonly characterSet: string }) =>
      `The data files are in the character set “${characterSet}”, which can’t be cut into rows.`,
  },
  unsafeTerminator: {
    code: 'dump-unsupported',
    message: ({ terminator }: { readonly terminator: string }) =>
      `The data files end their fields or lines with ${JSON.stringify(terminator)}.`,
  },
  sameTerminators: {
    code: 'dump-unsupported',
    message: 'The data files end fields and lines with the same text.',
  },
  unsafeMark: {
    code: 'dump-unsupported',
    message: ({ mark }: { readonly mark: string }) =>
      `The data files enclose or escape their values with ${JSON.stringify(mark)}.`,
  },
  noPreview: {
    code: 'dump-unsupported',
    message: 'The table’s rows are not in MySQL Shell’s default TSV.',
    hint: 'Load the table to see its rows.',
  },
});
