import { resultText } from '../../text/cli/result';
import type { DumpPlan } from '../../contract/runs/dump-plan';
import { dumpPlanLines } from './dump-plan-lines';
import type { RunUpdate } from '../../contract/runs/run';
import type { RunResult } from '../../contract/runs/result';
import { SluiceError, type Failure } from '../../contract/failure';
import { type MigrationPlan, remedyOf } from '../../contract/runs/migrate';
import type { LoadPlan } from '../../contract/runs/load-plan';
import type { ResultLine } from '../../contract/output/run-lines';
import type { RunRegistry } from '../../runs/registry';
import { failureLines, logLines, progressLines, resultLines } from './lines';
import { migrationLines } from './migration-lines';
import { planLines } from './plan-lines';
import { printLines, singleLine, printToStderr } from './printable';

/** Output of a run's progress and result: on a terminal, in a log, or for a script that reads JSON lines. */
export interface Console {
  update(update: RunUpdate): void;
  result(result: RunResult): void;
  /** The end of a dry run. */
  plan(plan: LoadPlan): void;
  /** The end of a dump's dry run. */
  dumpPlan(plan: DumpPlan): void;
  /** The end of a migration's dry run. */
  migration(plan: MigrationPlan): void;
  failure(failure: Failure): void;
}

/** @param output takes results; progress is on standard error in any case */
export function openConsole(
  json: boolean,
  registry: Pick<RunRegistry, 'view'>,
  output: NodeJS.WritableStream = process.stdout,
): Console {
  if (json) return new JsonConsole(output);
  return process.stderr.isTTY ? new TerminalConsole(registry, output) : new PlainConsole(output);
}

/** A console that keeps results instead of showing them. */
export function holdResult(console: Console): {
  readonly held: readonly RunResult[];
  readonly console: Console;
} {
  const held: RunResult[] = [];
  const holding: Console = {
    update: (update) => console.update(update),
    result: (result) => held.push(result),
    plan: (plan) => console.plan(plan),
    dumpPlan: (plan) => console.dumpPlan(plan),
    migration: (plan) => console.migration(plan),
    failure: (failure) => console.failure(failure),
  };
  return { held, console: holding };
}

/** One JSON object per line; the last one is the result, whatever happened. */
class JsonConsole implements Console {
  readonly #output: NodeJS.WritableStream;

  constructor(output: NodeJS.WritableStream) {
    this.#output = output;
  }

  update({ stage, state, elapsedMs, totals, lanes, historyList }: RunUpdate): void {
    this.#write({ type: 'progress', state, stage, elapsedMs, ...totals, lanes, historyList });
  }

  result(result: RunResult): void {
    this.#write({ type: 'result', ...result });
  }

  plan(plan: LoadPlan): void {
    const { conflicts } = plan;
    this.#write({ type: 'plan', ...plan });
    this.#end(conflicts.length === 0 ? 'done' : 'failed', conflicts);
  }

  dumpPlan(plan: DumpPlan): void {
    const { conflicts } = plan;
    this.#write({ type: 'plan', ...plan });
    this.#end(conflicts.length === 0 ? 'done' : 'failed', conflicts);
  }

  migration(plan: MigrationPlan): void {
    const blocks = plan.findings.filter(({ severity }) => severity === 'blocks');
    this.#write({ type: 'plan', ...plan });
    this.#end(
      blocks.length === 0 ? 'done' : 'failed',
      blocks.map((finding) => {
        const hint = remedyOf(finding);
        const { object, why } = finding;
        return new SluiceError('migration-refused', `${object}: ${why}`, hint === undefined ? {} : { hint })
          .failure;
      }),
    );
  }

  failure(failure: Failure): void {
    this.#end(failure.code === 'cancelled' ? 'cancelled' : 'failed', [failure]);
  }

  /** The result of a command that moved nothing. */
  #end(state: RunResult['state'], errors: readonly Failure[]): void {
    const line: ResultLine = {
      type: 'result',
      ok: errors.length === 0,
      state,
      tables: 0,
      rows: 0,
      bytes: 0,
      seconds: 0,
      threads: 0,
      memoryPeakBytes: 0,
      verdicts: [],
      checks: [],
      warnings: [],
      errors,
      retries: 0,
    };
    this.#write(line);
  }

  #write(value: object): void {
    this.#output.write(`${JSON.stringify(value)}\n`);
  }
}

/** Lanes and total redrawn in place; what stays are the log's warnings and the result. */
class TerminalConsole implements Console {
  readonly #registry: Pick<RunRegistry, 'view'>;
  readonly #output: NodeJS.WritableStream;
  #drawn = 0;

  constructor(registry: Pick<RunRegistry, 'view'>, output: NodeJS.WritableStream) {
    this.#registry = registry;
    this.#output = output;
  }

  update(update: RunUpdate): void {
    this.#erase();
    for (const { level, words } of logLines(update.log))
      if (level === 'info' || level === 'warning') printToStderr([words]);
    if (update.result !== null) return;
    const view = this.#registry.view(update.runId);
    const lines = progressLines(view, process.stderr.columns - 1).map(singleLine);
    printToStderr(lines);
    this.#drawn = lines.length;
  }

  result(result: RunResult): void {
    this.#erase();
    printLines(resultLines(result), this.#output);
  }

  plan(plan: LoadPlan): void {
    printLines(planLines(plan), this.#output);
  }

  dumpPlan(plan: DumpPlan): void {
    printLines(dumpPlanLines(plan), this.#output);
  }

  migration(plan: MigrationPlan): void {
    printLines(migrationLines(plan), this.#output);
  }

  failure(failure: Failure): void {
    this.#erase();
    printToStderr(failureLines(resultText.error, failure));
  }

  #erase(): void {
    // Up by as many lines as were drawn, then clear to the end of the screen.
    if (this.#drawn > 0) process.stderr.write(`\x1b[${this.#drawn}A\x1b[J`);
    this.#drawn = 0;
  }
}

/** Output for logs and pipes: stages and log records as they come, no redrawing. */
class PlainConsole implements Console {
  readonly #output: NodeJS.WritableStream;
  #stage = '';

  constructor(output: NodeJS.WritableStream) {
    this.#output = output;
  }

  update({ stage, log, totals }: RunUpdate): void {
    for (const { level, words } of logLines(log))
      if (level !== 'debug') printToStderr([`${resultText.logLevels[level]}: ${words}`]);
    if (stage === this.#stage) return;
    this.#stage = stage;
    const { tablesDone: done, tablesTotal: total, rows } = totals;
    printToStderr([resultText.stage({ kind: stage, done, total, rows })]);
  }

  result(result: RunResult): void {
    printLines(resultLines(result), this.#output);
  }

  plan(plan: LoadPlan): void {
    printLines(planLines(plan), this.#output);
  }

  dumpPlan(plan: DumpPlan): void {
    printLines(dumpPlanLines(plan), this.#output);
  }

  migration(plan: MigrationPlan): void {
    printLines(migrationLines(plan), this.#output);
  }

  failure(failure: Failure): void {
    printToStderr(failureLines(resultText.error, failure));
  }
}
