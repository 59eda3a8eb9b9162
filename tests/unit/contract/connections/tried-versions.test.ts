import { readFileSync } from 'fs';
import { describe, expect, it } from 'vitest';
import { seriesTried } from '../../../../app/contract/connections/tried-versions';
import { newestKnown } from '../../../../app/catalog/server/dialect';
import { matrixServers } from '../../../../build/setup/servers.mjs';

const VENDORS = ['mysql', 'mariadb'] as const;

describe('the series that were run', () => {
  it('are those of the matrix', () => {
    const run = VENDORS.flatMap((vendor) =>
      seriesTried(vendor, 'run').map((series) => `${vendor}-${series}`),
    );
    expect(new Set(run)).toEqual(new Set(matrixServers));
  });

  it.each(VENDORS)('end with the newest known one of %s', (vendor) => {
    expect(seriesTried(vendor, 'run').at(-1)).toBe(newestKnown(vendor));
  });

  it.each(VENDORS)('are named in the README, as the emulated ones are: %s', (vendor) => {
    const readme = readFileSync(new URL('../../../../README.md', import.meta.url), 'utf8');
    for (const trial of ['run', 'emulated'] as const)
      expect(readme).toContain(seriesTried(vendor, trial).join(', '));
  });
});
