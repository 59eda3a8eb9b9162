import { failures } from '../failures';

interface OfPattern {
  readonly pattern: string;
}

interface OfPath {
  readonly path: string;
}

interface RowsFile {
  readonly file: string;
  /** Ending of its name, in small letters. */
  readonly ending: string;
}

const FORMATS: Readonly<Record<string, string>> = {
  csv: 'CSV',
  tsv: 'TSV',
  jsonl: 'JSON Lines',
  ndjson: 'JSON Lines',
  xml: 'XML',
};

function listed(parts: readonly string[]): string {
  return `${parts.slice(0, -1).join(', ')} and ${parts[parts.length - 1] ?? ''}`;
}

/** Failures of taking several files as one dump. */
export const severalFailures = failures({
  noMatch: {
    code: 'not-a-dump',
    message: ({ pattern }: OfPattern) => `No file matches ${pattern}.`,
    hint: 'Check the path; the pattern may need quotes, so that the shell leaves it as it is.',
  },
  openBrace: {
    code: 'not-a-dump',
    message: ({ pattern }: OfPattern) => `A brace of ${pattern} is not closed, and there is no such file.`,
  },
  folderPattern: {
    code: 'usage',
    message: ({ pattern }: OfPattern) =>
      `${pattern} has wildcards in the name of a folder: Sluice takes them in names of files.`,
  },
  noFile: {
    code: 'usage',
    message: ({ path }: OfPath) =>
      `${path} is a folder, and a dump of its own: several files are one dump, several folders are not.`,
    hint: 'Load folders one after the other.',
  },
  otherForm: {
    code: 'usage',
    message: ({ file }: { readonly file: string }) =>
      `${file} is neither CSV, TSV or JSON Lines nor an SQL script by its name: several files are such, or all of them XML.`,
  },
  mixedForms: {
    code: 'usage',
    message: ({ values, script }: { readonly values: string; readonly script: string }) =>
      `${values} holds values and ${script} statements: one load takes files of one form.`,
    hint: 'Load one form after the other. A script that defines the table of t.csv is called t.sql, and may be among the files.',
  },
  mixedValues: {
    code: 'usage',
    message: ({ values, lines }: { readonly values: string; readonly lines: string }) =>
      `${values} is CSV and ${lines} JSON Lines: one load takes files of one form.`,
    hint: 'Load one form after the other.',
  },
  mixedFolder: {
    code: 'dump-unsupported',
    message: ({ files }: { readonly files: readonly RowsFile[] }) =>
      `The folder holds tables in ${files.length === 2 ? 'two' : 'three'} formats: ${listed(files.map(({ file, ending }) => `${file} is ${FORMATS[ending] ?? ending}`))}.`,
    hint: 'Put the files of each format into a folder of its own, and load one folder after the other.',
  },
  scriptsOfFolders: {
    code: 'usage',
    message: ({ one, other }: { readonly one: string; readonly other: string }) =>
      `${one} and ${other} lie in different folders: several scripts are one dump in one folder alone.`,
    hint: 'Put them into one folder.',
  },
  standardInput: {
    code: 'usage',
    message: 'Standard input (-) can’t be one of several dumps.',
  },
  notFollowed: {
    code: 'usage',
    message: ({ pattern }: OfPattern) => `--follow takes the folder of one dump, not ${pattern}.`,
  },
});
