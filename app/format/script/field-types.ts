import type { EngineScriptColumn } from '../../engine/chunk-files';
import { isOfBytes, type ScriptColumn } from './tables/table-text';

const NUMBERS =
  /^(?:(?:tiny|small|medium|middle|big)?int(?:eger)?|int[12348]|float[48]|serial|decimal|dec|numeric|fixed|float|double|real|year|bool(?:ean)?)$/;

/** The form of a column's values in the fields that the engine makes of a script. */
export function fieldOf(type: string, charset: string): EngineScriptColumn {
  if (isJsonOfBytes({ type }, charset)) return 'binary';
  if (type === 'bit') return 'bit';
  if (NUMBERS.test(type)) return 'number';
  return isOfBytes(type) ? 'binary' : 'text';
}

/** MySQL makes no JSON of text in the character set `binary`, which mydumper sets. */
export function isJsonOfBytes({ type }: Pick<ScriptColumn, 'type'>, charset: string): boolean {
  return type === 'json' && charset === 'binary';
}
