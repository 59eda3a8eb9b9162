import type { BuildReading } from '../../catalog/server/index-builds';
import type { LaneProgress, TableProgress } from '../../contract/runs/run';
import type { EngineLane } from '../../engine/events';

/** A lane that builds a table's indexes, in this session of the target. */
export type Building = Pick<EngineLane, 'lane' | 'table' | 'session'>;

interface Build extends Building {
  /** Statement that builds; empty before the server has reported it. */
  readonly statement: string;
  /** The most that it has said. */
  readonly most: number;
  /** Null where the server reports none now. */
  readonly share: number | null;
}

/** Progress of the index builds of a run's lanes, from the server's periodic readings. */
export class IndexBuildProgress {
  #builds: ReadonlyMap<number, Build> = new Map();

  /** Updates the lanes by the engine's sample: a lane that builds another table starts from zero. */
  take(lanes: readonly EngineLane[]): void {
    const building = lanes.filter(({ phase, session }) => phase === 'index' && session > 0);
    this.#builds = new Map(
      building.map((lane) => {
        const known = this.#builds.get(lane.lane);
        const { lane: number, table, session } = lane;
        const fresh = { lane: number, table, session, statement: '', most: 0, share: null };
        return [number, known !== undefined && isSame(known, lane) ? known : fresh] as const;
      }),
    );
  }

  /** The current builds. */
  get building(): readonly Building[] {
    return [...this.#builds.values()];
  }

  /**
   * Records the server's readings of the builds that it was asked about; a missing reading counts as one. An estimate
   * may grow meanwhile, but no statement's progress goes back. Returns the tables that were asked about and are still
   * being built.
   */
  record(asked: readonly Building[], readings: readonly BuildReading[]): readonly number[] {
    const bySession = new Map(readings.map((reading) => [reading.session, reading]));
    const known = asked.flatMap((one) => {
      const build = this.#builds.get(one.lane);
      return build !== undefined && isSame(build, one) ? [build] : [];
    });
    const updated = known.map((build) => [build.lane, after(build, bySession.get(build.session))] as const);
    this.#builds = new Map([...this.#builds, ...updated]);
    return known.map(({ table }) => table);
  }

  /** A lane, with the progress of its build. */
  withLane(lane: LaneProgress): LaneProgress {
    if (lane.phase !== 'index') return lane;
    return { ...lane, built: this.#builds.get(lane.lane)?.share ?? null };
  }

  /** A table, with the progress of its build. */
  withTable(table: TableProgress): TableProgress {
    if (table.state !== 'indexing') return table;
    const build = [...this.#builds.values()].find((one) => one.table === table.index);
    return { ...table, built: build?.share ?? null };
  }
}

function after(build: Build, reading: BuildReading | undefined): Build {
  if (reading === undefined) return { ...build, share: null };
  const most = Math.max(reading.statement === build.statement ? build.most : 0, reading.share);
  return { ...build, statement: reading.statement, most, share: most };
}

function isSame(one: Building, other: Building): boolean {
  return one.table === other.table && one.session === other.session;
}
