import { counted } from '../../../../contract/language/counted';
import { spoken } from '../../../../contract/language/spoken';
import type { RunKind } from '../../../../contract/runs/state';

/** Words of the help of `sluice history`. */
export const historyHelp = spoken({
  commands: {
    history: 'List this user’s runs, from the window and the command line, newest first.',
    show: 'Show the whole result of a run.',
  },
  options: {
    json: 'print one JSON object per run',
    search: 'list only runs that contain every word',
    limit: 'list at most so many runs',
    html: 'print it as a web page',
  },
  after: `
Examples:
  sluice history --search "dump done"
  sluice history --limit 1 --json
  sluice history show 0123456789abcdef
  sluice history show 0123456789abcdef --html > report.html`,
  /** Kinds of runs, as the commands are called. */
  kinds: {
    dump: 'dump',
    load: 'load',
    migrate: 'migrate',
    verify: 'verify',
    rollback: 'rollback',
  } satisfies Readonly<Record<RunKind, string>>,
  none: 'No runs.',
  rows: (rows: number) => counted(rows, 'row', 'rows'),
});
