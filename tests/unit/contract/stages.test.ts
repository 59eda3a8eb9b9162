import { describe, expect, it } from 'vitest';
import { tellingTimes } from '../../../app/contract/runs/stages';
import { timesInWords } from '../../../app/text/runs/stage-times';

const STAGES = [
  { stage: 'connect', seconds: 0.5 },
  { stage: 'lock', seconds: 0.002 },
  { stage: 'snapshot', seconds: 0.008 },
  { stage: 'definitions', seconds: 0 },
  { stage: 'data', seconds: 9.49 },
] as const;

describe('the times of a run’s stages', () => {
  it('name what takes a hundredth of the run or more, and sum up the rest', () => {
    const { named, otherSeconds } = tellingTimes(STAGES);
    expect(named).toEqual([STAGES[0], STAGES[4]]);
    expect(otherSeconds).toBeCloseTo(0.01);
    expect(named.reduce((sum, { seconds }) => sum + seconds, otherSeconds)).toBeCloseTo(10);
  });

  it('are said in words, in their order', () => {
    expect(timesInWords(tellingTimes(STAGES))).toBe('connect 500 ms; data 9.5 s; other 10 ms');
    expect(timesInWords(tellingTimes([{ stage: 'objects', seconds: 2 }]))).toBe('views, routines 2.0 s');
  });

  it('of a run that took none are none', () => {
    expect(tellingTimes([{ stage: 'connect', seconds: 0 }])).toEqual({ named: [], otherSeconds: 0 });
  });
});
