import { promises as fs } from 'fs';
import { createRequire } from 'module';
import { tmpdir } from 'os';
import { join } from 'path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { compileCached } from '../../../app/cli/code-cache';

let folder = '';
let file = '';
let cache = '';
beforeEach(async () => {
  folder = await fs.mkdtemp(join(tmpdir(), 'sluice-code-cache-'));
  file = join(folder, 'program.cjs');
  cache = join(folder, 'program.cache');
});
afterEach(async () => {
  await fs.rm(folder, { recursive: true });
});

const program = (answer: number) =>
  `const { basename } = require('path');\nmodule.exports = { answer: ${answer}, file: basename(__filename) };\n`;

function run() {
  const module = { exports: {} } as NodeJS.Module;
  const compiled = compileCached(file, cache);
  compiled.run(module, createRequire(import.meta.url));
  compiled.writeCache();
  return { fromCache: compiled.fromCache, exports: module.exports as unknown };
}

describe('compileCached', () => {
  it('takes the code from the cache the second time', async () => {
    await fs.writeFile(file, program(1));
    const exports = { answer: 1, file: 'program.cjs' };
    expect(run()).toEqual({ fromCache: false, exports });
    expect(run()).toEqual({ fromCache: true, exports });
  });

  it('runs a changed program of the same length, not its cache', async () => {
    await fs.writeFile(file, program(1));
    run();
    await fs.writeFile(file, program(2));
    expect(run()).toMatchObject({ fromCache: false, exports: { answer: 2 } });
  });

  it.each(['', 'garbage'])('does without a cache that is none: “%s”', async (garbage) => {
    await fs.writeFile(file, program(1));
    await fs.writeFile(cache, garbage);
    expect(run()).toMatchObject({ fromCache: false, exports: { answer: 1 } });
  });

  it.each(['torn', 'flipped'])('does without a cache that was %s', async (damage) => {
    await fs.writeFile(file, program(1));
    run();
    const whole = await fs.readFile(cache);
    const damaged = damage === 'torn' ? whole.subarray(0, -1) : Buffer.from(whole);
    if (damage === 'flipped') damaged[whole.length - 1] = (damaged[whole.length - 1] ?? 0) ^ 1;
    await fs.writeFile(cache, damaged);
    expect(run()).toMatchObject({ fromCache: false, exports: { answer: 1 } });
  });

  it('runs where no cache can be written', async () => {
    await fs.writeFile(file, program(1));
    cache = join(folder, 'missing', 'program.cache');
    expect(run()).toMatchObject({ fromCache: false, exports: { answer: 1 } });
  });
});
