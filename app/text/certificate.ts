import { counted } from '../contract/language/counted';
import { spoken } from '../contract/language/spoken';
import { formatBytes, formatCount, formatDuration } from '../contract/quantities';
import { resultText } from './cli/result';
import { objectKinds } from './verify';

/** `2026-11-27 01:20:10 UTC`, of a time in ISO 8601. */
export function utcText(time: string): string {
  return `${time.slice(0, 10)} ${time.slice(11, 19)} UTC`;
}

const CHECKS: Readonly<Record<string, string>> = resultText.verifiedKinds;
const KINDS: Readonly<Record<string, string>> = { ...objectKinds, schema: 'schema', account: 'account' };

/** Words of the page that shows a certificate. */
export const certificateText = spoken({
  title: 'Restore certificate',
  proved: (product: string, provedAt: string) =>
    `All of this dump, but for accounts that the remarks name, was restored into ${product}, and compared with what was restored, at ${utcText(provedAt)}.`,
  duration: (seconds: number) =>
    `The restore took ${formatDuration(seconds * 1000)} on this machine, from the empty server to the last verified table.`,
  limits:
    'The certificate is signed by a digest of its own content: sluice prove --check finds every change of the dump and of the certificate. It does not prove who wrote it.',
  dump: 'Dump',
  restore: 'Restore',
  facts: {
    path: 'Path at that time',
    writer: 'Written by',
    format: 'Format',
    source: 'Dumped server',
    begun: 'Begun',
    ended: 'Finished',
    identity: 'Identity',
    size: 'Files',
    input: 'Read by',
    server: 'Server',
    wanted: 'Asked for',
    compared: 'Also compared with',
    threads: 'Threads',
    sluice: 'Sluice',
    digest: 'Digest of the certificate',
  },
  notRecordedFact: 'not recorded',
  size: (files: number, bytes: number) => `${counted(files, 'file', 'files')}, ${formatBytes(bytes)}`,
  phases: {
    files: 'Digests of the files',
    start: 'Start of the empty server',
    load: 'Restore',
    compare: 'Comparison of rows and definitions',
    check: 'Check of tables, views and routines',
  },
  seconds: (seconds: number) => formatDuration(seconds * 1000),
  objects: 'Restored',
  object: (kind: string, count: number) => `${KINDS[kind] ?? kind}: ${formatCount(count)}`,
  rows: (count: number) => `rows: ${formatCount(count)}`,
  checks: 'Checks',
  check: (kind: string, passed: number, notChecked: number) =>
    `${CHECKS[kind] ?? kind}: ${formatCount(passed)}${notChecked === 0 ? '' : `, and ${formatCount(notChecked)} could not be`}`,
  viewsRead: (count: number) => `views read: ${formatCount(count)}`,
  tablesChecked: (count: number) => `tables checked by the server: ${formatCount(count)}`,
  notRecorded: 'Not recorded in the dump',
  remarks: 'Remarks',
  none: 'none',
  tables: 'Tables',
  tableColumns: { table: 'Table', rows: 'Rows', checksum: 'Checksum of the content' },
  files: 'Files',
  fileColumns: { file: 'File', bytes: 'Bytes', sha256: 'SHA-256' },
});
