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

/** Reasons for the load method and for the number of lanes. */
export const rowText = spoken({
  insertAsked: 'Rows go in by INSERT, as asked; LOAD DATA would be faster.',
  insertOnly:
    'Rows go in by INSERT, because the target refuses LOAD DATA LOCAL; SET GLOBAL local_infile = ON makes it faster.',
  insertForBase64:
    'Rows go in by INSERT: the target has no FROM_BASE64, which LOAD DATA needs for the bytes of a dump.',
  oneLaneForArchive: 'One lane: ARCHIVE takes numbers in rising order alone.',
  oneLaneForWideRows: (rowBytes: number) =>
    `One lane: several would leave part-filled pages with rows of about ${formatBytes(rowBytes)}; “speed” preferred, they share it.`,
  oneLaneOnMariaDb:
    'One lane: MariaDB gives several lanes pages between each other’s, about a tenth of them out of order; “speed” preferred, they share it.',
});
