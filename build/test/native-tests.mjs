import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inRoot } from '../setup/places.mjs';

const TEST = /^(?:TEST|TEST_F|TEST_P|TYPED_TEST|TYPED_TEST_P)\(\s*(\w+)\s*,\s*(\w+)\s*\)/gm;

/** The names of the tests in a source file: those of GoogleTest, without what it adds to one with parameters. */
export function testNamesIn(source) {
  return [...source.matchAll(TEST)].map(([, suite, name]) => `${suite}.${name}`);
}

/**
 * The choice of the tests whose file, or whose own name, holds one of the patterns.
 * @param sources each with its path and its text
 * @param within a part of the names of those that are chosen from
 * @returns null where there is none
 */
export function choiceFor(patterns, sources, within = '') {
  const holds = (text) => patterns.some((pattern) => text.includes(pattern));
  const names = sources.flatMap(({ path, text }) =>
    testNamesIn(text).filter((name) => name.includes(within) && (holds(path) || holds(name))),
  );
  if (names.length === 0) return null;
  const listed = names.map((name) => name.replace('.', '\\.')).join('|');
  return { matching: `(^|/)(${listed})(/|$)` };
}

export function nativeTestSources(folder = join('tests', 'native')) {
  return readdirSync(inRoot(folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return nativeTestSources(path);
    return entry.name.endsWith('.cc') ? [{ path, text: readFileSync(inRoot(path), 'utf8') }] : [];
  });
}
