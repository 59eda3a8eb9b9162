import type { ControlSession } from '../../catalog/session/control-session';
import { quoteName } from '../../catalog/text/quote';

const MOST_LETTERS = 64;
const CONSTRAINT = /^( {2}CONSTRAINT )`((?:[^`]|``)+)`( FOREIGN KEY | CHECK )/;

/** Names of the constraints of a schema whose tables are being created: read once, then remembered. */
export class ConstraintNames {
  readonly #session: ControlSession;
  readonly #schema: string;
  #taken: TakenNames | null = null;

  constructor(session: ControlSession, schema: string) {
    this.#session = session;
    this.#schema = schema;
  }

  /**
   * Returns the definition with names that are free in the schema, and takes them. Most tables name no constraint: the
   * server is queried for the others only.
   */
  async take(createTable: string): Promise<string> {
    if (!namesConstraints(createTable)) return createTable;
    this.#taken ??= await takenConstraints(this.#session, this.#schema);
    return takeFreeNames(createTable, this.#taken);
  }
}

/** Returns whether a statement names a foreign key or a CHECK. */
export function namesConstraints(createTable: string): boolean {
  return createTable.split('\n').some((line) => CONSTRAINT.test(line));
}

/** Constraint names of a schema in lower case, and how the server keeps them apart. */
export interface TakenNames {
  readonly foreignKeys: Set<string>;
  readonly checks: Set<string>;
  /** True if a foreign key and a CHECK of one table may not share a name. */
  readonly areOneWithinTable: boolean;
}

/**
 * Reads the names that constraints of a new table may not have. For both vendors names of foreign keys are unique
 * within the schema. MySQL keeps names of CHECKs unique within the schema too, apart from them; MariaDB within each
 * table, together with those of its foreign keys (errors 3822 and 1826; measured on 9.7 and 10.11). The schema is asked
 * for as the tables': see `readTriggers`.
 */
async function takenConstraints(session: ControlSession, schema: string): Promise<TakenNames> {
  const isMySql = session.server.vendor === 'mysql';
  const rows = await session.rows(
    `SELECT CONSTRAINT_NAME AS name, CONSTRAINT_TYPE AS kind FROM information_schema.TABLE_CONSTRAINTS
     WHERE TABLE_SCHEMA = ? AND CONSTRAINT_TYPE IN ('FOREIGN KEY'${isMySql ? ", 'CHECK'" : ''})`,
    [schema],
  );
  const namesOf = (wanted: string) =>
    new Set(rows.filter(({ kind }) => kind === wanted).map(({ name }) => (name ?? '').toLowerCase()));
  return {
    foreignKeys: namesOf('FOREIGN KEY'),
    checks: namesOf('CHECK'),
    areOneWithinTable: !isMySql,
  };
}

/**
 * Returns a table's definition with free constraint names, the dumped ones where they are free, else with a number, and
 * adds them to those that are taken.
 */
export function takeFreeNames(
  createTable: string,
  { foreignKeys, checks, areOneWithinTable }: TakenNames,
): string {
  const own = new Set<string>();
  return mapConstraints(createTable, (name, kind) => {
    const ofKind = kind === 'CHECK' ? checks : foreignKeys;
    const free = freeName(name, (one) => ofKind.has(one) || (areOneWithinTable && own.has(one)));
    own.add(free.toLowerCase());
    // MariaDB's CHECKs of other tables may have any name.
    if (kind !== 'CHECK' || !areOneWithinTable) ofKind.add(free.toLowerCase());
    return free;
  });
}

/** Returns the definition without the names of its constraints, to compare everything else. */
export function withoutConstraintNames(createTable: string): string {
  let count = 0;
  return mapConstraints(createTable, () => String((count += 1)));
}

function mapConstraints(createTable: string, nameOf: (name: string, kind: string) => string): string {
  return createTable
    .split('\n')
    .map((line) =>
      line.replace(CONSTRAINT, (_, before: string, quoted: string, after: string) => {
        return `${before}${quoteName(nameOf(quoted.replace(/``/g, '`'), after.trim()))}${after}`;
      }),
    )
    .join('\n');
}

function freeName(name: string, isUsed: (name: string) => boolean): string {
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? '' : `_${number}`;
    const candidate = `${Array.from(name)
      .slice(0, MOST_LETTERS - suffix.length)
      .join('')}${suffix}`;
    if (!isUsed(candidate.toLowerCase())) return candidate;
  }
}
