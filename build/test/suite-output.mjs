const BEGIN = /^\[ RUN {6}\] (\S+)/;
const END = /\[ {7}OK \]|\[ {2}FAILED {2}\]|\[ {2}SKIPPED \]/;
const STATES = { OK: 'passed', FAILED: 'failed', SKIPPED: 'skipped' };
/** Found by a sanitizer that lets the test go on. */
const FOUND = /(?:Address|Leak|Thread|UndefinedBehavior)Sanitizer: |: runtime error: /;
/** Lines kept of what is said outside of tests. */
const LAST_LINES = 60;

/** Tests by what a program of GoogleTest prints of them, line by line. A test that does not come to its end has failed. */
export class SuiteOutput {
  /** Each with name, state, milliseconds, what it said and, where it was skipped, why. */
  tests = [];
  #current = null;
  #outside = [];

  /** Returns the test that has ended with this line; undefined for other lines. */
  line(line) {
    const [, name] = BEGIN.exec(line) ?? [];
    if (name !== undefined) {
      this.#current = { name, said: [] };
      return undefined;
    }
    if (this.#current === null) {
      this.#outside = [...this.#outside, line].slice(-LAST_LINES);
      return undefined;
    }
    const end = END.exec(line);
    if (end === null || !line.slice(end.index).includes(this.#current.name)) {
      this.#current.said.push(line);
      return undefined;
    }
    // A test may have printed without ending its line.
    if (end.index > 0) this.#current.said.push(line.slice(0, end.index));
    return this.#ended(STATES[end[0].replace(/[[\] ]/g, '')], Number(/\((\d+) ms\)/.exec(line)?.[1] ?? 0));
  }

  /**
   * Returns what failed at the end of the process: the test that it interrupted, or else whatever was found behind the last.
   * @param how sentence on an end that was not as it should be; null for one that was
   * @param suite what is no test's is all of its tests': `Suite.*`
   */
  end(how, suite) {
    if (this.#current !== null) {
      this.#current.said.push(how ?? 'The program ended within this test.');
      return this.#ended('failed', 0);
    }
    if (how === null || this.tests.some(({ state }) => state === 'failed')) return undefined;
    const failed = { name: `${suite}.*`, state: 'failed', ms: 0, why: '' };
    this.tests.push({ ...failed, said: [...this.#outside, how].join('\n') });
    return this.tests.at(-1);
  }

  #ended(state, ms) {
    const { name, said } = this.#current;
    const text = said.join('\n');
    this.#current = null;
    this.tests.push({
      name,
      state: state === 'passed' && FOUND.test(text) ? 'failed' : state,
      ms,
      why: /: Skipped\n(.*)/.exec(text)?.[1] ?? '',
      said: text,
    });
    return this.tests.at(-1);
  }
}

/**
 * The names of the tests, by suite, in what `--gtest_list_tests` prints: suites at the margin, each with its tests below it.
 */
export function suitesIn(listed) {
  const suites = [];
  for (const line of listed.split('\n')) {
    const [, suite] = /^([^\s.]+)\.(?:$|\s)/.exec(line) ?? [];
    if (suite !== undefined) suites.push({ suite, names: [] });
    const [, name] = /^ {2}(\S+)/.exec(line) ?? [];
    if (name !== undefined) suites.at(-1)?.names.push(`${suites.at(-1).suite}.${name}`);
  }
  return suites;
}
