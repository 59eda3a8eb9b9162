import type { EngineParquetColumn } from '../../engine/specs';

/** A column's type as its definition has it. */
interface Type {
  /** In small letters, as the server prints it: `decimal(10,2) unsigned`. */
  readonly text: string;
  readonly name: string;
  /** Numbers in the parentheses behind its name. */
  readonly numbers: readonly number[];
  readonly isUnsigned: boolean;
}

export type ParquetType = Omit<EngineParquetColumn, 'name' | 'required'>;

const TYPE =
  /^\w+(?:\s+(?:varying|precision))?(?:\s*\((?:'(?:[^'\\]|\\[^]|'')*'|[^')])*\))?(?:\s+(?:unsigned|signed|zerofill))*/i;
const BITS: Readonly<Record<string, number>> = {
  ...{ tinyint: 8, int1: 8, bool: 8, boolean: 8, smallint: 16, int2: 16 },
  ...{
    mediumint: 32,
    middleint: 32,
    int3: 32,
    int: 32,
    integer: 32,
    int4: 32,
    bigint: 64,
    int8: 64,
    serial: 64,
  },
};
const DECIMAL = /^(?:decimal|dec|numeric|fixed)$/;
const FLOAT = /^(?:float|float4)$/;
const DOUBLE = /^(?:double|float8|real)$/;
const SPATIAL =
  /^(?:geometry|point|linestring|polygon|multipoint|multilinestring|multipolygon|geom(?:etry)?collection)$/;
/** Most digits of a decimal that readers of Parquet take for a number. */
export const MOST_DIGITS = 38;
/** Digits of a FLOAT(p) that is still one; more make it a DOUBLE (both manuals, "FLOAT"). */
const MOST_FLOAT_BITS = 24;

const PLAIN = { bits: 0, isUnsigned: false, precision: 0, scale: 0 } as const;

/** The type of values whose fields are texts, of a column with this definition; pure, as all here. */
export function typeOfTexts(definition: string): ParquetType {
  const { text, name, numbers, isUnsigned } = typeIn(definition);
  const of = (form: ParquetType['form'], more: Partial<ParquetType> = {}): ParquetType => ({
    ...{ type: text, form },
    ...PLAIN,
    ...more,
  });
  const bits = BITS[name];
  if (bits !== undefined) return of('integer', { bits, isUnsigned });
  if (name === 'year') return of('integer', { bits: 16 });
  if (FLOAT.test(name)) return of(isDouble(numbers) ? 'double' : 'float');
  if (DOUBLE.test(name)) return of('double');
  if (DECIMAL.test(name)) {
    const [precision = 10, scale = 0] = numbers;
    return precision > MOST_DIGITS ? of('text') : of('decimal', { precision, scale });
  }
  switch (name) {
    case 'date':
      return of('date');
    case 'datetime':
      return of('date-time');
    case 'timestamp':
      return of('timestamp');
    case 'time':
      return of('time');
    case 'json':
      return of('json');
    default:
      return of('text');
  }
}

/** The type of values whose fields are bytes. */
export function typeOfBytes(definition: string): ParquetType {
  const { text, name, numbers } = typeIn(definition);
  const bits = [8, 16, 32].find((width) => (numbers[0] ?? 1) <= width) ?? 64;
  if (name === 'bit') return { ...PLAIN, type: text, form: 'bits', bits, isUnsigned: true };
  return { ...PLAIN, type: text, form: SPATIAL.test(name) ? 'geometry' : 'bytes' };
}

/** The type of an ENUM's or a SET's values by their numbers. */
export function typeOfNumbers(definition: string): ParquetType {
  return { ...PLAIN, type: typeIn(definition).text, form: 'integer', bits: 64, isUnsigned: true };
}

/** The type of texts in another character set, which are bytes. */
export function typeOfEncoded(definition: string): ParquetType {
  return { ...PLAIN, type: typeIn(definition).text, form: 'bytes' };
}

/** Returns whether a decimal has so many digits that it is written as a text. */
export function isLongDecimal(definition: string): boolean {
  const { name, numbers } = typeIn(definition);
  return DECIMAL.test(name) && (numbers[0] ?? 0) > MOST_DIGITS;
}

function typeIn(definition: string): Type {
  const [written = ''] = TYPE.exec(definition) ?? [];
  const [, inside = ''] = /\(([\d\s,]*)\)/.exec(written) ?? [];
  return {
    // Members of an ENUM are as they are.
    text: written.includes("'") ? written : written.toLowerCase(),
    name: (/^\w+/.exec(written)?.[0] ?? '').toLowerCase(),
    numbers: inside === '' ? [] : inside.split(',').map(Number),
    isUnsigned: /\b(?:unsigned|zerofill|serial)\b/i.test(written.replace(/\([^]*\)/, '')),
  };
}

function isDouble(numbers: readonly number[]): boolean {
  const [bits = 0] = numbers;
  return numbers.length === 1 && bits > MOST_FLOAT_BITS;
}
