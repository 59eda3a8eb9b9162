import { counted } from '../contract/language/counted';
import { spoken } from '../contract/language/spoken';
import { productOf } from '../contract/product';
import type { CertificateContent } from '../contract/proof/certificate';
import { formatBytes, formatDuration } from '../contract/quantities';
import { utcText } from './certificate';
import { failures } from './failures';
import { objectKinds } from './verify';

type Vendor = 'mysql' | 'mariadb';

const VENDORS: Readonly<Record<Vendor, string>> = { mysql: 'MySQL', mariadb: 'MariaDB' };
const VARIABLES: Readonly<Record<Vendor, string>> = { mysql: 'SLUICE_MYSQLD', mariadb: 'SLUICE_MARIADBD' };

interface OfFile {
  readonly file: string;
}

interface WithReason {
  readonly reason: string;
}

interface WantedVersion {
  readonly vendor: Vendor;
  readonly version: string;
  /** Servers of this vendor that can be started. */
  readonly installed: readonly { readonly product: string; readonly origin: string }[];
}

function installedText(installed: WantedVersion['installed']): string {
  if (installed.length === 0) return 'none of this vendor is installed';
  return `installed: ${installed.map(({ product, origin }) => `${product} (${origin})`).join(', ')}`;
}

/** Most names that a sentence lists. */
const MOST_NAMED = 8;

function listed(names: readonly string[]): string {
  const more = names.length - MOST_NAMED;
  return [...names.slice(0, MOST_NAMED), ...(more > 0 ? [`${more} more`] : [])].join(', ');
}

/** Failures of proving a dump by restoring it, and of checking its certificate. */
export const proveFailures = failures({
  // The server.
  noServer: {
    code: 'server-missing',
    message: ({ vendor }: { readonly vendor: Vendor }) =>
      `The dump can’t be restored here: there is no ${VENDORS[vendor]} server on this machine.`,
    hint: ({ vendor }: { readonly vendor: Vendor }) =>
      `Run npm run setup, install one, or name its program with ${VARIABLES[vendor]}.`,
  },
  noSuchVersion: {
    code: 'server-missing',
    message: ({ vendor, version, installed }: WantedVersion) =>
      `There is no ${VENDORS[vendor]} ${version} on this machine; ${installedText(installed)}.`,
    hint: ({ vendor }: WantedVersion) =>
      `Name its program with ${VARIABLES[vendor]}, or ask for another version: --for ${vendor}.`,
  },
  noSpace: {
    code: 'disk-full',
    message: ({
      folder,
      free,
      needed,
    }: {
      readonly folder: string;
      readonly free: number;
      readonly needed: number;
    }) =>
      `The server’s files don’t fit into ${folder}: ${formatBytes(free)} are free, and the rows alone have ${formatBytes(needed)}.`,
    hint: 'Set TMPDIR to a folder with more room; the rows need about twice their size.',
  },

  // The dump.
  noDefinitions: {
    code: 'dump-unsupported',
    message: ({ path }: { readonly path: string }) =>
      `${path} holds rows without definitions: nothing can be restored from it alone.`,
    hint: 'Prove a dump that holds definitions too.',
  },
  filesUnreadable: {
    code: 'file-failed',
    message: ({ file, reason }: OfFile & WithReason) => `${file} can’t be read: ${reason}.`,
  },
  notAFile: {
    code: 'dump-unsupported',
    message: ({ file }: OfFile) =>
      `${file} is neither a file nor a folder: a certificate can’t tell its content.`,
    hint: 'Remove it from the dump.',
  },
  linkedOut: {
    code: 'dump-unsupported',
    message: ({ file, target }: OfFile & { readonly target: string }) =>
      `${file} is a link that leads out of the dump, to ${target}.`,
    hint: 'Replace it by the file itself.',
  },
  changedMeanwhile: {
    code: 'dump-damaged',
    message: ({ file }: OfFile) => `${file} was changed while the dump was proved.`,
    hint: 'Prove it again when nobody writes to it.',
  },

  // Deviations of what was restored.
  tableNotInOrder: {
    code: 'rows-differ',
    message: ({ reason }: WithReason) => `The server’s check of the restored table found: ${reason}`,
    hint: 'Do not trust this copy: prove the dump again, and report it if it recurs.',
  },
  viewNotReadable: {
    code: 'broken-view',
    message: ({ reason }: WithReason) => `The restored view can’t be read: ${reason}`,
    hint: 'Mend the view, what it refers to or the privileges of its definer at the source, or drop the view there, and dump again.',
  },
  objectNotShown: {
    code: 'target-missing',
    message: ({ kind, reason }: WithReason & { readonly kind: keyof typeof objectKinds }) =>
      `The restored ${objectKinds[kind]} can’t be shown: ${reason}`,
    hint: 'Look at its definition in the dump; if it is right, report this.',
  },

  // The certificate.
  placeUnnamed: {
    code: 'usage',
    message: ({ dump }: { readonly dump: string }) => `There is no place beside ${dump} for its certificate.`,
    hint: 'Name the file that takes it: --certificate FILE.',
  },
  placeInDump: {
    code: 'usage',
    message: ({ file }: OfFile) => `${file} would be a part of the dump that it certifies.`,
    hint: 'Write the certificate to another place: --certificate FILE.',
  },
  placeTaken: {
    code: 'usage',
    message: ({ file }: OfFile) => `${file} exists, and no certificate of Sluice is in it.`,
    hint: 'Write the certificate to another place: --certificate FILE.',
  },
  notWritable: {
    code: 'folder-not-writable',
    message: ({ file, reason }: OfFile & WithReason) =>
      `The certificate ${file} can’t be written: ${reason}.`,
    hint: 'Write it to another place: --certificate FILE.',
  },
  certificateUnreadable: {
    code: 'certificate-refused',
    message: ({ file, reason }: OfFile & WithReason) => `The certificate ${file} can’t be read: ${reason}.`,
  },
  noCertificate: {
    code: 'certificate-refused',
    message: ({ file }: OfFile) => `${file} is no certificate of sluice prove.`,
  },
  newerCertificate: {
    code: 'certificate-refused',
    message: ({ file }: OfFile) => `A later Sluice wrote the certificate ${file}.`,
    hint: 'Check it with that version.',
  },
  certificateChanged: {
    code: 'certificate-refused',
    message: ({ file }: OfFile) =>
      `The certificate ${file} was changed after it was written: its digest is not that of its content.`,
  },

  otherChoices: {
    code: 'certificate-refused',
    message: ({ file, proved, given }: OfFile & { readonly proved: string; readonly given: string }) =>
      `The certificate ${file} is about a dump that was read ${proved === '' ? 'as it was found' : `by ${proved}`}, and not by ${given}.`,
    hint: 'Prove the dump again by these choices, or check it without them.',
  },

  // Files that are not those of the certificate.
  fileChanged: {
    code: 'dump-damaged',
    message: 'The file is not as it was proved.',
    hint: 'Restore it from another copy, or prove the dump again as it is now.',
  },
  fileMissing: {
    code: 'dump-damaged',
    message: 'The file was proved, and is missing.',
    hint: 'Restore it from another copy, or prove the dump again as it is now.',
  },
  fileAdded: {
    code: 'dump-damaged',
    message: 'The file was not there when the dump was proved.',
    hint: 'Remove it, or prove the dump again as it is now.',
  },
});

/** Other sentences of a proof. */
export const proveText = spoken({
  readingFiles: (count: number) => `Digests of ${counted(count, 'file', 'files')} of the dump`,
  starting: (product: string, origin: string) => `Starting an empty ${product} (${origin})`,
  checking: 'Checking each table, view and routine on the server',
  proved: (
    { server, seconds }: Pick<CertificateContent, 'server' | 'seconds'>,
    { file, page }: { readonly file: string; readonly page: string },
  ) =>
    `Proved by a restore into ${productOf(server.version)}, which took ${formatDuration(seconds.load * 1000)}. Certificate: ${file}; to read and print: ${page}`,
  hintOfLoad: (hint: string) => `A load has a way: ${hint}`,
  notSummed: 'The rows were counted, and their values not compared',
  absent: {
    begin: 'When the dump was begun',
    end: 'When the dump was finished',
    definitions: 'Checksums of the files with definitions',
    checksums: 'Checksums of rows: they were taken from the files as they are',
    checksumsIn: (version: string) =>
      `Checksums of rows in a form that Sluice knows: those of the dumping tool have the form ${version}, and were not compared`,
    position: 'The binary log’s position and the GTID set of its source',
    accounts: 'Accounts and their grants',
    rows: 'Rows of some schemas: only definitions were dumped',
  },
  otherServer: (version: string, dumped: string) =>
    `Restored into ${productOf(version)}; the dump comes from ${productOf(dumped)}.`,
  accountNotRestored: (account: string, why: string) => `Not restored: ${account}. ${why}`,
  accountOfProof: 'The server would sign in the proof itself as this account.',
  accountOfServer: 'The empty server has its own account of this name.',
  roleNotRestored: (role: string) => `Its role ${role} is not restored.`,
  serverWithoutPublic: (product: string) => `${product} has no privileges of every account.`,
  noAccountRestored: 'The server that the dump was restored into took none of its accounts',
  serverWithoutAccounts: (product: string) => `${product} can’t take the statements of accounts.`,
  standIns: (accounts: readonly string[]) =>
    `Accounts with all privileges stood in for the definers of objects: ${listed(accounts)}.`,
  namedZones: {
    loaded: 'Time zones by name are those of this machine: the dump’s definitions name some.',
    missing:
      'Its definitions name time zones, and this machine has none (/usr/share/zoneinfo): CONVERT_TZ gave NULL, and what depends on it was not checked.',
  },
  eventsIdle: (count: number) => `${counted(count, 'event', 'events')} restored; none was run.`,
  noCheck: (tables: readonly string[]) => `Their engines have no check of tables: ${listed(tables)}.`,
  /** Lines of `sluice prove --check`. */
  intact: (dump: string, files: number, bytes: number) =>
    `${dump} is as it was proved: ${counted(files, 'file', 'files')}, ${formatBytes(bytes)}.`,
  moreFiles: (count: number) =>
    `${counted(count, 'more file differs', 'more files differ')}: --json names all.`,
  notIntact: (dump: string) => `${dump} is NOT as it was proved.`,
  readBy: (options: string) => `Its values were read by ${options}.`,
  provedAt: (provedAt: string, version: string, seconds: number) =>
    `Proved at ${utcText(provedAt)} by a restore into ${productOf(version)}, which took ${formatDuration(seconds * 1000)}.`,
});
