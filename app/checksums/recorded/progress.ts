import type { EngineLane, EngineSegment, EngineTable } from '../../engine/events';
import type { RunHooks } from '../../engine/hooks';
import { steadyNow } from '../../engine/steady-clock';
import { NO_PROGRESS } from '../progress';

/** A table of a pass, with the rows and bytes that it has in the other passes. */
export interface SummedRows {
  readonly rows: number;
  readonly bytes: number;
  /** Statements that sum it; 0 where nothing is to be summed. */
  readonly works: number;
}

interface State extends SummedRows {
  left: number;
  /** Rows of the parts that are summed. */
  summed: number;
}

/**
 * Progress of sums that a server computes by statements: each session is a lane, as those of the engine are, and has the
 * table in hand that it sums. A statement tells nothing before its end; its rows count then.
 */
export class SumsProgress {
  readonly #hooks: Pick<RunHooks, 'batch'>;
  readonly #tables: readonly State[];
  readonly #lanes: EngineLane[];
  readonly #begunAt = steadyNow();

  constructor(hooks: Pick<RunHooks, 'batch'>, tables: readonly SummedRows[], lanes: number) {
    this.#hooks = hooks;
    this.#tables = tables.map((table) => ({ ...table, left: table.works, summed: 0 }));
    this.#lanes = Array.from({ length: lanes }, (_, lane) => idle(lane, { rows: 0, bytes: 0 }, 0));
    const nothingToSum = [...this.#tables.keys()].filter((at) => this.#tables[at]?.left === 0);
    this.#report(nothingToSum, []);
  }

  began(lane: number, table: number): void {
    const { rows = 0, bytes = 0 } = this.#lanes[lane] ?? {};
    const sinceMs = this.#elapsed();
    this.#lanes[lane] = { ...idle(lane, { rows, bytes }, sinceMs), phase: 'verify', table };
    this.#report([table], []);
  }

  /** @param rows that the statement has summed */
  ended(lane: number, table: number, rows: number): void {
    const state = this.#tables[table];
    const before = this.#lanes[lane];
    if (state === undefined || before === undefined) return;
    state.left -= 1;
    state.summed += rows;
    const bytes = bytesOf(state, rows);
    const endMs = this.#elapsed();
    this.#lanes[lane] = idle(lane, { rows: before.rows + rows, bytes: before.bytes + bytes }, endMs);
    const startMs = before.sinceMs;
    this.#report([table], [{ lane, phase: 'verify', table, chunk: NO_CHUNK, startMs, endMs, rows, bytes }]);
  }

  #report(changed: readonly number[], segments: readonly EngineSegment[]): void {
    const all = this.#tables.map(countedOf);
    const tables = changed.flatMap((at): readonly EngineTable[] => {
      const [state, counted] = [this.#tables[at], all[at]];
      if (state === undefined || counted === undefined) return [];
      return [{ id: at, state: state.left === 0 ? 'done' : 'verifying', ...counted }];
    });
    const sum = (value: 'rows' | 'bytes') => all.reduce((total, counted) => total + counted[value], 0);
    this.#hooks.batch({
      events: [],
      progress: {
        ...{ ...NO_PROGRESS, elapsedMs: this.#elapsed(), lanes: [...this.#lanes], tables, segments },
        ...{ rows: sum('rows'), bytes: sum('bytes') },
      },
    });
  }

  #elapsed(): number {
    return steadyNow() - this.#begunAt;
  }
}

const NO_CHUNK = -1;
const NO_TABLE = -1;

function idle(lane: number, counted: Pick<EngineLane, 'rows' | 'bytes'>, sinceMs: number): EngineLane {
  return { lane, phase: 'idle', table: NO_TABLE, chunk: NO_CHUNK, ...counted, session: 0, sinceMs };
}

/** All rows of a table count in the end: its sums may be of a part of them. */
function countedOf(table: State): Pick<SummedRows, 'rows' | 'bytes'> {
  if (table.left === 0) return { rows: table.rows, bytes: table.bytes };
  const rows = Math.min(table.summed, table.rows);
  return { rows, bytes: bytesOf(table, rows) };
}

function bytesOf({ rows: all, bytes }: SummedRows, rows: number): number {
  return all === 0 ? 0 : Math.floor((bytes * Math.min(rows, all)) / all);
}
