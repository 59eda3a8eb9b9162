import { describe, expect, it } from 'vitest';
import type { EngineLane } from '../../../../app/engine/events';
import { IndexBuildProgress } from '../../../../app/runs/progress/index-build-progress';

const lane = (number: number, more: Partial<EngineLane> = {}): EngineLane => ({
  ...{
    lane: number,
    phase: 'index',
    table: number + 10,
    chunk: -1,
    rows: 0,
    bytes: 0,
    session: number + 100,
    sinceMs: 0,
  },
  ...more,
});

/** Progress of the build in a lane; undefined in a lane that builds nothing. */
function builtIn(builds: IndexBuildProgress, lane: number, phase: 'index' | 'wait' = 'index') {
  const of = { lane, table: lane + 10, sinceMs: 0, rows: 0, bytes: 0 };
  const progress = builds.withLane(
    phase === 'index' ? { ...of, phase, built: null } : { ...of, phase, chunk: null },
  );
  return progress.phase === 'index' ? progress.built : undefined;
}

/** Progress of a table's build. */
function builtOf(builds: IndexBuildProgress, index: number) {
  const table = { index, schema: 's', table: 't', rows: 0, bytes: 0, rowsExpected: null };
  const progress = builds.withTable({ ...table, state: 'indexing', built: null });
  return progress.state === 'indexing' ? progress.built : undefined;
}

describe('progress of a run’s index builds', () => {
  it('is known for the lanes that build, and for their tables', () => {
    const builds = new IndexBuildProgress();
    builds.take([lane(0), lane(1), lane(2, { phase: 'load' })]);
    expect(builds.building.map(({ session }) => session)).toEqual([100, 101]);
    expect(builds.record(builds.building, [{ session: 101, statement: '7', share: 0.25 }])).toEqual([10, 11]);
    expect([0, 1].map((number) => builtIn(builds, number))).toEqual([null, 0.25]);
    expect(builtIn(builds, 2, 'wait')).toBeUndefined();
    expect([10, 11, 12].map((table) => builtOf(builds, table))).toEqual([null, 0.25, null]);
  });

  it('never goes back within a statement, and begins anew with the next one', () => {
    const builds = new IndexBuildProgress();
    builds.take([lane(0)]);
    const tell = (statement: string, share: number) => {
      builds.record(builds.building, [{ session: 100, statement, share }]);
      return builtIn(builds, 0);
    };
    expect([tell('1', 0.5), tell('1', 0.4), tell('1', 0.6), tell('2', 0.1)]).toEqual([0.5, 0.5, 0.6, 0.1]);
  });

  it('becomes unknown when the server reports none, and continues where it was', () => {
    const builds = new IndexBuildProgress();
    builds.take([lane(0)]);
    builds.record(builds.building, [{ session: 100, statement: '1', share: 0.5 }]);
    builds.record(builds.building, []);
    expect(builtIn(builds, 0)).toBeNull();
    builds.record(builds.building, [{ session: 100, statement: '1', share: 0.3 }]);
    expect(builtIn(builds, 0)).toBe(0.5);
  });

  it('is not taken for that of the lane’s next table, nor of its next session', () => {
    const builds = new IndexBuildProgress();
    for (const next of [lane(0, { table: 99 }), lane(0, { session: 99 })]) {
      builds.take([lane(0)]);
      const asked = builds.building;
      builds.take([next]);
      expect(builds.record(asked, [{ session: 100, statement: '1', share: 0.5 }])).toEqual([]);
      expect(builtIn(builds, 0)).toBeNull();
    }
  });

  it('ends with the build', () => {
    const builds = new IndexBuildProgress();
    builds.take([lane(0)]);
    builds.record(builds.building, [{ session: 100, statement: '1', share: 1 }]);
    builds.take([lane(0, { phase: 'verify' })]);
    expect(builds.building).toEqual([]);
    expect([builtIn(builds, 0), builtOf(builds, 10)]).toEqual([null, null]);
  });
});
