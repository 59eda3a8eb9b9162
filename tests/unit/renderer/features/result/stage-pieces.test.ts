import { describe, expect, it } from 'vitest';
import { formatShare } from '../../../../../app/contract/quantities';
import type { RunStage } from '../../../../../app/contract/runs/stages';
import { stagePieces } from '../../../../../renderer/features/result/stage-pieces';

const timed = (...stages: readonly RunStage[]) => stages.map((stage) => ({ stage, seconds: 0.05 }));

describe('the pieces of a run’s time', () => {
  it('are the whole, however short the run was', () => {
    const pieces = stagePieces([
      { stage: 'connect', seconds: 0.03 },
      { stage: 'lock', seconds: 0.001 },
      { stage: 'data', seconds: 0.169 },
    ]);
    expect(pieces.map(({ name }) => name)).toEqual(['Connect', 'Data', 'Other']);
    expect(pieces.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1);
  });

  it.each([
    [timed('connect', 'finish')],
    [timed('connect', 'waiting', 'preflight', 'definitions', 'data', 'waiting', 'constraints')],
    [timed('connect', 'preflight', 'lock', 'snapshot', 'definitions', 'data', 'finish')],
    [timed('definitions', 'constraints', 'objects', 'verify', 'finish')],
    [timed('preflight', 'constraints', 'waiting', 'objects')],
  ])('have another hue than their neighbours: %j', (stages) => {
    const hues = stagePieces(stages).map(({ hue }) => hue);
    for (const [at, hue] of hues.entries()) expect(hue).not.toBe(hues[at + 1]);
  });

  it('of a run that took no time are none', () => {
    expect(stagePieces([{ stage: 'connect', seconds: 0 }])).toEqual([]);
  });
});

describe('formatShare', () => {
  it('rounds, and says of a little that it is little', () => {
    expect([0, 0.001, 0.005, 1 / 3, 0.996, 1].map(formatShare)).toEqual([
      ...['0 %', '< 1 %', '1 %', '33 %', '100 %', '100 %'],
    ]);
  });
});
