import { describe, expect, it } from 'vitest';
import { describeKept, jobFailures, jobText } from '../../../app/text/runs/jobs';

describe('the sentences of jobs', () => {
  it('say which dumps a job keeps', () => {
    expect(describeKept(null)).toBe('all its dumps');
    expect(describeKept(7)).toBe('its last 7 dumps');
    expect(jobText.removed('/b/shop-1', { daily: 7, weekly: 4 })).toBe(
      'Removed /b/shop-1: the job keeps a dump of each of the last 7 days and 4 weeks.',
    );
  });

  it('say how a scheduler ended that complained of nothing', () => {
    const { message } = jobFailures.schedulerEnded({ command: 'crontab -', exitCode: 3 }).failure;
    expect(message).toBe('crontab -: it ended with 3');
  });
});
