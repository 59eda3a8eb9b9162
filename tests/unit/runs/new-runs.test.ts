import { describe, expect, it } from 'vitest';
import { verifyRun } from '../../../app/runs/new-runs';

const services = { environment: { engine: {}, sluiceVersion: '0' }, watching: {} } as unknown as Parameters<
  typeof verifyRun
>[0];

describe('the title of a run', () => {
  it.each([
    ['/backups/nightly', 'nightly'],
    [`/tmp/sluice-input-x/stdin-${'0a'.repeat(32)}.sql`, 'Standard input'],
  ])('names %s as a person knows it', (folder, title) => {
    expect(verifyRun(services, { folder, threads: 1, input: undefined }).title).toBe(title);
  });
});
