import type { EngineJsonColumnFacts } from '../../engine/scan/scans';
import type { EngineJsonForm } from '../../engine/chunk-files';
import { inferredType, ISO_SIGNS, type InferredType, NO_VALUE } from '../delimited/types/column-type';
import { decoderText } from '../decoders';
import { isOfBytes } from '../script/tables/table-text';

/** Way in which the values of a key become those of a column. */
export interface JsonWay {
  readonly form: EngineJsonForm;
  /** Null where the field is the value. */
  readonly decoder: string | null;
}

/** The type that a column is given, by all values of its key. */
export interface JsonType extends Pick<InferredType, 'type' | 'isNotNull'>, JsonWay {}

/** JSON has no comma in a number. */
const TEXT: JsonWay = { form: 'text', decoder: null };
const INSTANT: JsonWay = { form: 'instant', decoder: null };
const MOMENTS = /^(?:datetime|timestamp)$/;
const MAYBE_BOOLEAN =
  /^(?:(?:tiny|small|medium|big)?int(?:eger)?|bool(?:ean)?|decimal|dec|numeric|fixed|float|double|real|year)$/;

/** Infers it. Pure. @param rows of the file */
export function jsonType(column: EngineJsonColumnFacts, rows: number): JsonType {
  const { facts, strings, numbers, booleans, containers } = column;
  const present = strings + numbers + booleans + containers;
  const isNotNull = present === rows;
  if (containers > 0) return { type: 'JSON', isNotNull, form: 'json', decoder: null };
  if (booleans > 0 && booleans === present)
    return { type: 'TINYINT(1)', isNotNull, form: 'number', decoder: null };
  const known = { ...facts, nulls: 0, nullWords: 0, empties: 0 };
  const dateForm = facts.instants > 0 ? ('instant' as const) : null;
  const values = isOneKind(column) ? known : { ...known, ...NO_VALUE };
  const inferred = inferredType(values, { ...ISO_SIGNS, dateForm });
  return { type: inferred.type, isNotNull, ...(inferred.column === 'instant' ? INSTANT : TEXT) };
}

/** Numbers, or strings that are dates: digits in quotes are a text of whoever put them there. */
function isOneKind({ facts, strings, numbers, booleans }: EngineJsonColumnFacts): boolean {
  if (strings === 0 && booleans === 0) return numbers > 0;
  const isDate = facts.dates || facts.moments || facts.instants === facts.values;
  return numbers === 0 && booleans === 0 && isDate && facts.values > 0 && facts.empties === 0;
}

/** A column of a definition. */
export interface JsonTarget {
  readonly name: string;
  /** In small letters, without its length. */
  readonly type: string;
  /** Null where it holds no text, or its definition names none. */
  readonly charset: string | null;
  /** True where whoever wrote the file says that its values are base64. */
  readonly isBase64: boolean;
}

/**
 * The way to a column of a definition; null where its values are not in a form that it can be read from: bytes that are neither
 * base64, as Sluice writes them, nor hexadecimal digits behind `0x`. Pure.
 */
export function jsonWay(
  column: EngineJsonColumnFacts,
  { name, type, charset, isBase64 }: JsonTarget,
): JsonWay | null {
  const { strings, numbers, booleans, containers, jsonTexts, base64, hex } = column;
  if (isBase64 && (!base64 || numbers + booleans + containers > 0)) return null;
  if (isBase64)
    return {
      form: 'text',
      decoder: decoderText(name, charset === null ? { kind: 'bytes' } : { kind: 'encoded', charset }),
    };
  if (isOfBytes(type)) {
    if (numbers + booleans + containers > 0) return null;
    if (strings > 0 && hex)
      return { form: 'text', decoder: `UNHEX(SUBSTRING(@\`${name.replace(/`/g, '``')}\`,3))` };
    return base64 ? { form: 'text', decoder: decoderText(name, { kind: 'bytes' }) } : null;
  }
  // Sluice writes a document as a string that holds it; others as what it is.
  const isInStrings = strings > 0 && numbers + booleans + containers === 0 && jsonTexts;
  if (type === 'json') return { form: isInStrings ? 'text' : 'json', decoder: null };
  // As a text, 0 would be the year 2000 (both manuals, "The YEAR Type").
  if (type === 'year' && numbers > 0)
    return { form: 'number', decoder: decoderText(name, { kind: 'number' }) };
  if (MOMENTS.test(type) && column.facts.instants > 0) return INSTANT;
  return { form: MAYBE_BOOLEAN.test(type) ? 'number' : 'text', decoder: null };
}
