import type { EngineXmlFacts, EngineXmlItem } from '../../engine/scan/scans';

/** Way in which a server has said its columns' defaults: as their values, or as SQL (MariaDB from 10.2.7 on). */
export interface XmlDialect {
  readonly defaults: 'values' | 'sql';
  /** Version of the oldest server that says such things; null where nothing tells it. */
  readonly likelyVersion: string | null;
}

type Structure = Extract<EngineXmlItem, { kind: 'structure' }>;

/**
 * Finds it in the attributes that only one vendor's servers have (SHOW FIELDS, SHOW KEYS and SHOW TABLE STATUS of 5.5 to 9.7 and
 * 10.2 to 11.8). Without them a column that may be NULL tells it: as SQL its default is the word. Pure.
 */
export function dialectOf(items: readonly EngineXmlItem[]): XmlDialect {
  const structures = items.filter((item): item is Structure => item.kind === 'structure');
  const fields = structures.flatMap((structure) => structure.fields);
  const keys = structures.flatMap((structure) => structure.keys);
  if (structures.some(({ options }) => 'Temporary' in options) || keys.some((key) => 'Ignored' in key))
    return { defaults: 'sql', likelyVersion: '10.3.0-MariaDB' };
  if (keys.some((key) => 'Visible' in key) || fields.some(isOfMysql8))
    return { defaults: 'values', likelyVersion: '8.0.0' };
  const nullable = fields.filter(({ Null }) => Null === 'YES');
  const isSql = nullable.every(({ Default }) => Default !== undefined) && nullable.some(isNullWord);
  return isSql
    ? { defaults: 'sql', likelyVersion: '10.2.7-MariaDB' }
    : { defaults: 'values', likelyVersion: null };
}

function isOfMysql8({ Extra = '' }: EngineXmlFacts): boolean {
  return /\bDEFAULT_GENERATED\b/.test(Extra);
}

function isNullWord({ Default }: EngineXmlFacts): boolean {
  return Default === 'NULL';
}
