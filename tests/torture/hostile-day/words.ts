import type { SmallSchema } from './schema';
import { quoted } from '../../fixtures/random-schema/names';
import type { Ending } from './client';

/** Ends of runs, in their failures' codes. */
export function codesOf(endings: readonly Ending[]): string {
  const codes = endings.map(({ exitCode, result }) =>
    exitCode === null ? 'killed' : (result?.errors[0]?.code ?? `exit ${exitCode}`),
  );
  return [...new Set(codes)].sort().join(', ');
}

/** Words for each kind in a sentence about an account that may not read it. */
const IN_WORDS: Readonly<Record<string, string>> = {
  table: 'tables',
  view: 'views',
  procedure: 'routines',
  function: 'routines',
  trigger: 'triggers',
  event: 'events',
  sequence: 'sequences',
};

/** Returns whether a run's words name the object, or all of its kind in its schema. */
export function isNamedIn(said: string, schema: string, key: string): boolean {
  const space = key.indexOf(' ');
  const [kind, name] = [key.slice(0, space), key.slice(space + 1)];
  const plural = IN_WORDS[kind] ?? kind;
  return (
    said.includes(JSON.stringify(name).slice(1, -1)) ||
    new RegExp(`${plural}[^"]* of [^"]*${schema}`).test(said)
  );
}

/** A statement that somebody else changes the source by. */
export function drawDdl(draw: number, { objects, tables }: SmallSchema): string {
  const [first = '', second = first] = Object.keys(tables).map(quoted);
  const name = objects.find(({ kind }) => kind === 'view')?.name;
  const view = name === undefined ? undefined : quoted(name);
  switch (draw) {
    case 0:
      return `ALTER TABLE ${second} ADD COLUMN foreign_ddl INT DEFAULT 5`;
    case 1:
      return 'CREATE TABLE foreign_ddl (id INT PRIMARY KEY)';
    case 2:
      return view === undefined ? `TRUNCATE TABLE ${second}` : `DROP VIEW ${view}`;
    case 3:
      return `RENAME TABLE ${first} TO foreign_ddl`;
    default:
      return `TRUNCATE TABLE ${second}`;
  }
}

/** The lines that only one of two states has. */
export function differenceOf(before: unknown, now: unknown): string {
  const [left, right] = [before, now].map((state) => new Set(linesOf(state)));
  const only = (these: ReadonlySet<string> = new Set(), those: ReadonlySet<string> = new Set()) =>
    [...these].filter((line) => !those.has(line));
  return `-${JSON.stringify(only(left, right))} +${JSON.stringify(only(right, left))}`;
}

function linesOf(state: unknown): readonly string[] {
  if (typeof state === 'string') return [state];
  return typeof state === 'object' && state !== null ? Object.values(state).flatMap(linesOf) : [];
}
