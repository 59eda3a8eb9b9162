import type { ControlSession } from '../../catalog/session/control-session';
import type { Failure } from '../../contract/failure';
import { readScript } from '../../format/read/reader';
import { enableStatement } from '../../format/sql/stored-events';
import { storedObjectOf } from '../../format/sql/stored-object';
import { ObjectStatements } from './statements';
import { runStatement } from '../session/run-statement';
import type { TargetContext } from '../context';
import type { PreparedSchema } from '../tables/prepared-table';
import type { CreatedObject } from '../journal/created-object';
import { objectFailures } from '../../text/target/objects';

const EVENTS: ReadonlySet<CreatedObject['kind']> = new Set(['event'] as const);

/** Plan for the events of a schema, which a load creates disabled: how some are enabled, and which are not. */
export interface EventPlan {
  readonly schema: string;
  /**
   * Statements that enable the events, with the settings between them: an event keeps the settings under which it was
   * altered last.
   */
  readonly statements: readonly string[];
  readonly warnings: readonly Failure[];
}

/** Decides which of the events that this load created will be enabled. */
export async function planEvents(
  context: TargetContext,
  schema: PreparedSchema,
): Promise<readonly EventPlan[]> {
  const statements = await eventStatements(context, schema);
  const enabled = statements.flatMap((statement) => {
    const name = storedObjectOf(statement)?.name;
    return name === undefined || enableStatement(statement) === null ? [] : [name];
  });
  if (enabled.length === 0) return [];
  const target = schema.target.target;
  if (!areEnabled(context.options.eventStatus, schema))
    return [
      {
        schema: target,
        statements: [],
        warnings: [objectFailures.eventsDisabled({ schema: target, names: enabled }).failure],
      },
    ];
  const past = await pastEvents(context.session, target);
  const over = enabled.filter((name) => past.has(name));
  return [
    {
      schema: target,
      statements: statements.flatMap((statement) => {
        const object = storedObjectOf(statement);
        if (object === null) return [statement];
        const enable = past.has(object.name) ? null : enableStatement(statement);
        return enable === null ? [] : [enable];
      }),
      warnings: over.length === 0 ? [] : [objectFailures.eventsPast({ schema: target, names: over }).failure],
    },
  ];
}

/** Enables the events: the last step of a load before it drops its journal. Can be repeated. */
export async function enableEvents(session: ControlSession, plans: readonly EventPlan[]): Promise<void> {
  for (const { schema, statements } of plans) {
    if (statements.length === 0) continue;
    await session.use(schema);
    for (const statement of statements) await runStatement(session, statement);
  }
}

/**
 * Creates the events that the server skipped: it creates none whose time has passed and that is not preserved. The
 * source keeps such an event as long as it is disabled.
 */
export async function makePastEvents(
  context: TargetContext,
  schema: PreparedSchema,
  script: string,
): Promise<void> {
  const { session } = context;
  const { target } = schema.target;
  const rows = await session.rows(
    'SELECT EVENT_NAME AS name FROM information_schema.EVENTS WHERE EVENT_SCHEMA = ?',
    [target],
  );
  const existing = new Set(rows.map(({ name }) => name?.toLowerCase()));
  const created = await createdEvents(context, target);
  const missing = created.filter(({ name }) => !existing.has(name.toLowerCase()));
  if (missing.length === 0) return;
  await session.run('SET SESSION timestamp = 1');
  try {
    for (const statement of new ObjectStatements(schema.source, missing).ofSchema(script, EVENTS))
      await runStatement(session, statement);
  } finally {
    await session.run('SET SESSION timestamp = DEFAULT');
  }
}

async function createdEvents(
  { session, journal }: Pick<TargetContext, 'session' | 'journal'>,
  target: string,
): Promise<readonly CreatedObject[]> {
  return await journal.createdIn(session, target, EVENTS);
}

/** Returns the dump's own statements for the events that this load created, with the settings between them. */
async function eventStatements(
  context: TargetContext,
  { source, target }: PreparedSchema,
): Promise<readonly string[]> {
  if (!source.document.includesDdl || source.document.events.length === 0) return [];
  const statements = new ObjectStatements(source, await createdEvents(context, target.target));
  const found: string[] = [];
  for (const file of source.scripts)
    found.push(...statements.ofSchema(await readScript(context.dump, file), EVENTS));
  return found;
}

/** Returns whether events are enabled by default: a copy beside its original would do the same work twice. */
function areEnabled(
  wish: TargetContext['options']['eventStatus'],
  { source, target }: PreparedSchema,
): boolean {
  return wish === 'source' || (wish === 'auto' && source.name === target.target);
}

/**
 * Finds the events that the server would drop as soon as they are enabled. The catalogue has times in the event's own
 * zone.
 */
async function pastEvents(session: ControlSession, schema: string): Promise<ReadonlySet<string>> {
  const rows = await session.rows(
    `SELECT EVENT_NAME AS name FROM information_schema.EVENTS
     WHERE EVENT_SCHEMA = ? AND ON_COMPLETION = 'NOT PRESERVE'
       AND CONVERT_TZ(COALESCE(EXECUTE_AT, ENDS), TIME_ZONE, '+00:00') < UTC_TIMESTAMP()`,
    [schema],
  );
  return new Set(rows.map(({ name }) => name ?? ''));
}
