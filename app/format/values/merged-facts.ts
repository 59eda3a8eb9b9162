import type {
  EngineDelimitedColumnFacts,
  EngineJsonColumnFacts,
  EngineWrittenDates,
  EngineWrittenNumbers,
} from '../../engine/scan/scans';

/** Facts about the values of one column in two files, as if those of the other stood behind those of the one. */
export function mergedFacts(
  one: EngineDelimitedColumnFacts,
  other: EngineDelimitedColumnFacts,
): EngineDelimitedColumnFacts {
  return {
    values: one.values + other.values,
    nulls: one.nulls + other.nulls,
    nullWords: one.nullWords + other.nullWords,
    empties: one.empties + other.empties,
    integers: one.integers && other.integers,
    decimals: one.decimals && other.decimals,
    pointNumbers: mergedNumbers(one.pointNumbers, other.pointNumbers),
    commaNumbers: mergedNumbers(one.commaNumbers, other.commaNumbers),
    floats: one.floats && other.floats,
    booleans: one.booleans && other.booleans,
    dates: one.dates && other.dates,
    moments: one.moments && other.moments,
    instants: one.instants + other.instants,
    writtenDates: mergedDates(one.writtenDates, other.writtenDates),
    ...mergedOrder(one, other),
    isUtf8: one.isUtf8 && other.isUtf8,
    least: BigInt(one.least) < BigInt(other.least) ? one.least : other.least,
    most: BigInt(one.most) > BigInt(other.most) ? one.most : other.most,
    momentDigits: Math.max(one.momentDigits, other.momentDigits),
    longestBytes: Math.max(one.longestBytes, other.longestBytes),
    longestCharacters: Math.max(one.longestCharacters, other.longestCharacters),
  };
}

type Order = Pick<EngineDelimitedColumnFacts, 'rising' | 'first' | 'last'>;

function mergedOrder(one: EngineDelimitedColumnFacts, other: EngineDelimitedColumnFacts): Order {
  if (one.values === 0) return { rising: other.rising, first: other.first, last: other.last };
  if (other.values === 0) return { rising: one.rising, first: one.first, last: one.last };
  const rising = one.rising && other.rising && BigInt(one.last) < BigInt(other.first);
  return { rising, first: one.first, last: other.last };
}

function mergedNumbers(one: EngineWrittenNumbers, other: EngineWrittenNumbers): EngineWrittenNumbers {
  return {
    all: one.all && other.all,
    grouped: one.grouped || other.grouped,
    spaced: one.spaced || other.spaced,
    joined: one.joined || other.joined,
    coded: one.coded && other.coded,
    told: one.told || other.told,
    wholeDigits: Math.max(one.wholeDigits, other.wholeDigits),
    fractionDigits: Math.max(one.fractionDigits, other.fractionDigits),
  };
}

function mergedDates(one: EngineWrittenDates, other: EngineWrittenDates): EngineWrittenDates {
  return {
    values: one.values + other.values,
    dayFirst: one.dayFirst && other.dayFirst,
    monthFirst: one.monthFirst && other.monthFirst,
    dotted: one.dotted && other.dotted,
    timed: one.timed && other.timed,
    untimed: one.untimed && other.untimed,
  };
}

/** The same for keys of JSON objects: in the order in which they come, in whatever files they stand. */
export function mergedKeys(
  files: readonly (readonly EngineJsonColumnFacts[])[],
): readonly EngineJsonColumnFacts[] {
  const merged = new Map<string, EngineJsonColumnFacts>();
  for (const column of files.flat()) {
    const known = merged.get(column.key);
    merged.set(column.key, known === undefined ? column : mergedKey(known, column));
  }
  return [...merged.values()];
}

function mergedKey(one: EngineJsonColumnFacts, other: EngineJsonColumnFacts): EngineJsonColumnFacts {
  return {
    key: one.key,
    facts: mergedFacts(one.facts, other.facts),
    strings: one.strings + other.strings,
    numbers: one.numbers + other.numbers,
    booleans: one.booleans + other.booleans,
    containers: one.containers + other.containers,
    jsonTexts: one.jsonTexts && other.jsonTexts,
    base64: one.base64 && other.base64,
    hex: one.hex && other.hex,
  };
}
