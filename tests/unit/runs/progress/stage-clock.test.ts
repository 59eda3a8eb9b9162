import { describe, expect, it } from 'vitest';
import { StageClock } from '../../../../app/runs/progress/stage-clock';

describe('the clock of a run’s stages', () => {
  it('gives each stage its time, in their order, and all of them the run’s', () => {
    const clock = new StageClock('connect', 1000);
    clock.enter('preflight', 1400);
    clock.enter('data', 1500);
    expect(clock.times(4500)).toEqual([
      { stage: 'connect', seconds: 0.4 },
      { stage: 'preflight', seconds: 0.1 },
      { stage: 'data', seconds: 3 },
    ]);
  });

  it('adds the time of a stage that comes again to its first', () => {
    const clock = new StageClock('data', 0);
    clock.enter('waiting', 1000);
    clock.enter('data', 3000);
    expect(clock.times(3500)).toEqual([
      { stage: 'data', seconds: 1.5 },
      { stage: 'waiting', seconds: 2 },
    ]);
  });

  it('goes on after it was read', () => {
    const clock = new StageClock('connect', 0);
    expect(clock.times(100)).toEqual([{ stage: 'connect', seconds: 0.1 }]);
    clock.enter('data', 300);
    expect(clock.times(300)).toEqual([
      { stage: 'connect', seconds: 0.3 },
      { stage: 'data', seconds: 0 },
    ]);
  });
});
