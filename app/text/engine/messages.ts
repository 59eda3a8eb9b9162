import { counted } from '../../contract/language/counted';
import { spoken } from '../../contract/language/spoken';
import { formatBytes, formatCount } from '../../contract/quantities';

/** Calls on a file that may fail, by the name that the engine gives them. */
const fileActs = {
  created: 'created',
  opened: 'opened',
  read: 'read',
  written: 'written',
  synced: 'written to the disk',
  closed: 'closed',
  renamed: 'renamed',
} as const;

interface Retry {
  readonly retry: number;
  readonly retries: number;
  readonly reason: string;
}

const english = {
  // Resources of the system
  threadsRefused: 'Could not start a thread: the system refused it',
  fewerThreads: ({ running }: { readonly running: number }) =>
    `Could not start more threads: the system refused them. Continuing with ${running}.`,
  memoryRefused: 'Could not allocate memory: the system refused it',
  noPipe: ({ reason }: { readonly reason: string }) => `The system gives no pipe to the process: ${reason}`,

  // Files
  fileFailed: ({
    file,
    act,
    reason,
  }: {
    readonly file: string;
    readonly act: keyof typeof fileActs;
    readonly reason: string;
  }) => `${file} could not be ${fileActs[act]}: ${reason}`,
  checkFolder: ({ folder }: { readonly folder: string }) => `Check that ${folder} is still there.`,
  fileMissing: ({ file }: { readonly file: string }) => `${file} is missing`,
  fileEndsEarly: ({ file }: { readonly file: string }) => `${file} ends in the middle of its data`,
  fileDamaged: ({ file, reason }: { readonly file: string; readonly reason: string }) =>
    `${file} is damaged: ${reason}`,
  noStreamBegins: ({ packing }: { readonly packing: string }) =>
    `no stream of ${packing} begins where one should`,
  unknownPackingOption: ({ packing }: { readonly packing: string }) =>
    `it asks for an option that ${packing} does not have`,
  wrongCodeOrChecksum: 'a code or a checksum in it is wrong',
  windowTooLarge: ({ file }: { readonly file: string }) =>
    `${file} was compressed so that reading it takes more memory than a lane may hold`,
  libraryMissing: ({ file, library }: { readonly file: string; readonly library: string }) =>
    `${file} is packed in a way that takes ${library}, which was not there when this Sluice was built`,
  buildWithLibraryOrUnpack:
    'Unpack the file first; or install what the library’s programs are built with, and set Sluice up again.',
  raiseMemoryOrUseFewerThreads: 'Raise the memory limit, or use fewer threads.',
  fileDiffers: ({ file, deviations }: { readonly file: string; readonly deviations: string }) =>
    `${file} ${deviations}.`,
  holdsBytes: ({ bytes, recorded }: { readonly bytes: number; readonly recorded: number }) =>
    `holds ${formatCount(bytes)} bytes instead of ${formatCount(recorded)}`,
  holdsRows: ({ rows, recorded }: { readonly rows: number; readonly recorded: number }) =>
    `holds ${formatCount(rows)} rows instead of ${formatCount(recorded)}`,
  endsWithinRow: 'ends in the middle of a row',
  hasDigest: ({ digest, recorded }: { readonly digest: string; readonly recorded: string }) =>
    `has the digest ${digest} instead of ${recorded}`,
  goesOn: ({ recorded }: { readonly recorded: number }) =>
    `goes on behind the ${formatCount(recorded)} bytes that are recorded of it`,

  // SQL scripts
  statementTooLarge: (values: { readonly file: string; readonly line: number; readonly most: number }) =>
    `${values.file}: the statement on line ${formatCount(values.line)} is larger than ${formatBytes(values.most)}, and no server takes one of that size`,
  longInsertEndsOtherwise: ({ file, line }: { readonly file: string; readonly line: number }) =>
    `${file}: the INSERT on line ${formatCount(line)} is too large to be loaded with anything but rows, and it ends with something else`,

  scriptChanged: ({ file, offset }: { readonly file: string; readonly offset: number }) =>
    `${file} has changed since it was scanned: at byte ${formatCount(offset)} it does not go on with the rows that it had there`,
  scriptExpression: ({ file, offset }: { readonly file: string; readonly offset: number }) =>
    `${file}: the row at byte ${formatCount(offset)} holds an expression, and only constants can be loaded as rows`,
  scriptTooManyValues: (values: {
    readonly file: string;
    readonly offset: number;
    readonly columns: number;
  }) =>
    `${values.file}: the row at byte ${formatCount(values.offset)} has more than the ${formatCount(values.columns)} values of its columns`,
  scriptTooFewValues: (values: {
    readonly file: string;
    readonly offset: number;
    readonly values: number;
    readonly columns: number;
  }) =>
    `${values.file}: the row at byte ${formatCount(values.offset)} has ${formatCount(values.values)} values instead of ${formatCount(values.columns)}`,
  scriptValueTooLarge: (values: { readonly file: string; readonly offset: number; readonly most: number }) =>
    `${values.file}: the value at byte ${formatCount(values.offset)} is larger than ${formatBytes(values.most)}, the most that the memory limit leaves for one`,
  scriptValueRefused: (values: {
    readonly file: string;
    readonly offset: number;
    readonly value: number;
    readonly reason: string;
  }) =>
    `${values.file}: value ${formatCount(values.value)} of the row at byte ${formatCount(values.offset)} ${values.reason}`,
  delimitedChanged: ({ file, line }: { readonly file: string; readonly line: number }) =>
    `${file} is not as it was when its rows were counted: the row on line ${formatCount(line)} has another number of values`,
  delimitedValueTooLarge: ({ file, line }: { readonly file: string; readonly line: number }) =>
    `A value on line ${formatCount(line)} of ${file} is larger than the memory that there is for it, or than any server takes`,
  scriptNotForInsert: ({ charset }: { readonly charset: string }) =>
    `The rows of the script are text in ${charset}: only LOAD DATA can load them`,
  scriptBytesForText: 'is binary, and its column holds text',
  scriptOtherCharset: ({ charset }: { readonly charset: string }) =>
    `has another character set than ${charset}, that of the script`,
  scriptNoNumber: 'is not a whole number of 64 bits',
  scriptWideText: 'has other letters than those of ASCII, and its column holds numbers or times',

  // Sessions
  errorWithoutWords: ({ number }: { readonly number: number }) =>
    `The server returned error ${number} without a message.`,
  notConnected: ({ place, reason }: { readonly place: string; readonly reason: string }) =>
    `Could not connect to ${place}: ${reason}`,
  tlsNotOffered: 'The server does not offer TLS',
  signInInterrupted: 'The sign-in was interrupted',
  compressionNotSupported: 'The server does not support a compressed connection',
  sessionInterrupted: 'The session was interrupted',
  fileNotOffered: 'The server asked for a file it was not offered',
  severalServers:
    'The address leads to several servers: a session reached another one than the first session of the run did',
  connectToOneServer:
    'Connect to one of the servers itself, or have the balancer keep one client on one server, then start again.',
  variableRefused: ({ name, value }: { readonly name: string; readonly value: string }) =>
    `The session variable ${name} was set to ${value} and reads back as another value`,
  silentConnection: ({ connection }: { readonly connection: number }) =>
    `Connection ${connection} has gone silent, and the server does not work for it any more: it is given up.`,
  silentConnectionOfLostServer: ({ connection }: { readonly connection: number }) =>
    `Connection ${connection} has gone silent, and the server can't be reached: it is given up.`,
  ofSource: ({ message }: { readonly message: string }) => `The source: ${message}`,
  ofTarget: ({ message }: { readonly message: string }) => `The target: ${message}`,
  sourceLost: ({ reason }: { readonly reason: string }) =>
    `The connection to the source was lost, and its snapshot with it: ${reason}`,

  // Reading rows
  snapshotsTooSlow: ({ ms }: { readonly ms: number }) =>
    `Could not take all snapshots within ${formatCount(ms)} ms, the longest time that the lock is held`,
  lookAtServerAndNetwork: 'Check what the server and the network are busy with, then start again.',
  snapshotNotConsistent: 'The server warned that it did not take a consistent snapshot',
  rowTooLarge: ({ most }: { readonly most: number }) =>
    `A row is larger than ${formatBytes(most)}, the most that the memory limit leaves for one row`,
  rowOfTableTooLarge: ({ table, most }: { readonly table: string; readonly most: number }) =>
    `A row of ${table} is larger than ${formatBytes(most)}, the most that the memory limit leaves for one row`,
  raiseMemoryToSixteenRows: 'Raise the memory limit to sixteen times the size of the largest row.',
  raiseMemoryToSixRows: 'Raise the memory limit to six times the size of the largest row.',
  countDiffersFromDump: (values: {
    readonly counted: number;
    readonly table: string;
    readonly written: number;
  }) =>
    `The server counts ${counted(values.counted, 'row', 'rows')} of ${values.table} in this snapshot, but ${formatCount(values.written)} were written`,
  countDiffersFromMoved: (values: {
    readonly counted: number;
    readonly table: string;
    readonly moved: number;
  }) =>
    `The source counts ${counted(values.counted, 'row', 'rows')} of ${values.table} in this snapshot, but ${formatCount(values.moved)} were moved`,

  // Writing rows
  countNotTold: ({ answer }: { readonly answer: string }) =>
    `The server does not say how many rows it took: “${answer}”.`,
  notAllRowsSent: ({ read, sent }: { readonly read: number; readonly sent: number }) =>
    `${formatCount(read)} rows were read and ${formatCount(sent)} were sent.`,
  numbersGenerated: ({ first }: { readonly first: string }) =>
    `The server generated AUTO_INCREMENT values of its own, from ${first} on, though every row brings its own.`,
  insertTooLarge: ({
    row,
    bytes,
    most,
  }: {
    readonly row: number;
    readonly bytes: number;
    readonly most: number;
  }) =>
    `Row ${formatCount(row)} needs an INSERT of ${formatCount(bytes)} bytes or more, and none may have more than ${formatCount(most)} (max_allowed_packet, or the memory limit).`,
  tooManyValues: ({ row, columns }: { readonly row: number; readonly columns: number }) =>
    `Row ${formatCount(row)} has more than the ${formatCount(columns)} values of its columns.`,
  tooFewValues: ({
    row,
    values,
    columns,
  }: {
    readonly row: number;
    readonly values: number;
    readonly columns: number;
  }) => `Row ${formatCount(row)} has ${formatCount(values)} values instead of ${formatCount(columns)}.`,
  inRow: ({ row, problem }: { readonly row: number; readonly problem: string }) =>
    `Row ${formatCount(row)} of the file: ${problem}`,
  inRowWithKey: ({ key, problem }: { readonly key: string; readonly problem: string }) =>
    `The row with ${key}: ${problem}`,
  notForParquet: (values: { readonly column: string; readonly type: string; readonly value: string }) =>
    `${values.column} (${values.type === '' ? 'text' : values.type}) is “${values.value}”, which Parquet has no value for`,
  severalSrids: (values: { readonly column: string; readonly first: number; readonly second: number }) =>
    `${values.column} has geometries of SRID ${String(values.first)} and of SRID ${String(values.second)}, and a column of Parquet is written with one`,
  nullInRequired: ({ column }: { readonly column: string }) => `${column} is NULL, but defined as NOT NULL`,
  chooseOtherFormat:
    'Correct the value, leave its table or row out, or choose --format csv or jsonl, which write it as it is.',
  notBase64: ({ row }: { readonly row: number }) => `Row ${formatCount(row)} has a value that is no base64.`,
  warned: ({
    row,
    column,
    warning,
    others,
  }: {
    /** Counted from 1; 0 where the server names none. */
    readonly row: number;
    /** Empty where the server names none. */
    readonly column: string;
    readonly warning: string;
    readonly others: number;
  }) => `${placeOf(row, column)}${warning}${others > 0 ? ` (and ${formatCount(others)} more)` : ''}`,
  countsDiffer: (values: {
    readonly sent: number;
    readonly read: number;
    readonly skipped: number;
    readonly replaced: number;
  }) =>
    `${counted(values.sent, 'row was', 'rows were')} sent; the server read ${formatCount(values.read)}, skipped ${formatCount(values.skipped)} and replaced ${formatCount(values.replaced)}.`,
  warningsUnread: ({ warnings, returned }: { readonly warnings: number; readonly returned: number }) =>
    `The server gave ${formatCount(warnings)} warnings but returned only ${formatCount(returned)} of them, so the rows can't be proved right.`,
  grantWarnings: 'Grant the account SESSION_VARIABLES_ADMIN on MySQL: then all warnings can be read.',
  lockHeld: ({ lock }: { readonly lock: string }) =>
    `Could not acquire the user lock ${lock}: an earlier session of this load still holds it.`,
  targetRowsDiffer: (values: { readonly counted: number; readonly expected: number }) =>
    `The target holds ${counted(values.counted, 'row', 'rows')} instead of ${formatCount(values.expected)}.`,
  commitsLost: ({ lost, committed }: { readonly lost: number; readonly committed: number }) =>
    `The connection to the target broke, and the server that answers now lacks ${formatCount(lost)} of the ${counted(committed, 'chunk', 'chunks')} that it had committed: it lost them in a crash, or it is another server.`,
  retrying: ({ work, retry, retries, reason }: Retry & { readonly work: string }) =>
    `${work} was rolled back; retrying (${retry} of ${retries}): ${reason}`,
  workOnSmallTables: ({ tables }: { readonly tables: number }) =>
    `The load of ${counted(tables, 'small table', 'small tables')}`,
  workOnTable: 'Work on the table',

  // Secondary indexes
  makeRoomForIndexes:
    "Make room in the server's tmpdir (or set innodb_tmpdir) and in its data folder, or load with the indexes inline.",
  indexesOneByOne: ({ indexes, reason }: { readonly indexes: number; readonly reason: string }) =>
    `Could not build ${counted(indexes, 'index', 'indexes')} in one statement; building them one by one: ${reason}`,
  retryingIndex: ({ retry, retries, reason }: Retry) =>
    `Retrying an index build (${retry} of ${retries}): ${reason}`,

  // Ends that somebody asked for
  loadStopped: 'The load was stopped.',
  migrationStopped: 'The migration was stopped.',
  notHex: ({ row }: { readonly row: number }) =>
    `Row ${formatCount(row)} has a value that is not made of hexadecimal digits.`,
  verificationStopped: 'The verification was stopped.',
  exportStopped: 'The conversion was stopped.',
  comparisonStopped: 'The comparison was stopped.',
  scanStopped: 'The scan was stopped',

  // Tablespace files
  notAFile: ({ file }: { readonly file: string }) => `${file} is not a file`,
  notASpace: ({ file }: { readonly file: string }) => `${file} does not begin like an InnoDB tablespace`,
  spaceEmpty: ({ file }: { readonly file: string }) => `${file} is empty`,
  spaceCutOff: (values: { readonly file: string; readonly pages: number; readonly wanted: number }) =>
    `${values.file} is cut off: it has ${counted(values.pages, 'whole page', 'whole pages')}, and its first page says ${formatCount(values.wanted)}`,
  spaceGotShorter: ({ file }: { readonly file: string }) => `${file} got shorter while it was read`,
  spaceHeaderUnwritten: ({ file }: { readonly file: string }) =>
    `${file} has a first page that was not written yet`,
  waitForPageCleaner:
    'The server completes a new file within seconds: try again, or read what it has in memory (--tier buffer).',
  spaceHeaderDamaged: ({ file }: { readonly file: string }) =>
    `${file} has a first page that is damaged, or whose flags name another page size`,
  pageSizeUnknown: ({ file, bytes }: { readonly file: string; readonly bytes: number }) =>
    `${file} names a page size of ${formatCount(bytes)} bytes, which InnoDB does not have`,
  fillOfCompressedRows: 'ROW_FORMAT=COMPRESSED: the pages tell only how full they are when uncompressed',
  pagesEncrypted: ({ pages }: { readonly pages: number }) =>
    `${counted(pages, 'page is', 'pages are')} encrypted: only headers can be read`,
  pagesCompressed: ({ pages }: { readonly pages: number }) =>
    `${counted(pages, 'page is', 'pages are')} compressed: only headers can be read`,
  chainBroken: ({ reason }: { readonly reason: string }) =>
    `The chain of leaf pages is not whole in the file: ${reason}`,
  nextPageBehindEnd: ({ page }: { readonly page: number }) =>
    `page ${page} names a next page behind the file's end`,
  leafUnreadable: ({ page }: { readonly page: number }) => `page ${page} is not written yet, or damaged`,
  notALeaf: ({ page }: { readonly page: number }) => `page ${page} is no leaf of this index`,
  otherPreviousPage: ({ page }: { readonly page: number }) => `page ${page} names another previous page`,
  severalFirstLeaves: ({ pages }: { readonly pages: number }) =>
    `${counted(pages, 'leaf page has', 'leaf pages have')} no previous page`,
  leavesOutsideChain: ({ pages }: { readonly pages: number }) =>
    `${counted(pages, 'leaf page is', 'leaf pages are')} not in the chain`,
} as const;

/** `Row 7, column name: `; empty where neither is known. */
function placeOf(row: number, column: string): string {
  const parts = [
    ...(row > 0 ? [`row ${formatCount(row)}`] : []),
    ...(column === '' ? [] : [`column ${column}`]),
  ];
  const place = parts.join(', ');
  return place === '' ? '' : `${place.charAt(0).toUpperCase()}${place.slice(1)}: `;
}

/** Sentences of the native engine, by the keys that it sends (native/engine/support/message.h). */
export const engineMessages = spoken(english);
