/** Set-up of each test file under mutation: notes which mutants it reaches, and ends a mutant that loops for ever. */
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect } from 'vitest';

/** A name that the code with the mutants in it knows. */
const state = (globalThis.__stryker__ ??= {});
const { SLUICE_MUTANT_REACH: folder, SLUICE_MUTANT_HITS: hits } = process.env;

if (hits !== undefined) {
  state.hitCount = 0;
  state.hitLimit = Number(hits);
}

if (folder !== undefined)
  afterAll(() => {
    const test = expect.getState().testPath;
    const reached = state.mutantCoverage?.static ?? {};
    writeFileSync(join(folder, `${randomUUID()}.json`), JSON.stringify({ test, reached }));
  });
