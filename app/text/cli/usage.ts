import { failures } from '../failures';
import { spoken } from '../../contract/language/spoken';

/** Failures of a command line that can’t be understood, beyond those of single options. */
export const usageFailures = failures({
  notQualified: {
    code: 'usage',
    message: ({ text }: { readonly text: string }) => `“${text}” is not written as SCHEMA.NAME.`,
  },
  notPlaced: {
    code: 'usage',
    message: ({ text }: { readonly text: string }) => `“${text}” is not written as SCHEMA.TABLE=….`,
  },
  schemaTwice: {
    code: 'usage',
    message: ({ schema }: { readonly schema: string }) =>
      `The DSN names the schema “${schema}”, and an option names objects too.`,
    hint: 'Leave the schema out of the DSN, or leave out --schemas, --tables, --routines and --events.',
  },
  otherSchema: {
    code: 'usage',
    message: ({
      table,
      target,
      other,
    }: {
      readonly table: string;
      readonly target: string;
      readonly other: string;
      readonly schema: string;
    }) => `“${table}” goes into “${target}”, not into “${other}”.`,
    hint: ({
      schema,
      other,
    }: {
      readonly table: string;
      readonly target: string;
      readonly other: string;
      readonly schema: string;
    }) => `Say where the schema goes: --schema-map ${schema}=${other}.`,
  },
  nothingLeft: { code: 'usage', message: '--ddl-only and --data-only leave nothing to dump.' },
  checksumNeedsTarget: {
    code: 'usage',
    message: '--checksum compares the dump with a server: name it by --target.',
  },
  sourceNeedsChecksum: {
    code: 'usage',
    message: '--compare-source needs --checksum: rows are compared by their checksums.',
  },
  badOption: {
    code: 'usage',
    message: ({ option, problem }: { readonly option: string; readonly problem: string }) =>
      `${option}: ${problem}`,
  },
  unknownJobKind: {
    code: 'usage',
    message: ({ text, known }: { readonly text: string; readonly known: readonly string[] }) =>
      `“${text}” is no job; there are ${known.join(', ')}.`,
  },
  sideMissing: {
    code: 'usage',
    message: 'A migration has two servers: say which one this is, by --side source or --side target.',
  },
  sideForMigrations: { code: 'usage', message: '--side is for migrations.' },
  htmlOrJson: { code: 'usage', message: 'Choose --html or --json.' },
  twoInspections: {
    code: 'usage',
    message: 'Two inspections are needed to compare: BEFORE.json AFTER.json.',
  },
  nothingToInspect: { code: 'usage', message: 'Give either --target with --tables, or --ibd.' },
  tablesMissing: { code: 'usage', message: 'Name the tables with --tables.' },
  noJsonCommand: {
    code: 'usage',
    message: ({ command }: { readonly command: string; readonly known: readonly string[] }) =>
      `“${command}” is no command with --json.`,
    hint: ({ known }: { readonly command: string; readonly known: readonly string[] }) =>
      `There are ${known.join(', ')}.`,
  },
  notSaved: {
    code: 'unknown-profile',
    message: ({ name }: { readonly name: string }) => `${name} is not saved.`,
  },
  noConnection: {
    code: 'unknown-profile',
    message: ({ name }: { readonly name: string }) => `There is no saved connection “${name}”.`,
  },
  windowsKeychain: {
    code: 'password-unavailable',
    message: ({ name }: { readonly name: string; readonly word: string }) =>
      `Only the window can read the password of ${name}.`,
    hint: ({ word }: { readonly name: string; readonly word: string }) =>
      `Set SLUICE_PASSWORD, use --option-file, or: sluice connections password ${word} --command …`,
  },
  noPassword: { code: 'cancelled', message: 'No password was given.' },
});

/** Sentences behind an option that names the values that it takes. */
export const takes = spoken({
  threads: 'It must be a whole number from 1 to 64.',
  compression: 'It must be none, zstd, or zstd:LEVEL with a level from 1 to 19.',
  size: 'It must be a number of bytes, such as 64M or 64MiB.',
  memoryLimit: 'It must be from 16MiB to 1024GiB.',
  chunkBytes: 'It must be from 128KiB to 4GiB.',
  lockWait: 'It must be a number of seconds from 1 to 86400.',
  seconds: 'It must be a number of seconds from 0 to 3600.',
  someOf: (known: readonly string[]) => `It must be some of ${known.join(', ')}, with commas between them.`,
  names: 'It must be names with commas between them.',
  pairs: 'It must be OLD=NEW pairs with commas between them.',
  oneTarget: (from: string, one: string, other: string) =>
    `“${from}” can’t become both “${one}” and “${other}”.`,
  definers: 'It must be keep, current, strip, USER@HOST, or map:USER@HOST=USER@HOST.',
  oneDefiners: 'Only map:USER@HOST=USER@HOST can be repeated, and not beside another value.',
  account: 'It must be an account as USER@HOST.',
  qualified: (text: string) => `“${text}” is not written as SCHEMA.NAME.`,
  placed: 'It must be written as SCHEMA.TABLE=….',
  wholeNumber: 'It must be a whole number.',
  count: 'Give a whole number from 1 to 10,000.',
  once: (flags: string) => `error: option '${flags}' takes one value, but was given twice`,
});
