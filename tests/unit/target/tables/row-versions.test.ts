import { describe, expect, it } from 'vitest';
import { parseVersion } from '../../../../app/catalog/server/server';
import { whyUnfit } from '../../../../app/target/tables/row-versions';

const OLD = '10.6.22-MariaDB';
const LTS = '10.11.19-MariaDB-0+deb12u1';
const LATER = '11.4.7-MariaDB';
const MOVED = '11.8.2-MariaDB';

describe('whyUnfit', () => {
  it.each([
    [LTS, LTS],
    [OLD, LTS],
    [LATER, LTS],
    [LTS, LATER],
    [MOVED, MOVED],
  ])('lets the history of %s go to %s', (source, target) => {
    expect(whyUnfit(parseVersion(target), source)).toBeNull();
  });

  it.each([
    [LTS, '9.7.4', /MySQL/],
    [LTS, OLD, /from 10\.11 on/],
    [LTS, MOVED, /11\.5/],
    [MOVED, LTS, /11\.5/],
  ])('says why that of %s can’t go to %s', (source, target, why) => {
    expect(whyUnfit(parseVersion(target), source)).toMatch(why);
  });
});
