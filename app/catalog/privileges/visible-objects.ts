import { SluiceError } from '../../contract/failure';
import type { ObjectFilter } from '../selection/object-filter';
import type { ControlSession } from '../session/control-session';
import type { Row } from '../session/row';
import type { VisibleSchema, ShownBody } from './coverage';
import type { Privileges } from './grants';
import { groupBy } from '../collections/group-by';
import { has } from '../server/dialect';
import { quoteTable, quoteText } from '../text/quote';

/**
 * Reads which objects of these schemas the server shows: in a few queries, and one for each object that the account's
 * grants do not seem to cover.
 */
export async function readVisibleSchemas(
  session: ControlSession,
  schemas: readonly string[],
  privileges: Privileges,
  objectFilter: ObjectFilter,
): Promise<readonly VisibleSchema[]> {
  if (schemas.length === 0) return [];
  const list = schemas.map(quoteText).join(', ');
  const kinds = await session.rowsOfEach([
    `SELECT TABLE_SCHEMA AS s, TABLE_NAME AS name, TABLE_TYPE AS type FROM information_schema.TABLES
     WHERE TABLE_SCHEMA IN (${list}) ORDER BY name`,
    `SELECT ROUTINE_SCHEMA AS s, ROUTINE_NAME AS name, ROUTINE_TYPE AS type,
            ROUTINE_DEFINITION IS NOT NULL AS readable
     FROM information_schema.ROUTINES WHERE ROUTINE_SCHEMA IN (${list}) ORDER BY name`,
    `SELECT TRIGGER_SCHEMA AS s, TRIGGER_NAME AS name, EVENT_OBJECT_TABLE AS t
     FROM information_schema.TRIGGERS WHERE TRIGGER_SCHEMA IN (${list}) ORDER BY name`,
    ...(has(session.server, 'libraries')
      ? [
          `SELECT LIBRARY_SCHEMA AS s, LIBRARY_NAME AS name, LIBRARY_DEFINITION IS NOT NULL AS readable
           FROM information_schema.LIBRARIES WHERE LIBRARY_SCHEMA IN (${list}) ORDER BY name`,
        ]
      : []),
  ]);
  const bySchema = kinds.map((rows) => groupBy(rows, ({ s }) => s ?? ''));
  const visible: VisibleSchema[] = [];
  for (const name of schemas) {
    const [own = [], bodies = [], triggers = [], libraries = []] = bySchema.map((kind) => kind.get(name));
    const isPackage = ({ type }: Row) => type?.startsWith('PACKAGE') === true;
    visible.push({
      name,
      tables: namesOf(own.filter(({ type }) => type !== 'VIEW' && type !== 'SEQUENCE')),
      views: namesOf(own.filter(({ type }) => type === 'VIEW')),
      sequences: namesOf(own.filter(({ type }) => type === 'SEQUENCE')),
      routines: bodies.filter((row) => !isPackage(row)).map(toBody),
      packages: bodies.filter(isPackage).map(toBody),
      libraries: libraries.map(toBody),
      triggers: triggers.map((row) => ({ name: row.name ?? '', table: row.t ?? '' })),
      refused: await refusedOf(session, name, own, privileges, objectFilter),
    });
  }
  return visible;
}

/**
 * Tests objects that the grants don't cover by reading them: the account may have privileges that the grants don't show.
 */
async function refusedOf(
  session: ControlSession,
  schema: string,
  tables: readonly Row[],
  privileges: Privileges,
  objectFilter: ObjectFilter,
): Promise<ReadonlySet<string>> {
  const refused = new Set<string>();
  for (const { name, type } of tables) {
    const table = name ?? '';
    const needed = type === 'VIEW' ? ['SELECT', 'SHOW VIEW'] : ['SELECT'];
    if (!objectFilter.table(schema, table)) continue;
    if (needed.every((privilege) => privileges.hasOn(schema, table, privilege))) continue;
    const place = quoteTable(schema, table);
    const question = type === 'VIEW' ? `SHOW CREATE VIEW ${place}` : `SELECT * FROM ${place} LIMIT 0`;
    if (await isRefused(session, question)) refused.add(table);
  }
  return refused;
}

async function isRefused(session: ControlSession, statement: string): Promise<boolean> {
  try {
    await session.run(statement);
    return false;
  } catch (error) {
    if (error instanceof SluiceError && error.failure.code === 'privilege-missing') return true;
    // Any other error is reported when the object is read.
    if (error instanceof SluiceError && error.failure.code === 'statement-failed') return false;
    throw error;
  }
}

function namesOf(rows: readonly Row[]): readonly string[] {
  return rows.map(({ name }) => name ?? '');
}

function toBody({ name, readable }: Row): ShownBody {
  return { name: name ?? '', readable: readable === '1' };
}
