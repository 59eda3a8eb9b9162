import type { ControlSession } from '../catalog/control-session';
import { quoteName } from '../catalog/quote';

const MOST_LETTERS = 64;
const CONSTRAINT = /^( {2}CONSTRAINT )`((?:[^`]|``)+)`( FOREIGN KEY | CHECK )/;

/** The definition as the schema takes it. Most tables name no constraint: the server is asked for the others only. */
export async function freeConstraints(
  session: ControlSession,
  schema: string,
  createTable: string,
): Promise<string> {
  if (!namesConstraints(createTable)) return createTable;
  return withFreeConstraints(createTable, await takenConstraints(session, schema));
}

/** Whether a statement gives a foreign key or a CHECK a name. */
export function namesConstraints(createTable: string): boolean {
  return createTable.split('\n').some((line) => CONSTRAINT.test(line));
}

/**
 * The names that no constraint of a new table may have: both vendors keep those of foreign keys for the whole schema,
 * MySQL those of CHECKs too.
 */
async function takenConstraints(session: ControlSession, schema: string): Promise<ReadonlySet<string>> {
  const kinds = session.server.vendor === 'mysql' ? "'FOREIGN KEY', 'CHECK'" : "'FOREIGN KEY'";
  const rows = await session.rows(
    `SELECT CONSTRAINT_NAME AS name FROM information_schema.TABLE_CONSTRAINTS
     WHERE CONSTRAINT_SCHEMA = ? AND CONSTRAINT_TYPE IN (${kinds})`,
    [schema],
  );
  return new Set(rows.map(({ name }) => (name ?? '').toLowerCase()));
}

/** A table's definition whose constraints have names that are free: the dumped ones where they are, else with a number. */
export function withFreeConstraints(createTable: string, taken: ReadonlySet<string>): string {
  const used = new Set(taken);
  return mapConstraints(createTable, (name) => {
    const free = freeName(name, used);
    used.add(free.toLowerCase());
    return free;
  });
}

/** The definition without the names of its constraints, for a comparison of everything else. */
export function withoutConstraintNames(createTable: string): string {
  let count = 0;
  return mapConstraints(createTable, () => String((count += 1)));
}

function mapConstraints(createTable: string, nameOf: (name: string) => string): string {
  return createTable
    .split('\n')
    .map((line) =>
      line.replace(CONSTRAINT, (_, before: string, quoted: string, after: string) => {
        return `${before}${quoteName(nameOf(quoted.replace(/``/g, '`')))}${after}`;
      }),
    )
    .join('\n');
}

function freeName(name: string, used: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? '' : `_${number}`;
    const candidate = `${Array.from(name)
      .slice(0, MOST_LETTERS - suffix.length)
      .join('')}${suffix}`;
    if (!used.has(candidate.toLowerCase())) return candidate;
  }
}
