import type {
  EngineDelimitedColumnFacts,
  EngineJsonColumnFacts,
  EngineWrittenDates,
  EngineWrittenNumbers,
} from '../../engine/scan/scans';

/**
 * Facts about the values of one column in several files, as if they stood in one. Only the order of the files' values is not known:
 * integers of two files are no rising ones.
 */
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
    rising: one.values === 0 ? other.rising : other.values === 0 && one.rising,
    isUtf8: one.isUtf8 && other.isUtf8,
    least: BigInt(one.least) < BigInt(other.least) ? one.least : other.least,
    most: BigInt(one.most) > BigInt(other.most) ? one.most : other.most,
    momentDigits: Math.max(one.momentDigits, other.momentDigits),
    longestBytes: Math.max(one.longestBytes, other.longestBytes),
    longestCharacters: Math.max(one.longestCharacters, other.longestCharacters),
  };
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
