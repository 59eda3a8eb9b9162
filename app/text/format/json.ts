import { counted } from '../../contract/language/counted';
import { spoken } from '../../contract/language/spoken';
import { formatCount } from '../../contract/quantities';
import { commandLine } from '../../contract/commands/command-line';
import { inputWords, type InputChoices } from '../../contract/commands/input';
import { failures } from '../failures';

interface InFile {
  readonly file: string;
}

/** Failures of reading files of JSON Lines as a dump. */
export const jsonFailures = failures({
  onStandardInput: {
    code: 'dump-unsupported',
    message: 'Standard input is JSON, of which Sluice reads JSON Lines, an object a line.',
    hint: "Of one array of objects such lines are made by: jq -c '.[]'; of objects that stand on several lines: jq -c .",
  },
  tableUnnamed: {
    code: 'usage',
    message: 'Standard input is no SQL script: it looks like JSON Lines.',
    hint: 'Name the table whose rows it holds: --input-table TABLE, or SCHEMA.TABLE.',
  },
  optionOfCsv: {
    code: 'usage',
    message: ({ file, option }: InFile & { readonly option: string }) =>
      `${option} is for CSV and TSV, and ${file} is JSON Lines.`,
    hint: 'JSON Lines takes --input-table and --input-columns KEY=COLUMN.',
  },
  columnsByOrder: {
    code: 'usage',
    message: ({ file }: InFile) =>
      `--input-columns names columns by the order of values, and those of ${file} have keys.`,
    hint: 'Name the columns by the keys: --input-columns KEY=COLUMN,…; all other keys are columns of their own names.',
  },
  keyAbsent: {
    code: 'usage',
    message: ({ file, key, keys }: InFile & { readonly key: string; readonly keys: readonly string[] }) =>
      `--input-columns does not fit: no line of ${file} has the key ${key}, but ${keys.join(', ')}.`,
  },
  notLines: {
    code: 'dump-unsupported',
    message: ({ path }: { readonly path: string }) =>
      `${path} is a file of JSON, of which Sluice reads JSON Lines, an object a line, called .jsonl or .ndjson.`,
    hint: "If each line is an object, rename the file. Of one array of objects such lines are made by: jq -c '.[]' rows.json > rows.jsonl.",
  },
  badLines: {
    code: 'dump-damaged',
    message: (values: InFile & { readonly lines: number; readonly first: string }) =>
      `${counted(values.lines, 'line', 'lines')} of ${values.file} ${values.lines === 1 ? 'is' : 'are'} no row: ${values.first}.`,
    hint: 'Mend the lines. Each is one JSON object (RFC 8259), in UTF-8, and ends with a line feed.',
  },
  tooManyKeys: {
    code: 'dump-unsupported',
    message: ({ file }: InFile) => `${file} has more keys than a table can have columns.`,
    hint: 'Put what varies into one object: it becomes a column of JSON.',
  },
  otherKeys: {
    code: 'header-assumed',
    message: ({ file, other }: { readonly file: string; readonly other: string }) =>
      `The objects of ${file} have no key that those of the other files of their table have (${other}).`,
    hint: 'Load them as two tables where they are: without --input-table, or in two folders.',
  },
  noKeys: {
    code: 'dump-unsupported',
    message: ({ file }: InFile) => `The objects of ${file} have no keys, of which columns could be made.`,
  },
  unknownKeys: {
    code: 'dump-unsupported',
    message: (values: InFile & { readonly keys: readonly string[] }) =>
      `${values.file} has ${values.keys.length === 1 ? 'a key' : 'keys'} for which the table beside it has no column: ${values.keys.join(', ')}.`,
    hint: 'Add the columns to the script beside the file, or take the script away: then the table is made of the keys.',
  },
  notBytes: {
    code: 'dump-unsupported',
    message: (values: InFile & { readonly columns: readonly string[] }) =>
      `${values.file} has values for ${values.columns.join(', ')}, which ${values.columns.length === 1 ? 'is a column' : 'are columns'} of bytes, that are neither base64 nor hexadecimal digits behind 0x.`,
    hint: 'Write bytes as base64, or make the columns ones of text.',
  },
});

const FAULTS = {
  'no-object': 'no object begins',
  unexpected: 'a character stands where JSON has none',
  cut: 'the line ends within the object',
  more: 'something stands behind the object',
  control: 'a control character stands in a string',
  escape: 'an escape is none of JSON’s',
  surrogate: 'half of a pair of surrogates stands alone',
  'not-utf8': 'the line is not UTF-8',
  'too-deep': 'values are nested too deep',
  twice: 'a key stands there twice',
} as const;

interface FoundFile extends InFile {
  readonly keys: number;
  readonly hasInstants: boolean;
  readonly primaryKey: string | null;
  readonly isDefined: boolean;
  readonly input: InputChoices;
}

/** Choices that were made by hand, behind what is found. */
function byHand(input: InputChoices): string {
  const words = inputWords(input);
  return words.length === 0 ? '' : `; by hand: ${commandLine(words)}`;
}

/** Words of files of JSON Lines. */
export const jsonText = spoken({
  format: 'JSON Lines',
  badLine: (line: number, column: number, fault: keyof typeof FAULTS) =>
    `line ${formatCount(line)}, byte ${formatCount(column)} (${FAULTS[fault]})`,
  badRow: (column: number, fault: keyof typeof FAULTS) => `byte ${formatCount(column)}: ${FAULTS[fault]}`,
  found: (found: FoundFile) => {
    const key = found.primaryKey === null ? 'no primary key' : `primary key ${found.primaryKey}`;
    const times = found.hasInstants ? '; times with an offset, stored in UTC' : '';
    return `${found.file}: ${counted(found.keys, 'key', 'keys')}${times}; ${found.isDefined ? 'its definition lies beside it' : key}${byHand(found.input)}.`;
  },
  inferred:
    'The types of the columns are inferred from all values: objects and arrays become JSON, strings of dates become dates, all other strings texts. A key that a line does not have is NULL.',
});
