import { formatBytes } from '../../contract/quantities';
import { failures } from '../failures';
import { spoken } from '../../contract/language/spoken';

/** The server rounds `max_allowed_packet` down to a multiple of it. */
const KIB = 1024;

/** Failures of loading rows. */
export const rowFailures = failures({
  noLocalInfile: {
    code: 'local-infile-off',
    message: 'The target refuses LOAD DATA LOCAL (local_infile is OFF).',
  },
  noBase64: {
    code: 'dump-unsupported',
    message: 'The target has no FROM_BASE64, which LOAD DATA needs for the bytes of a dump.',
    hint: 'Choose another load method, which decodes them here.',
  },
  packetTooSmall: {
    code: 'packet-too-small',
    message: ({ bytes, most }: { readonly bytes: number; readonly most: number; readonly room: number }) =>
      `A binary value has ${bytes} bytes, and the target’s max_allowed_packet of ${most} lets nobody make one as long.`,
    hint: ({ room }: { readonly bytes: number; readonly most: number; readonly room: number }) =>
      `Allow it on the target, then start again: SET GLOBAL max_allowed_packet = ${Math.ceil(room / KIB) * KIB};`,
  },
  decodedByExpression: {
    code: 'dump-unsupported',
    message: ({ column }: { readonly column: string }) =>
      `The column “${column}” is decoded by an expression, which an INSERT can’t do.`,
    hint: 'Let the target take LOAD DATA: SET GLOBAL local_infile = ON.',
  },
  fileChanged: {
    code: 'rows-differ',
    message: 'Other rows were loaded from this file than it holds now.',
  },
});

function shareText(share: number): string {
  return `${Math.max(1, Math.round(share * 100))} % of its rows come directly behind a larger key`;
}

/** Reasons for the load method, the number of lanes and the order of rows. */
export const rowText = spoken({
  insertAsked: 'Rows go in by INSERT, as asked; LOAD DATA would be faster.',
  insertOnly:
    'Rows go in by INSERT, because the target refuses LOAD DATA LOCAL; SET GLOBAL local_infile = ON makes it faster.',
  insertForBase64:
    'Rows go in by INSERT: the target has no FROM_BASE64, which LOAD DATA needs for the bytes of a dump.',
  oneLaneForArchive: 'One lane: ARCHIVE takes numbers in rising order alone.',
  oneLaneForComputedRows: 'One lane: the server computes rows, and numbers them in their order.',
  oneLaneForWideRows: (rowBytes: number) =>
    `One lane: several would leave part-filled pages with rows of about ${formatBytes(rowBytes)}; “speed” preferred, they share it.`,
  sorted: ({
    share,
    ranges,
    bytes,
  }: {
    readonly share: number;
    readonly ranges: number;
    readonly bytes: number;
  }) =>
    ranges === 1
      ? `Sorted by the primary key in memory, because ${shareText(share)}: pages come out full and in order.`
      : `Sorted by the primary key in ${ranges} ranges of about ${formatBytes(bytes)}, because ${shareText(share)}: each range reads all rows of the table, and pages come out full and in order.`,
  notSorted: ({ share, why }: { readonly share: number; readonly why: string }) =>
    `Not sorted, though ${shareText(share)}: ${why} Its pages will be less full; OPTIMIZE TABLE fills them afterwards.`,
  sortingOff: 'this was asked for.',
  orderOfServer:
    'only the server can compare its primary key (its collation or type has an order of its own).',
  computedRowsUnsorted: 'the server computes rows.',
  settingsDiffer: 'its rows stand under different settings of the session.',
  rowTooLong: ({ bytes }: { readonly bytes: number }) =>
    `a row of ${formatBytes(bytes)} leaves too little of the memory limit for others.`,
  tooManyRanges: ({ ranges, most }: { readonly ranges: number; readonly most: number }) =>
    `within the memory limit it would take ${ranges} ranges, each of which reads all of its rows. Raise --memory-limit to ${formatBytes(most)}, or use fewer threads.`,
  oneLaneOnMariaDb:
    'One lane: MariaDB gives several lanes pages between each other’s, about a tenth of them out of order; “speed” preferred, they share it.',
});
