import { readFile, writeFile } from 'fs/promises';
import { join } from 'path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testVendors } from '../../servers/test-server';
import { KilledLoads } from './killed-loads';

/** Each life of the load ends when its engine kills the process: three of them have then committed a range more. */
const ENDS = [
  'after-load:1',
  'before-commit:1',
  'after-commit:1',
  'after-load:1',
  'after-commit:1',
  'before-commit:1',
  'after-commit:1',
  'after-load:1',
  'before-index:1',
  'after-index:1',
  'before-count:1',
];

/** Tables that are there keep their indexes. */
const ENDS_OF_ROWS = ENDS.filter((end) => !end.includes('index'));

describe.each(testVendors)(
  'a load of a script of rows alone that is killed again and again, %s',
  (vendor) => {
    let loads: KilledLoads;
    beforeAll(async () => {
      const words = ['--no-create-info', '--skip-triggers'];
      loads = await KilledLoads.begin(vendor, {
        ...{ source: 'script_rows_crash', file: 'script_rows_crash.sql', words, fills: true },
      });
    });
    afterAll(() => loads.end());

    it('puts each row there once', async () => {
      await loads.expectOnceEach('plain', ENDS_OF_ROWS);
    });
  },
);

describe.each(testVendors)('a load of a script in gbk that is killed again and again, %s', (vendor) => {
  let loads: KilledLoads;
  beforeAll(async () => {
    // The second byte of its first letter is a backslash.
    const word = "誠''你\\n";
    loads = await KilledLoads.begin(vendor, {
      ...{ source: 'script_gbk_crash', file: 'script_gbk_crash.sql', word },
      words: ['--default-character-set=gbk'],
    });
  });
  afterAll(() => loads.end());

  it('puts each row there once', async () => {
    await loads.expectOnceEach('plain', ENDS);
  });

  it('is resumed without moving what is there already', async () => {
    await loads.expectNothingMovedAgain();
  });
});

describe.each(testVendors)('a load of a script that is killed again and again, %s', (vendor) => {
  let loads: KilledLoads;
  beforeAll(async () => {
    loads = await KilledLoads.begin(vendor, { source: 'script_crash', file: 'backup.sql', words: [] });
  });
  afterAll(() => loads.end());

  it.each(['plain', 'packed'] as const)('of a %s one: each row is there once', async (how) => {
    await loads.expectOnceEach(how, ENDS);
  });

  it('is resumed without moving what is there already', async () => {
    await loads.expectNothingMovedAgain();
  });

  it('is not resumed with a script that was changed meanwhile', async () => {
    await loads.dropCopy();
    await loads.start(loads.dump, [], 'after-commit:2').ended.catch(() => undefined);
    const changed = join(loads.folder, 'changed.sql');
    const text = await readFile(loads.dump, 'latin1');
    await writeFile(changed, text.replace('a;b', 'a;B'), 'latin1');
    const { exitCode, result } = await loads.start(changed, ['--resume']).ended;
    expect(exitCode).not.toBe(0);
    expect(result.errors[0]).toMatchObject({ code: 'nothing-to-resume' });
    expect((await loads.start(loads.dump, ['--resume']).ended).exitCode).toBe(0);
    await loads.expectEqual();
  });
});
