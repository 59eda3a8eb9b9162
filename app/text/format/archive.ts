import { formatCount } from '../../contract/quantities';
import { spoken } from '../../contract/language/spoken';
import { failures } from '../failures';

interface OfFile {
  readonly path: string;
}

interface OfEntry extends OfFile {
  readonly name: string;
}

/** Failures of reading a zip. */
export const archiveFailures = failures({
  cut: {
    code: 'dump-damaged',
    message: ({ path }: OfFile) =>
      `${path} does not end with the list of its files, as every zip does: it was cut, or is still being written.`,
    hint: 'Get the whole file from where it comes from.',
  },
  listDamaged: {
    code: 'dump-damaged',
    message: ({ path }: OfFile) =>
      `${path} is damaged: its list of files names places or sizes that can’t be true.`,
    hint: 'Get it again from where it comes from. If another program can unpack it, load what comes out.',
  },
  tooManyFiles: {
    code: 'dump-unsupported',
    message: ({ path }: OfFile) => `${path} lists more files than Sluice reads of a zip.`,
    hint: 'Unpack it first.',
  },
  severalDisks: {
    code: 'dump-unsupported',
    message: ({ path }: OfFile) => `${path} is one part of a zip that was split into several files.`,
    hint: 'Unpack it first.',
  },
  encrypted: {
    code: 'dump-unsupported',
    message: ({ path, name }: OfEntry) => `${name} in ${path} is encrypted.`,
    hint: 'Unpack it first.',
  },
  unknownMethod: {
    code: 'dump-unsupported',
    message: ({ path, name, method }: OfEntry & { readonly method: number }) =>
      `${name} in ${path} is packed by the method ${method}; Sluice unpacks those that are stored or deflated.`,
    hint: 'Unpack it first.',
  },
  sameName: {
    code: 'dump-unsupported',
    message: ({ path, name }: OfEntry) => `${path} holds several files with the name ${name}.`,
    hint: 'Unpack it first.',
  },
  otherDump: {
    code: 'dump-unsupported',
    message: ({ path, name }: OfEntry) =>
      `${path} is the zip of a dump folder: it holds ${name}. Sluice reads such folders only as they are.`,
    hint: 'Unpack it first, and load the folder.',
  },
  rowsBeside: {
    code: 'dump-unsupported',
    message: ({ path, name }: OfEntry) =>
      `${path} holds ${name} beside its scripts: they would be loaded without those rows.`,
    hint: 'Unpack it first, and load the folder.',
  },
  otherForm: {
    code: 'dump-unsupported',
    message: ({ path, name }: OfEntry) =>
      `${path} holds ${name} beside files of rows in another form: it would be left out.`,
    hint: 'Unpack it first, and load what belongs together.',
  },
  officeDocument: {
    code: 'dump-unsupported',
    message: ({ path }: OfFile) => `${path} is a document of an office program, and no zip of a dump.`,
    hint: 'Save each of its tables as CSV, and load those files.',
  },
  noScripts: {
    code: 'not-a-dump',
    message: ({ path, files }: OfFile & { readonly files: number }) =>
      `${path} holds no dump: none of its files (${formatCount(files)}) is called .sql, .csv, .tsv, .jsonl or .xml.`,
  },
});

export const archiveText = spoken({
  place: ({ path, name }: OfEntry) => `${name} in ${path}`,
  leftOutOfRows: (files: number, example: string) =>
    files === 1
      ? `The zip also holds ${example}, which is no file of rows by its name and is left out.`
      : `The zip also holds ${formatCount(files)} files that are none of rows by their names, such as ${example}, which are left out.`,
  leftOut: (files: number, example: string) =>
    files === 1
      ? `The zip also holds ${example}, which is no SQL script and is left out.`
      : `The zip also holds ${formatCount(files)} files that are no SQL scripts, such as ${example}, which are left out.`,
});
