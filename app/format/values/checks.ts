import type { EngineFieldCheck } from '../../engine/scan/field-check';
import { primaryKeyOf } from '../script/tables/primary-key';
import {
  charsetsOf,
  columnsOf,
  isOfBytes,
  isRequired,
  ownWords,
  splitAt,
  type TableText,
} from '../script/tables/table-text';

/** Check of a column of which nothing is known. */
export const ANY_VALUE: EngineFieldCheck = {
  ...{ kind: 'any', isNotNull: false, isUnsigned: false, bits: 0, digits: 0, fraction: 0 },
  ...{ mostCharacters: 0, mostBytes: 0, trimsSpaces: false, charset: 'all', members: [] },
};

/** The check of a column whose values, but for NULL, are the server's to judge. Pure. */
export function ofNullAlone({ isNotNull }: EngineFieldCheck): EngineFieldCheck {
  return { ...ANY_VALUE, isNotNull };
}

const TYPE = /^(?:`(?:[^`]|``)+`|"(?:[^"]|"")+"|[\w$\u0080-\uffff]+)\s+(\w+)\s*(\()?/;

const INTEGER_BITS: Readonly<Record<string, number>> = {
  ...{ tinyint: 8, bool: 8, boolean: 8, smallint: 16, mediumint: 24 },
  ...{ int: 32, integer: 32, bigint: 64, serial: 64 },
};
const TEXT_BYTES: Readonly<Record<string, number>> = { tiny: 255, '': 65_535, medium: 16_777_215, long: 0 };
const CHARSETS: Readonly<Record<string, EngineFieldCheck['charset']>> = {
  ...{ ascii: 'ascii', latin1: 'latin1', utf8: 'utf8mb3', utf8mb3: 'utf8mb3' },
};

/** Checks of the columns of a definition, by their names in small letters, as far as its text tells. Pure. */
export function fieldChecks(text: TableText): ReadonlyMap<string, EngineFieldCheck> {
  const charsets = charsetsOf(text);
  const keys = new Set(primaryKeyOf(text.elements).map(({ name }) => name));
  return new Map(
    text.elements.flatMap((element): [string, EngineFieldCheck][] => {
      const [column] = columnsOf({ elements: [element] });
      if (column === undefined || column.isGenerated) return [];
      const words = ownWords(element).toUpperCase();
      // A server makes their values of NULL.
      const makesValue = column.isAutoIncrement || column.type === 'timestamp';
      const isNotNull = isRequired(element) || keys.has(column.name.toLowerCase());
      return [
        [
          column.name.toLowerCase(),
          {
            ...ANY_VALUE,
            isNotNull: isNotNull && !makesValue,
            isUnsigned: /\b(?:UNSIGNED|ZEROFILL)\b/.test(words) || column.type === 'serial',
            ...typeCheck(column.type, argumentsOf(element), charsets.get(column.name) ?? null),
          },
        ],
      ];
    }),
  );
}

/** Texts in the parentheses behind a column's type. */
function argumentsOf(element: string): readonly string[] {
  const [head, , open] = TYPE.exec(element) ?? [];
  if (head === undefined || open === undefined) return [];
  return splitAt(element.slice(head.length)).parts.map((part) => part.trim());
}

function typeCheck(
  type: string,
  values: readonly string[],
  charset: string | null,
): Partial<EngineFieldCheck> {
  const [first = NaN, second = 0] = values.map(Number);
  const length = Number.isInteger(first) ? first : null;
  const bits = INTEGER_BITS[type];
  if (bits !== undefined) return { kind: 'integer', bits };
  if (/^(?:decimal|dec|numeric|fixed)$/.test(type))
    return { kind: 'decimal', digits: length ?? 10, fraction: second };
  if (/^(?:double|real)$/.test(type)) return { kind: 'double' };
  if (type === 'float') return { kind: values.length === 1 && (length ?? 0) > 24 ? 'double' : 'float' };
  if (type === 'date' || type === 'year') return { kind: type };
  if (type === 'datetime' || type === 'timestamp' || type === 'time')
    return { kind: type, fraction: length ?? 0 };
  if (type === 'enum' || type === 'set') return membersCheck(type, values, charset);
  if (isOfBytes(type)) return { kind: 'hex', mostBytes: bytesOf(type, length) };
  return textCheck(type, length, charset);
}

function bytesOf(type: string, length: number | null): number {
  if (type === 'binary' || type === 'varbinary') return length ?? 1;
  const size = /^(tiny|medium|)blob$/.exec(type)?.[1];
  return size === undefined || length !== null ? 0 : (TEXT_BYTES[size] ?? 0);
}

function textCheck(type: string, length: number | null, charset: string | null): Partial<EngineFieldCheck> {
  const kind = { kind: 'text', charset: CHARSETS[charset ?? ''] ?? 'all' } as const;
  if (type === 'char') return { ...kind, mostCharacters: length ?? 1, trimsSpaces: true };
  if (type === 'varchar') return { ...kind, mostCharacters: length ?? 0 };
  const size = /^(tiny|medium|long|)text$/.exec(type)?.[1];
  const most = size === undefined || length !== null ? 0 : (TEXT_BYTES[size] ?? 0);
  // In another character set than the file's, a text may have fewer bytes.
  return charset === 'utf8mb4' ? { ...kind, mostBytes: most } : { ...kind, mostCharacters: most };
}

/** Members in another character set than UTF-8 come as their bytes. */
function membersCheck(
  kind: 'enum' | 'set',
  values: readonly string[],
  charset: string | null,
): Partial<EngineFieldCheck> {
  const members = values.map((value) => /^'([^]*)'$/.exec(value)?.[1] ?? null);
  if (members.some((member) => member === null)) return {};
  const isEscaped = members.some((member) => member?.includes('\\') === true);
  return isEscaped || (charset !== null && !/^(?:utf8|ascii|latin1)/.test(charset))
    ? {}
    : { kind, members: members.map((member) => (member ?? '').replace(/''/g, "'")) };
}
