import { has } from './dialect';
import { assertNever } from '../../contract/exhaustive';
import { SluiceError } from '../../contract/failure';
import { serverText } from '../../text/catalog/server';
import type { ControlSession } from '../session/control-session';
import type { Row } from '../session/row';

/** Progress of a statement that builds indexes. */
export interface BuildReading {
  /** `CONNECTION_ID()` of the session that builds. */
  readonly session: number;
  /** Identifies the statement within its session. */
  readonly statement: string;
  /** Share of the whole statement, 0 to 1. */
  readonly share: number;
}

/** `untold`: the server does not report these builds; `why` is a sentence with what would make it. */
export type BuildReadings =
  | { readonly kind: 'told'; readonly builds: readonly BuildReading[] }
  | { readonly kind: 'untold'; readonly why: string };

/** Reads the server's progress of the builds in these sessions, all of the account's own, in one query. */
export async function readIndexBuilds(
  session: ControlSession,
  builders: readonly number[],
): Promise<BuildReadings> {
  const { vendor } = session.server;
  switch (vendor) {
    case 'mysql':
      return await readStages(session, builders);
    case 'mariadb':
      return await readCounter(session, builders);
    default:
      return assertNever(vendor);
  }
}

/** SQL for the number of indexes that a statement of ours adds. */
const INDEXES =
  "(1 + (LENGTH(thread.PROCESSLIST_INFO) - LENGTH(REPLACE(thread.PROCESSLIST_INFO, ', ADD ', ''))) / LENGTH(', ADD '))";

const CONSUMER_ON =
  "UPDATE performance_schema.setup_consumers SET ENABLED = 'YES' WHERE NAME = 'events_stages_current'";

/**
 * Reads MySQL's progress. Its instruments for ALTER TABLE are on by default, the consumer is not (manual, “Monitoring
 * ALTER TABLE Progress for InnoDB Tables”). It is the whole server's, so that Sluice leaves it unchanged. The stages of
 * a statement add up, but (all of it measured on 9.7) the estimate is that of one index, however many there are, and
 * comes from the table's statistics: where these are too low, it grows with the work from some point on, and then says
 * nothing.
 */
async function readStages(session: ControlSession, builders: readonly number[]): Promise<BuildReadings> {
  if (!has(session.server, 'stageProgress')) return untold(serverText.buildsNotReported.tooOld);
  try {
    const rows = await session.rows(
      `SELECT consumer.ENABLED AS consumer, thread.PROCESSLIST_ID AS session, stage.NESTING_EVENT_ID AS statement,
              stage.WORK_COMPLETED / (stage.WORK_ESTIMATED * ${INDEXES}) AS share
       FROM performance_schema.setup_consumers AS consumer
       LEFT JOIN (performance_schema.threads AS thread JOIN performance_schema.events_stages_current AS stage
                  ON stage.THREAD_ID = thread.THREAD_ID AND stage.EVENT_NAME LIKE 'stage/innodb/alter table%'
                     AND stage.WORK_COMPLETED < stage.WORK_ESTIMATED)
              ON thread.PROCESSLIST_ID IN (${marks(builders)})
       WHERE consumer.NAME = 'events_stages_current'`,
      builders,
    );
    const [first] = rows;
    if (first === undefined) return untold(serverText.buildsNotReported.noPerformanceSchema);
    if (first.consumer !== 'YES') return untold(serverText.buildsNotReported.consumerOff(CONSUMER_ON));
    return { kind: 'told', builds: rows.flatMap(toReading) };
  } catch (error) {
    if (!(error instanceof SluiceError) || error.failure.code !== 'privilege-missing') throw error;
    return untold(serverText.buildsNotReported.noPrivilege);
  }
}

/**
 * Reads MariaDB's progress: one counter for all builds of the server, in hundredths of a per cent, which the last one
 * writes; its progress reports omit them (measured on 10.11). Its owner is known as long as only one session alters a
 * table, of those that the account may see.
 */
async function readCounter(session: ControlSession, builders: readonly number[]): Promise<BuildReadings> {
  const rows = await session.rows(
    `SELECT ID AS session, QUERY_ID AS statement, ID IN (${marks(builders)}) AS own,
            (SELECT VARIABLE_VALUE / 10000 FROM information_schema.GLOBAL_STATUS
             WHERE VARIABLE_NAME = 'Innodb_onlineddl_pct_progress') AS share
     FROM information_schema.PROCESSLIST WHERE STATE = 'altering table'`,
    builders,
  );
  if (rows.length > 1) return untold(serverText.buildsNotReported.severalBuilds);
  return { kind: 'told', builds: rows.filter(({ own }) => own === '1').flatMap(toReading) };
}

function marks(values: readonly unknown[]): string {
  return values.map(() => '?').join(', ');
}

function toReading({ session, statement, share }: Row): readonly BuildReading[] {
  if (session === null || session === undefined || share === null || share === undefined) return [];
  return [{ session: Number(session), statement: statement ?? '', share: Number(share) }];
}

function untold(why: string): BuildReadings {
  return { kind: 'untold', why };
}
