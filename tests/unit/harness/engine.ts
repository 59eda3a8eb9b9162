import type { Addon, EngineJob } from '../../../app/engine/addon';
import type { EngineBatch, EngineEvent, EngineProgress, EngineSink } from '../../../app/engine/events';
import type { EngineMessage } from '../../../app/engine/words/message';
import type { EngineVerifyTable } from '../../../app/engine/specs';

/** Progress as the engine samples it; a test names only what it is about. */
export function progress(more: Partial<EngineProgress> = {}): EngineProgress {
  return {
    elapsedMs: 0,
    lanes: [],
    tables: [],
    segments: [],
    rows: 0,
    bytes: 0,
    storedBytes: 0,
    memoryBytes: 0,
    memoryPeakBytes: 0,
    retries: 0,
    firstRowMs: null,
    ...more,
  };
}

/** An engine of which a test wants nothing: it has no method. */
export const IDLE_ENGINE = {} as Addon;

export function batch(more: Partial<EngineProgress>, ...events: readonly EngineEvent[]): EngineBatch {
  return { events, progress: progress(more) };
}

/** Words of somebody, as the engine repeats them. */
export function said(text: string): EngineMessage {
  return { key: 'said', parameters: { text } };
}

export function logEvent(
  text: string,
  more: { readonly table?: number; readonly lane?: number } = {},
): EngineEvent {
  return { kind: 'log', at: 5, level: 'info', message: said(text), table: -1, lane: -1, ...more };
}

/** A job that only notes what it is told. */
export class NotingJob implements EngineJob {
  readonly told: string[] = [];

  pause(): void {
    this.told.push('pause');
  }

  resume(): void {
    this.told.push('resume');
  }

  cancel(): void {
    this.told.push('cancel');
  }

  setLanes(lanes: number): void {
    this.told.push(`lanes ${lanes}`);
  }
}

/** An engine whose batches a test sends by hand; it knows verify jobs only, for they need no server. */
export class HandMadeEngine implements Addon {
  readonly job = new NotingJob();
  readonly tables: EngineVerifyTable[] = [];
  #sink: EngineSink | null = null;
  #onSealed: (() => void) | null = null;

  send(next: EngineBatch): void {
    this.#sink?.(next);
  }

  /** Resolves when a service has handed over all tables and waits. */
  sealed(): Promise<void> {
    return new Promise((resolve) => {
      this.#onSealed = resolve;
    });
  }

  version(): ReturnType<Addon['version']> {
    return { engine: '0', libmariadb: '0', zstd: '0' };
  }

  sabotages(): readonly string[] {
    return [];
  }

  startDump(): never {
    throw new Error('This engine dumps nothing.');
  }

  startLoad(): never {
    throw new Error('This engine loads nothing.');
  }

  startExport(): never {
    throw new Error('No test exports rows by hand.');
  }

  startRechunk(): never {
    throw new Error('No test writes chunks by hand.');
  }

  startDirectExport(): never {
    throw new Error('No test exports tables by hand.');
  }

  startMigrate(): never {
    throw new Error('No test moves rows by hand.');
  }

  startChecksum(): never {
    throw new Error('No test checksums rows up by hand.');
  }

  startInspect(): never {
    throw new Error('This engine inspects nothing.');
  }

  keyCondition(): never {
    throw new Error('No test asks for conditions.');
  }

  writeFiles(): never {
    throw new Error('This engine writes nothing.');
  }

  syncFolder(): never {
    throw new Error('This engine writes nothing.');
  }

  firstText(): never {
    throw new Error('This engine reads no text.');
  }

  keyBounds(): never {
    throw new Error('This engine reads no keys.');
  }

  scanDelimited(): never {
    throw new Error('This engine scans nothing.');
  }

  scanFields(): never {
    throw new Error('This engine scans nothing.');
  }

  scanJson(): never {
    throw new Error('This engine scans nothing.');
  }

  scanXml(): never {
    throw new Error('This engine scans nothing.');
  }

  scanScript(): never {
    throw new Error('This engine scans nothing.');
  }

  openInput(): never {
    throw new Error('This engine reads nothing.');
  }

  startVerify: Addon['startVerify'] = (_spec, sink) => {
    this.#sink = sink;
    return Object.assign(this.job, {
      addTables: (tables: readonly EngineVerifyTable[]) => this.tables.push(...tables),
      seal: () => this.#onSealed?.(),
    });
  };
}
