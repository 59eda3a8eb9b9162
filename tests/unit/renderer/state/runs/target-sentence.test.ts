import { describe, expect, it } from 'vitest';
import { targetSentence } from '../../../../../renderer/state/runs/target-sentence';

const unfinished = { schemaMap: {}, resume: 'sluice load --resume', rollBack: 'sluice load --roll-back' };

describe('target state after a run that did not end well', () => {
  it('is rolled back only where that was done', () => {
    const ended = { rows: 0, unfinished: null };
    expect(targetSentence('load', { ...ended, targetState: 'rolled-back' })).toContain('rolled back');
    expect(targetSentence('load', { ...ended, targetState: 'untouched' })).toBe(
      'Nothing was changed on the target.',
    );
    // As an older version recorded it.
    expect(targetSentence('load', ended)).toContain('not known');
  });

  it('says that an earlier run’s part is still there where this one could not resume it', () => {
    const sentence = targetSentence('load', { rows: 0, unfinished, targetState: 'untouched' });
    expect(sentence).toContain('changed nothing');
    expect(sentence).toContain('still there');
  });

  it('names both ways on where a part is there', () => {
    expect(targetSentence('migrate', { rows: 5, unfinished, targetState: 'left' })).toContain('resumed');
  });
});
