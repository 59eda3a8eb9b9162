import type { ConvertHooks, ConvertReport, WrittenOutput } from '../../convert/report';
import type { ConvertPlace } from '../../convert/request';
import type { Cancellation } from '../../engine/cancellation';
import type { EngineProgress } from '../../engine/events';
import type { ResultLine } from '../../contract/output/run-lines';
import type { Failure } from '../../contract/failure';
import { formatBytes, formatCompact } from '../../contract/quantities';
import { convertText } from '../../text/convert';
import { resultText } from '../../text/cli/result';
import { failureLines } from './lines';
import { printLines, printToStderr, singleLine } from './printable';

type Ended = Pick<ResultLine, 'state' | 'errors'>;

const NOTHING: ConvertReport = {
  ...{ tables: 0, rows: 0, storedBytes: 0, seconds: 0, threads: 0, memoryPeakBytes: 0 },
  ...{ notices: [], warnings: [] },
};

/** Output of a conversion; all of it on standard error where standard output takes the script. */
export class ConvertConsole {
  readonly #place: ConvertPlace;
  readonly #json: boolean;
  #expected: number | null = null;
  #isShown = false;

  constructor(place: ConvertPlace, json: boolean) {
    this.#place = place;
    this.#json = json;
  }

  hooks(cancellation: Cancellation): ConvertHooks {
    return {
      cancellation,
      job: () => undefined,
      opened: ({ rows }) => {
        this.#expected = rows;
      },
      batch: ({ progress }) => {
        if (progress !== null) this.#progress(progress);
      },
    };
  }

  report(report: ConvertReport): void {
    this.#clear();
    const state = report.warnings.length > 0 ? 'done-with-warnings' : 'done';
    if (this.#json) this.#result({ ...report, state, errors: [] });
    else this.written(report);
  }

  /** For people. */
  written({ tables, rows, storedBytes, notices, warnings }: WrittenOutput): void {
    const place = this.#place.kind === 'path' ? this.#place.path : convertText.standardOutput;
    this.#print([
      convertText.done({ tables, rows, storedBytes, place }),
      ...notices.map((notice) => resultText.notice(notice)),
      ...warnings.flatMap((warning) => failureLines(resultText.warning, warning)),
    ]);
  }

  failure(failure: Failure): void {
    this.#clear();
    if (!this.#json) printToStderr(failureLines(resultText.error, failure));
    else {
      const state = failure.code === 'cancelled' ? 'cancelled' : 'failed';
      this.#result({ ...NOTHING, state, errors: [failure] });
    }
  }

  #result({ storedBytes, notices, ...report }: ConvertReport & Ended): void {
    const { errors } = report;
    const line: ResultLine = {
      ...{ type: 'result', ok: errors.length === 0, ...report, bytes: storedBytes },
      ...{ verdicts: [], checks: [], retries: 0 },
      ...(notices.length > 0 && { notices }),
    };
    this.#print([JSON.stringify(line)]);
  }

  #print(lines: readonly string[]): void {
    if (this.#place.kind === 'path') printLines(lines);
    else printToStderr(lines);
  }

  /** One line that is written over, on a terminal alone. */
  #progress({ rows, storedBytes }: EngineProgress): void {
    if (this.#json || !process.stderr.isTTY) return;
    const line = convertText.progress({
      rows: formatCompact(rows),
      expected: this.#expected === null ? null : formatCompact(this.#expected),
      bytes: formatBytes(storedBytes),
    });
    process.stderr.write(`\r\u001b[K${singleLine(line)}`);
    this.#isShown = true;
  }

  #clear(): void {
    if (this.#isShown) process.stderr.write('\r\u001b[K');
    this.#isShown = false;
  }
}
