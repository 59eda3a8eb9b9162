import type { Endpoint } from '../../catalog/connect/endpoint';
import type { ControlSession } from '../../catalog/session/control-session';
import { isRefusal } from '../../catalog/session/statement-failure';
import { readingVariables } from '../../catalog/session/variables';
import { quoteTable } from '../../catalog/text/quote';
import type { Failure } from '../../contract/failure';
import type { Check } from '../../contract/runs/result';
import type { RunHooks } from '../../engine/hooks';
import { dumpedKey } from '../../format/read/documents';
import type { DumpFolder, RecordedChecksum, RecordedPart } from '../../format/read/dump';
import { checksumFailures, checksumText } from '../../text/checksums';
import type { ComparedTable } from '../compare';
import { onSessions } from '../on-sessions';
import { isPlainCondition } from './condition';
import { hashedRows } from './statement';

/** Result of comparing a table with the checksum that the dumping tool has recorded of its source. */
export interface RecordedVerdict {
  readonly check: Check;
  readonly failures: readonly Failure[];
}

interface Target {
  readonly dump: DumpFolder;
  readonly endpoint: Endpoint;
  readonly session: ControlSession;
  readonly tables: readonly ComparedTable[];
  readonly threads: number;
}

/**
 * Computes on the server what the dump's tool computed of its source, and compares: that the files hold what the source
 * held can be known from nothing else. The verdicts are in the order of the tables; null for one without a checksum.
 */
export async function compareRecorded(
  { dump, endpoint, session, tables, threads }: Target,
  hooks: Pick<RunHooks, 'cancellation' | 'log'>,
): Promise<readonly (RecordedVerdict | null)[]> {
  const recorded = (await dump.recordedChecksums?.()) ?? new Map<string, RecordedChecksum>();
  const known = tables.flatMap((table, at) => {
    const checksum = recorded.get(dumpedKey(table.dump));
    return checksum === undefined ? [] : [{ at, table, checksum }];
  });
  const works = known.flatMap(({ at, table, checksum }) =>
    worksOf(table, checksum).map((work) => ({ at, work })),
  );
  if (works.length === 0) return tables.map(() => null);
  hooks.log('info', checksumText.recordedCompared(known.length));
  const { cancellation } = hooks;
  const answers = await onSessions({ endpoint, threads, cancellation, prepare }, works, (lane, { work }) =>
    answerOf(lane, work),
  );
  return tables.map((table, at) => {
    const own = works.flatMap((each, place) => (each.at === at ? [answers[place] ?? 'equal'] : []));
    const checksum = recorded.get(dumpedKey(table.dump));
    if (own.length === 0 || checksum === undefined) return null;
    return verdictOf(table, checksum, own, session.server.vendor === dump.vendor);
  });
}

/** One statement, and its result where nothing was changed. */
type Work =
  | {
      readonly kind: 'rows';
      readonly table: ComparedTable;
      readonly checksum: Hashed;
      readonly part: RecordedPart;
    }
  | { readonly kind: 'table'; readonly table: ComparedTable; readonly value: string };
type Hashed = Extract<RecordedChecksum, { kind: 'hashed' }>;

/** `different` for a part with other rows; a sentence where it could not be asked. */
type Answer =
  | 'equal'
  | { readonly kind: 'different'; readonly part: RecordedPart | null; readonly rows: number | null }
  | { readonly kind: 'unknown'; readonly why: string };

function worksOf(table: ComparedTable, checksum: RecordedChecksum): readonly Work[] {
  if (checksum.kind === 'check-table') return [{ kind: 'table', table, value: checksum.value }];
  return checksum.parts.map((part) => ({ kind: 'rows', table, checksum, part }));
}

/** MySQL Shell's own settings (modules/util/common/dump/checksums.cc), and none by which a condition could write. */
async function prepare(session: ControlSession): Promise<void> {
  await session.apply(readingVariables(session.server));
  await session.run("SET SESSION sql_mode = '', character_set_connection = ascii");
  await session.run('SET SESSION TRANSACTION READ ONLY');
}

async function answerOf(session: ControlSession, work: Work): Promise<Answer> {
  try {
    return work.kind === 'rows' ? await rowsAnswer(session, work) : await tableAnswer(session, work);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return { kind: 'unknown', why: checksumText.recordedRefused(error.failure.message) };
  }
}

async function rowsAnswer(
  session: ControlSession,
  { table, checksum, part }: Extract<Work, { kind: 'rows' }>,
): Promise<Answer> {
  if (part.condition !== null && !isPlainCondition(part.condition, checksum.columns))
    return { kind: 'unknown', why: checksumText.conditionUnknown(part.condition) };
  const found = await session.row(hashedRows(session.server, table, checksum, part));
  const rows = Number(found.n);
  return rows === part.rows && found.checksum === part.checksum ? 'equal' : { kind: 'different', part, rows };
}

async function tableAnswer(
  session: ControlSession,
  { table: { schema, name }, value }: Extract<Work, { kind: 'table' }>,
): Promise<Answer> {
  const { Checksum: found } = await session.row(`CHECKSUM TABLE ${quoteTable(schema, name)}`);
  return found === value ? 'equal' : { kind: 'different', part: null, rows: null };
}

function verdictOf(
  { schema, name }: ComparedTable,
  checksum: RecordedChecksum,
  answers: readonly Answer[],
  isSameVendor: boolean,
): RecordedVerdict {
  const notChecked = (detail: string): RecordedVerdict => ({
    check: { kind: 'checksum', state: 'not-checked', detail },
    failures: [],
  });
  const unlike = answers.filter((answer) => answer !== 'equal');
  const unknown = unlike.flatMap((answer) => (answer.kind === 'unknown' ? [answer.why] : []));
  const different = unlike.flatMap((answer) => (answer.kind === 'different' ? [answer] : []));
  if (different.length === 0 && unknown[0] !== undefined) return notChecked(unknown[0]);
  const [first] = different;
  if (first === undefined) {
    const detail = checksumText.recordedEqual(checksum.kind);
    return { check: { kind: 'checksum', state: 'ok', detail }, failures: [] };
  }
  if (checksum.kind === 'check-table') return notChecked(checksumText.checkTableDiffers);
  if (!isSameVendor) return notChecked(checksumText.recordedOfOtherVendor);
  const { failure } = checksumFailures.recordedDiffers(
    { different: different.length, parts: answers.length, part: first.part, found: first.rows },
    { table: `${schema}.${name}` },
  );
  return { check: { kind: 'checksum', state: 'failed', detail: failure.message }, failures: [failure] };
}
