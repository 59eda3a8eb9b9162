import type { BuildReading } from '../../catalog/server/index-builds';
import type { EngineLane } from '../../engine/events';

/** A lane that builds a table's indexes, in this session of the target. */
export type Building = Pick<EngineLane, 'lane' | 'table' | 'session'>;

interface Build extends Building {
  /** Empty before the server has said something of it. */
  readonly statement: string;
  /** The most that it has said. */
  readonly most: number;
  /** Null where it says nothing now. */
  readonly share: number | null;
}

/** How far the index builds of a run's lanes are, by what their server tells now and then. */
export class IndexBuildProgress {
  #builds: ReadonlyMap<number, Build> = new Map();

  /** The lanes as the engine has sampled them: whoever builds another table begins anew. */
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

  /** Those that build now. */
  get building(): readonly Building[] {
    return [...this.#builds.values()];
  }

  /**
   * What the server said of those that built when it was asked: nothing of one is an answer too. An estimate may grow under
   * way, but no statement goes back. Returns the tables that were asked for and are built still.
   */
  told(asked: readonly Building[], readings: readonly BuildReading[]): readonly number[] {
    const bySession = new Map(readings.map((reading) => [reading.session, reading]));
    const known = asked.flatMap((one) => {
      const build = this.#builds.get(one.lane);
      return build !== undefined && isSame(build, one) ? [build] : [];
    });
    const told = known.map((build) => [build.lane, after(build, bySession.get(build.session))] as const);
    this.#builds = new Map([...this.#builds, ...told]);
    return known.map(({ table }) => table);
  }

  /** As a part of what is told of a lane, or of the table in its hands; empty where nothing is known. */
  ofLane(lane: number): { readonly built?: number } {
    const share = this.#builds.get(lane)?.share ?? null;
    return share === null ? {} : { built: share };
  }

  ofTable(table: number): { readonly built?: number } {
    const build = [...this.#builds.values()].find((one) => one.table === table);
    return build === undefined ? {} : this.ofLane(build.lane);
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
