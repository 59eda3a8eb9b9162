import type { EngineScriptColumn } from '../../engine/chunk-files';
import { isOfBytes, type ScriptColumn } from './tables/table-text';

const NUMBERS =
  /^(?:(?:tiny|small|medium|middle|big)?int(?:eger)?|int[12348]|float[48]|serial|decimal|dec|numeric|fixed|float|double|real|year|bool(?:ean)?)$/;

/** The form of a column's values in the fields that the engine makes of a script. */
export function fieldOf(type: string, charset: string): EngineScriptColumn {
  if (isTextOfBytes({ type }, charset)) return 'binary';
  if (type === 'bit') return 'bit';
  if (NUMBERS.test(type)) return 'number';
  return isOfBytes(type) ? 'binary' : 'text';
}

/** Returns whether values of a type, which are texts to a client, have no other letters than those of ASCII. Pure. */
export function isOfAscii(type: string): boolean {
  return /^(?:date|time|datetime|timestamp|uuid|inet[46])$/.test(type);
}

/**
 * Returns whether a value is text that the server would take for something else in the character set `binary`, which mydumper sets:
 * MySQL makes no JSON of it, and MariaDB no UUID or address but of its own 16 or 4 bytes (measured on 10.11: NULL and a warning).
 */
export function isTextOfBytes({ type }: Pick<ScriptColumn, 'type'>, charset: string): boolean {
  return /^(?:json|uuid|inet[46])$/.test(type) && charset === 'binary';
}
