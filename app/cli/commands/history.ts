import { InvalidArgumentError, type Command } from 'commander';
import { matchesHistory, type HistoryEntry, type HistoryResult } from '../../contract/runs/history';
import { formatBytes, formatDuration } from '../../contract/quantities';
import { reportHtml } from '../../runs/history/report';
import { openHistory } from '../context';
import type { ExitCode } from '../exit';
import { resultLines, STATES } from '../output/lines';
import { printable, printLines } from '../output/printable';
import { historyHelp } from '../../text/cli/help/jobs/history';
import { takes, usageFailures } from '../../text/cli/usage';

interface HistoryArguments {
  readonly limit: number;
  readonly search: string;
  readonly json: boolean;
}

export function addHistoryCommand(program: Command, finish: (code: ExitCode) => void): void {
  const history = program
    .command('history')
    .description(historyHelp.commands.history)
    .option('--limit <n>', historyHelp.options.limit, parseLimit, 20)
    .option('--search <words>', historyHelp.options.search, '')
    .option('--json', historyHelp.options.json, false)
    .addHelpText('after', historyHelp.after)
    .action(async (options: HistoryArguments) => {
      await list(options);
      finish(0);
    });
  history
    .command('show <run>')
    .description(historyHelp.commands.show)
    .option('--html', historyHelp.options.html, false)
    .action(async (runId: string, { html }: { readonly html: boolean }, command: Command) => {
      const { json } = command.optsWithGlobals<HistoryArguments>();
      if (html && json) throw usageFailures.htmlOrJson();
      const text = shown(await openHistory().result(runId), html ? 'html' : json ? 'json' : 'text');
      process.stdout.write(html ? text : printable(text));
      finish(0);
    });
}

async function list({ limit, search, json }: HistoryArguments): Promise<void> {
  const found = (await openHistory().list()).filter((entry) => matchesHistory(entry, search));
  const lines = found.slice(0, limit).map((entry) => (json ? JSON.stringify(entry) : entryLine(entry)));
  if (lines.length > 0) printLines(lines);
  else if (!json) process.stdout.write(`${historyHelp.none}\n`);
}

function shown(run: HistoryResult, form: 'html' | 'json' | 'text'): string {
  switch (form) {
    case 'html':
      return reportHtml(run);
    case 'json':
      return `${JSON.stringify({ type: 'result', ...run.result })}\n`;
    case 'text':
      return `${run.header.title}\n${resultLines(run.result).join('\n')}\n`;
  }
}

function entryLine({ runId, kind, title, startedAt, state, figures, problem }: HistoryEntry): string {
  const figuresText =
    figures === null
      ? []
      : [historyHelp.rows(figures.rows), formatBytes(figures.bytes), formatDuration(figures.seconds * 1000)];
  return [
    runId,
    timeOf(startedAt),
    historyHelp.kinds[kind].padEnd(7),
    STATES[state],
    title,
    ...figuresText,
    ...(problem === null ? [] : [problem]),
  ].join('  ');
}

/** `2026-11-20 16:35`, in the user's own time. */
export function timeOf(at: number): string {
  const date = new Date(at);
  const two = (number: number) => String(number).padStart(2, '0');
  return `${[date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-')} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

function parseLimit(text: string): number {
  const limit = Number(text);
  if (!Number.isInteger(limit) || limit < 1) throw new InvalidArgumentError(takes.wholeNumber);
  return limit;
}
