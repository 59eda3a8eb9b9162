import { appendFile } from 'fs/promises';
import { runSluice, type CommandRun } from '../integration/harness/command';
import type { MatrixServer } from './matrix-server';

/** From the oldest to the newest of each vendor: those beside each other are what people move between. */
const IN_ORDER = [
  ...['mysql-5.5', 'mysql-9.7'],
  ...['mariadb-10.2', 'mariadb-10.5', 'mariadb-10.11', 'mariadb-11.4', 'mariadb-11.8'],
];

/** Pairs that are no neighbours in the list, and yet between the newest servers of both vendors. */
const ACROSS = ['mysql-9.7 mariadb-11.8', 'mariadb-11.8 mysql-9.7'];

export type Pair = readonly [source: string, target: string];

/** Returns whether both servers are of one vendor: across vendors a verification compares no definitions of tables. */
export function isOneVendor([source, target]: Pair): boolean {
  return source.split('-')[0] === target.split('-')[0];
}

/**
 * Pairs of these servers: all with SLUICE_MATRIX_PAIRS=all, neighbours with `neighbours`; else each server with itself as
 * well.
 */
export function pairsOf(names: readonly string[]): readonly Pair[] {
  const known = IN_ORDER.filter((name) => names.includes(name));
  const all = known.flatMap((source) => known.map((target) => [source, target] as const));
  const wish = process.env.SLUICE_MATRIX_PAIRS;
  if (wish === 'all') return all;
  const least = wish === 'neighbours' ? 1 : 0;
  return all.filter(([source, target]) => {
    const distance = Math.abs(known.indexOf(source) - known.indexOf(target));
    return (distance >= least && distance <= 1) || ACROSS.includes(`${source} ${target}`);
  });
}

/** A cause for which a plan refuses, as far as both verbs name it. */
export interface Cause {
  readonly object: string;
  /** Rule of a migration's finding, or code of a load's failure. */
  readonly rule: string;
  /** Rule that removes it once it is switched on; null where there is none. */
  readonly fix: string | null;
  readonly why: string;
}

interface PlanLine {
  readonly type: 'plan';
  readonly findings?: readonly (Omit<Cause, 'fix'> & {
    readonly severity: string;
    readonly switchOn?: string;
  })[];
  readonly conflicts?: readonly {
    readonly code: string;
    readonly table?: string;
    readonly hint?: string;
    readonly message: string;
  }[];
}

/** Returns why the plan that a `--dry-run` printed refuses. */
export function causesOf({ output }: CommandRun): readonly Cause[] {
  const line = output.split('\n').find((text) => text.startsWith('{"type":"plan"'));
  if (line === undefined) throw new Error(`No plan was printed:\n${output}`);
  const { findings = [], conflicts = [] } = JSON.parse(line) as PlanLine;
  return [
    ...findings
      .filter(({ severity }) => severity === 'blocks')
      .map(({ object, rule, why, switchOn = null }) => ({ object, rule, why, fix: switchOn })),
    ...conflicts.map(({ code, table = '', hint = '', message }) => ({
      object: table,
      rule: code,
      why: message,
      fix: /--fix ([a-z-]+)/.exec(hint)?.[1] ?? null,
    })),
  ];
}

/** Moves schemas from one server to another: live, or from a folder. */
export type Move = (
  source: MatrixServer,
  target: MatrixServer,
  words: readonly string[],
) => Promise<CommandRun>;

export const migrate: Move = (source, target, words) =>
  runSluice(['migrate', '--source', source.dsn, '--target', target.dsn, '--json', ...words], {
    SLUICE_SOURCE_PASSWORD: source.instance.password,
    SLUICE_TARGET_PASSWORD: target.instance.password,
  });

/** Loads what was dumped from the source. */
export function loadFrom(folderOf: (source: MatrixServer) => string): Move {
  return (source, target, words) =>
    runSluice(
      ['load', '--dump', folderOf(source), '--target', target.dsn, '--json', ...words],
      target.secret,
    );
}

/** Outcome of each pair, to be printed as a table when all are through. */
export class PairTable {
  readonly #cells = new Map<string, string>();

  note([source, target]: Pair, outcome: string): void {
    this.#cells.set(`${source} ${target}`, outcome);
  }

  /** The table in Markdown: a row for each source, a column for each target. */
  toString(): string {
    const names = IN_ORDER.filter((name) =>
      [...this.#cells.keys()].some((key) => key.split(' ').includes(name)),
    );
    const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
    return [
      line(['from \\ to', ...names]),
      line(['---', ...names.map(() => '---')]),
      ...names.map((source) =>
        line([source, ...names.map((target) => this.#cells.get(`${source} ${target}`) ?? '')]),
      ),
    ].join('\n');
  }

  /** Prints the table, also into the file that SLUICE_MATRIX_TABLE names. */
  async print(title: string): Promise<void> {
    const text = `\n${title}\n\n${this.toString()}\n`;
    process.stdout.write(text);
    if (process.env.SLUICE_MATRIX_TABLE !== undefined)
      await appendFile(process.env.SLUICE_MATRIX_TABLE, text);
  }
}
