import { describe, expect, it } from 'vitest';
import { sandboxFailures, sandboxText } from '../../../app/text/sandbox';

describe('the sentences of practice servers', () => {
  it('put the end of the log under a failed start, where there is one', () => {
    const messageOf = (log: string) =>
      sandboxFailures.endedAtStart({ version: '9.7.0', log }).failure.message;
    expect(messageOf('[ERROR] disk full')).toBe('9.7.0 ended while it started.\n[ERROR] disk full');
    expect(messageOf('')).toBe('9.7.0 ended while it started.');
  });

  it('count the rows of a table that is filled', () => {
    expect(sandboxText.filling('order_items', 120_000)).toBe('Making the shop schema: 120,000 order items');
  });
});
