import { afterAll, beforeAll, describe, it } from 'vitest';
import { testVendors } from '../../servers/test-server';
import { KilledLoads } from '../scripts/killed-loads';

/** Each life of the load ends when its engine kills the process: three of them have then committed a range more. */
const ENDS = [
  'after-load:1',
  'before-commit:1',
  'after-commit:1',
  'after-commit:1',
  'before-index:1',
  'after-index:1',
];

describe.each(testVendors)('a load of XML that is killed again and again, %s', (vendor) => {
  let loads: KilledLoads;
  beforeAll(async () => {
    const words = ['--xml', '--hex-blob'];
    loads = await KilledLoads.begin(vendor, { source: 'xml_crash', file: 'backup.xml', words });
  });
  afterAll(() => loads.end());

  it.each(['plain', 'packed'] as const)('of a %s one: each row is there once', async (how) => {
    await loads.expectOnceEach(how, ENDS);
  });

  it('is resumed without moving what is there already', async () => {
    await loads.expectNothingMovedAgain();
  });
});
