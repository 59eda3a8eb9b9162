import type { Vendor } from '../../../app/contract/connections/connection';
import type { Inspection } from '../../../app/contract/pages/inspection';
import type { RunResult } from '../../../app/contract/runs/result';
import type { CommandRun } from '../harness/command';

/** Schema for accounts with the least privileges, and outcomes of what they do with it. */

export const SOURCE = 'least_shop';
export const COPY = 'least_copy';
export const GONE = 'least_gone';

/** One object of each kind, with definers that a target may have, lack, or hold in honour. */
export const OBJECTS = [
  `CREATE TABLE ${SOURCE}.orders (id INT PRIMARY KEY, total INT, KEY (total))`,
  `CREATE TABLE ${SOURCE}.items (id INT PRIMARY KEY, order_id INT, FOREIGN KEY (order_id) REFERENCES ${SOURCE}.orders (id))`,
  `INSERT INTO ${SOURCE}.orders VALUES (1, 10), (2, 20)`,
  `INSERT INTO ${SOURCE}.items VALUES (1, 2)`,
  `CREATE VIEW ${SOURCE}.totals AS SELECT id, total FROM ${SOURCE}.orders`,
  `CREATE PROCEDURE ${SOURCE}.bill() SELECT 1`,
  `CREATE DEFINER = '${GONE}'@'%' FUNCTION ${SOURCE}.tax() RETURNS INT DETERMINISTIC RETURN 19`,
  `CREATE TRIGGER ${SOURCE}.stamp BEFORE INSERT ON ${SOURCE}.orders FOR EACH ROW SET NEW.total = NEW.total + 0`,
  `CREATE EVENT ${SOURCE}.purge ON SCHEDULE EVERY 1 DAY DISABLE DO SELECT 1`,
];

/** Those that one vendor alone has. */
export const OWN_OBJECTS: Readonly<Record<Vendor, readonly string[]>> = {
  mysql: [
    `CREATE LIBRARY ${SOURCE}.sums LANGUAGE JAVASCRIPT AS $$ export function f(n) { return n; } $$`,
    `CREATE FUNCTION ${SOURCE}.adds(n INT) RETURNS INT DETERMINISTIC LANGUAGE JAVASCRIPT USING (${SOURCE}.sums AS s) AS $$ return s.f(n) $$`,
  ],
  mariadb: [
    `CREATE SEQUENCE ${SOURCE}.numbers START WITH 7`,
    `SELECT NEXTVAL(${SOURCE}.numbers)`,
    "SET sql_mode = 'ORACLE'",
    `CREATE PACKAGE ${SOURCE}.tools AS FUNCTION one RETURN INT; END`,
    `CREATE PACKAGE BODY ${SOURCE}.tools AS FUNCTION one RETURN INT AS BEGIN RETURN 1; END; END`,
    'SET sql_mode = DEFAULT',
  ],
};

/** One line of the matrix that the run prints. */
export interface Row {
  readonly job: string;
  readonly 'privilege taken away': string;
  readonly exit: string;
  readonly says: string;
}

/** As a table with a head. */
export function tableOf(rows: readonly Row[]): string {
  const heads = ['job', 'privilege taken away', 'exit', 'says'] as const;
  const widths = heads.map((head) => Math.max(head.length, ...rows.map((row) => row[head].length)));
  const line = (cells: readonly string[]) =>
    cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ');
  const body = rows.map((row) => line(heads.map((head) => row[head])));
  return [line(heads), widths.map((width) => '-'.repeat(width)).join('-|-'), ...body].join('\n');
}

export interface Outcome {
  readonly state: string;
  readonly exitCode: number | null;
  /** All that was said to be wrong or missing, with what helps. */
  readonly words: string;
}

export function outcomeOf({ result, exitCode }: CommandRun): Outcome {
  const { state, errors = [], warnings = [] } = result as Partial<RunResult>;
  const said = [...errors, ...warnings].map(({ message, hint }) => `${message} ${hint}`);
  // An inspection is no run: what it lacks stands in its notes.
  const { tables } = result as unknown as Partial<Inspection>;
  const notes = Array.isArray(tables) ? tables.flatMap((table) => table.notes) : [];
  const words = [...said, ...notes.filter((note) => note.includes('lacks'))].join(' ');
  return { state: state ?? (words === '' ? 'done' : 'done-with-notes'), exitCode, words };
}
