import { describe, expect, it } from 'vitest';
import { respell } from '../../../../app/cli/options/renamed';

describe('old spellings', () => {
  it.each([
    ['dump --structure-only --out x', 'dump --ddl-only --out x', '--structure-only is now --ddl-only.'],
    ['dump --history skip', 'dump --row-versions skip', '--history is now --row-versions.'],
    ['migrate --history=skip', 'migrate --row-versions skip', '--history is now --row-versions.'],
    ['grants dump --structure-only', 'grants dump --ddl-only', '--structure-only is now --ddl-only.'],
    ['load --source db1', 'load --compare-source db1', '--source is now --compare-source.'],
    ['verify --source=a=b', 'verify --compare-source a=b', '--source is now --compare-source.'],
    ['load --abandon --json', 'load --roll-back --json', '--abandon is now --roll-back.'],
    ['migrate --abandon', 'migrate --roll-back', '--abandon is now --roll-back.'],
    ['load --verify checksum --json', 'load --checksum --json', '--verify checksum is now --checksum.'],
    ['load --verify rows --json', 'load --json', '--verify rows is the default now: leave it out.'],
    [
      'restore-settings --list',
      'restore-server-settings --list',
      '“sluice restore-settings” is now “sluice restore-server-settings”.',
    ],
    ['sandbox start', 'practice start', '“sluice sandbox” is now “sluice practice”.'],
  ])('%s becomes %s, with one hint', (typed, now, hint) => {
    expect(respell(typed.split(' '))).toEqual({ words: now.split(' '), hints: [hint] });
  });

  it.each([
    [''],
    ['dump --source db1 --ddl-only'],
    ['migrate --source db1'],
    ['load --verify guess'],
    ['load --verify'],
    ['history --search x'],
    ['dump -- --structure-only'],
    ['dump --structure-only=yes'],
    ['dump constructor --toString'],
  ])('leaves %j as it is', (typed) => {
    const words = typed.split(' ').filter((word) => word !== '');
    expect(respell(words)).toEqual({ words, hints: [] });
  });
});
