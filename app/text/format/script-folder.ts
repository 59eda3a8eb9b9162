import { formatCount } from '../../contract/quantities';
import { spoken } from '../../contract/language/spoken';
import { failures } from '../failures';

interface OfFile {
  readonly path: string;
}

/** Failures of reading a folder of SQL scripts. */
export const scriptFolderFailures = failures({
  withoutMetadata: {
    code: 'dump-incomplete',
    message: ({ path }: OfFile) =>
      `${path} is a folder of mydumper without its file “metadata”: the dump was never finished.`,
    hint: 'Get the whole folder from where it comes from, or dump again.',
  },
  values: {
    code: 'dump-unsupported',
    message: ({ path, file }: OfFile & { readonly file: string }) =>
      `${path} holds ${file} beside its scripts: they would be loaded without those rows.`,
    hint: 'The script that defines the table of a file of rows is called like it, t.sql for t.csv. Else load scripts and values one after the other, each from a folder of its own.',
  },
  unread: {
    code: 'dump-unsupported',
    message: ({ path, file }: OfFile & { readonly file: string }) =>
      `${path} holds ${file} beside its scripts. No load reads such a file: it would end without those rows.`,
    hint: 'Load the dump from which it was made, or those rows as CSV or JSON Lines. For scripts alone, move it out of the folder.',
  },
  scriptMissing: {
    code: 'dump-incomplete',
    message: ({ path, file }: OfFile & { readonly file: string }) =>
      `${path} lacks ${file}, which its load-order.txt names.`,
    hint: 'Get the whole folder from where it comes from.',
  },
  linkOut: {
    code: 'dump-unsupported',
    message: ({ path }: OfFile) => `${path} is a link to a file outside of its folder.`,
    hint: 'Put the file itself into the folder, or remove the link.',
  },
  noFile: {
    code: 'dump-unsupported',
    message: ({ path }: OfFile) =>
      `${path} is named like a file of the dump, but is a folder, a pipe or a device.`,
    hint: 'Move it out of the folder.',
  },
});

export const scriptFolderText = spoken({
  leftOut: (files: number, example: string) =>
    files === 1
      ? `The folder also holds ${example}, which is no SQL script and is left out.`
      : `The folder also holds ${formatCount(files)} files that are no SQL scripts, such as ${example}, which are left out.`,
});
