import type { Endpoint } from '../../catalog/connect/endpoint';
import { readCreateTable } from '../../catalog/objects/objects';
import type { ControlSession } from '../../catalog/session/control-session';
import { isRefusal, refusalOf } from '../../catalog/session/statement-failure';
import { readingVariables } from '../../catalog/session/variables';
import { quoteTable } from '../../catalog/text/quote';
import { assertNever } from '../../contract/exhaustive';
import type { Failure } from '../../contract/failure';
import type { Check } from '../../contract/runs/result';
import type { RunHooks } from '../../engine/hooks';
import { createTableOf } from '../../format/read/create-table';
import type { ChecksumOf, DumpFolder, RecordedChecksum, RecordedPart } from '../../format/read/dump';
import { checksumFailures, checksumText } from '../../text/checksums';
import { columnLines, type ComparedTable } from '../compare';
import { onSessions } from '../on-sessions';
import type { PassHooks } from '../progress';
import type { ChecksumVerdict } from '../verdict';
import { isPlainCondition } from './condition';
import { SumsProgress, type SummedRows } from './progress';
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
  /** Tells what the tool has recorded. */
  readonly checksumOf: ChecksumOf;
  /** Verdicts on the same rows by the dump's files. */
  readonly own: readonly ChecksumVerdict[];
}

/**
 * Computes on the server what the dump's tool computed of its source, and compares: that the files hold what the source
 * held can be known from nothing else. The verdicts are in the order of the tables; null for one without a checksum.
 */
export async function compareRecorded(
  { dump, endpoint, session, tables, threads, checksumOf, own }: Target,
  {
    hooks,
    passHooks,
  }: { readonly hooks: Pick<RunHooks, 'cancellation' | 'log'>; readonly passHooks: PassHooks },
): Promise<readonly (RecordedVerdict | null)[]> {
  const recorded = tables.map((table) => (table.dump.document.includesData ? checksumOf(table.dump) : null));
  const works = tables.map((table, at) => worksOf(table, recorded[at] ?? null));
  const form = recorded.find((checksum) => checksum?.kind === 'unknown-form');
  hooks.log(
    'info',
    form?.kind === 'unknown-form'
      ? checksumText.recordedNotCompared(form.version)
      : checksumText.recordedCompared(works.filter(({ length }) => length > 0).length),
  );
  const pass = passHooks(new Map(tables.map((_, at) => [at, at])));
  const rows = tables.map((table, at) => rowsOf(table, works[at] ?? []));
  const items = works.flatMap((own, at) => own.map((work) => ({ work, at })));
  const progress = new SumsProgress(pass, rows, Math.min(threads, items.length));
  const { cancellation } = hooks;
  const answers = await onSessions(
    { endpoint, threads, cancellation, prepare },
    items,
    async (on, { work, at }, lane) => {
      progress.began(lane, at);
      const answer = await answerOf(on, work);
      progress.ended(lane, at, summedBy(work));
      return answer;
    },
  );
  const verdicts: (RecordedVerdict | null)[] = [];
  let begin = 0;
  for (const [at, table] of tables.entries()) {
    const end = begin + (works[at]?.length ?? 0);
    const checksum = recorded[at] ?? null;
    const found = checksum === null ? null : judge(table, checksum, answers.slice(begin, end));
    verdicts.push(found === null ? null : await verdictOf({ dump, session, table, own: own[at] }, found));
    begin = end;
  }
  return verdicts;
}

/** One statement, and its result where nothing was changed. */
type Work =
  | {
      readonly kind: 'rows';
      readonly table: ComparedTable;
      readonly checksum: Hashed;
      readonly part: RecordedPart;
    }
  | { readonly kind: 'table'; readonly table: ComparedTable; readonly value: string }
  | { readonly kind: 'count'; readonly table: ComparedTable };
type Hashed = Extract<RecordedChecksum, { kind: 'hashed' }>;

type Answer =
  | { readonly kind: 'equal' }
  | { readonly kind: 'different'; readonly part: RecordedPart | null; readonly rows: number | null }
  | { readonly kind: 'counted'; readonly rows: number }
  /** `why` is a sentence. */
  | { readonly kind: 'unknown'; readonly why: string };

function worksOf(table: ComparedTable, checksum: RecordedChecksum | null): readonly Work[] {
  if (checksum?.kind === 'check-table') return [{ kind: 'table', table, value: checksum.value }];
  if (checksum?.kind !== 'hashed') return [];
  return [
    { kind: 'count', table },
    ...checksum.parts.map((part): Work => ({ kind: 'rows', table, checksum, part })),
  ];
}

function rowsOf({ dump }: ComparedTable, works: readonly Work[]): SummedRows {
  const rows = dump.rows ?? works.reduce((sum, work) => sum + summedBy(work), 0);
  return { rows, bytes: dump.bytes ?? 0, works: works.length };
}

/** Returns how many rows of a table's progress a statement stands for. */
function summedBy(work: Work): number {
  switch (work.kind) {
    case 'rows':
      return work.part.rows;
    case 'table':
      return work.table.dump.rows ?? 0;
    case 'count':
      return 0;
    default:
      return assertNever(work);
  }
}

/** MySQL Shell's own settings (modules/util/common/dump/checksums.cc), and none by which a condition could write. */
async function prepare(session: ControlSession): Promise<void> {
  await session.apply(readingVariables(session.server));
  await session.run("SET SESSION sql_mode = '', character_set_connection = ascii");
  // The most that there is: the warning of a row that is too long may come behind those of other rows.
  await session.run('SET SESSION max_error_count = 65535');
  // MySQL 5.5 has none such.
  await session.run('SET SESSION TRANSACTION READ ONLY').catch(refusalOf);
}

async function answerOf(session: ControlSession, work: Work): Promise<Answer> {
  try {
    switch (work.kind) {
      case 'rows':
        return await rowsAnswer(session, work);
      case 'table':
        return await tableAnswer(session, work);
      case 'count':
        return await countAnswer(session, work);
      default:
        return assertNever(work);
    }
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return { kind: 'unknown', why: checksumText.recordedRefused(error.failure.message) };
  }
}

/** ER_WARN_ALLOWED_PACKET_OVERFLOWED: the server made NULL of a row, which then is in no sum. */
const TOO_LONG = '1301';

async function rowsAnswer(
  session: ControlSession,
  { table, checksum, part }: Extract<Work, { kind: 'rows' }>,
): Promise<Answer> {
  if (part.condition !== null && !isPlainCondition(part.condition))
    return { kind: 'unknown', why: checksumText.conditionUnknown(part.condition) };
  const found = await session.row(hashedRows(session.server, table, checksum, part));
  const warnings = await session.rows('SHOW WARNINGS');
  if (warnings.some(({ Code }) => Code === TOO_LONG))
    return { kind: 'unknown', why: checksumText.rowTooLong };
  const told = Number(await session.scalar('SHOW COUNT(*) WARNINGS'));
  if (told > warnings.length) return { kind: 'unknown', why: checksumText.moreWarnings(told) };
  const rows = Number(found.n);
  const isEqual = rows === part.rows && found.checksum === part.checksum;
  return isEqual ? { kind: 'equal' } : { kind: 'different', part, rows };
}

async function tableAnswer(
  session: ControlSession,
  { table: { schema, name }, value }: Extract<Work, { kind: 'table' }>,
): Promise<Answer> {
  const { Checksum: found } = await session.row(`CHECKSUM TABLE ${quoteTable(schema, name)}`);
  return found === value ? { kind: 'equal' } : { kind: 'different', part: null, rows: null };
}

async function countAnswer(
  session: ControlSession,
  { table: { schema, name } }: Extract<Work, { kind: 'count' }>,
): Promise<Answer> {
  const { n } = await session.row(`SELECT COUNT(*) AS n FROM ${quoteTable(schema, name)}`);
  return { kind: 'counted', rows: Number(n) };
}

/** Finding on a recorded checksum, before it is held against what else is known of the table. */
type Found =
  | { readonly kind: 'equal' | 'unknown'; readonly detail: string }
  | {
      readonly kind: 'different';
      readonly parts: number;
      readonly different: readonly Extract<Answer, { kind: 'different' }>[];
    };

function judge({ dump }: ComparedTable, checksum: RecordedChecksum, answers: readonly Answer[]): Found {
  if (checksum.kind === 'absent') return { kind: 'unknown', detail: checksumText.notRecorded };
  if (checksum.kind === 'unknown-form')
    return { kind: 'unknown', detail: checksumText.formUnknown(checksum.version) };
  const different = answers.flatMap((answer) => (answer.kind === 'different' ? [answer] : []));
  const [unknown] = answers.flatMap((answer) => (answer.kind === 'unknown' ? [answer.why] : []));
  if (checksum.kind === 'check-table') {
    if (unknown !== undefined) return { kind: 'unknown', detail: unknown };
    return different.length === 0
      ? { kind: 'equal', detail: checksumText.recordedEqual('check-table') }
      : { kind: 'unknown', detail: checksumText.checkTableDiffers };
  }
  if (different.length > 0) return { kind: 'different', parts: checksum.parts.length, different };
  if (unknown !== undefined) return { kind: 'unknown', detail: unknown };
  const unsummed = dump.document.options.columns.find((column) => !checksum.columns.includes(column));
  if (unsummed !== undefined) return { kind: 'unknown', detail: checksumText.columnNotSummed(unsummed) };
  const covered = checksum.parts.reduce((sum, { rows }) => sum + rows, 0);
  const rows = answers.find((answer) => answer.kind === 'counted')?.rows ?? 0;
  // Bounds beyond ASCII were others when they were summed, so that a part may hold fewer rows than its range.
  return covered === rows
    ? { kind: 'equal', detail: checksumText.recordedEqual('hashed') }
    : { kind: 'unknown', detail: checksumText.recordedCovers({ covered, rows }) };
}

interface JudgedTable {
  readonly dump: DumpFolder;
  readonly session: ControlSession;
  readonly table: ComparedTable;
  readonly own: ChecksumVerdict | undefined;
}

async function verdictOf(judged: JudgedTable, found: Found): Promise<RecordedVerdict> {
  if (found.kind !== 'different') {
    const state = found.kind === 'equal' ? 'ok' : 'not-checked';
    return { check: { kind: 'checksum', state, detail: found.detail }, failures: [] };
  }
  const excuse = await excuseFor(judged);
  if (excuse !== null)
    return { check: { kind: 'checksum', state: 'not-checked', detail: excuse }, failures: [] };
  const { table, own } = judged;
  const [first] = found.different;
  const { failure } = checksumFailures.recordedDiffers(
    {
      ...{ different: found.different.length, parts: found.parts },
      ...{ part: first?.part ?? null, found: first?.rows ?? null },
      areAsInFiles: own?.check.state === 'ok',
    },
    { table: `${table.schema}.${table.name}` },
  );
  return { check: { kind: 'checksum', state: 'failed', detail: failure.message }, failures: [failure] };
}

/** Explains why equal values may have another sum here than at the source; null where they may not. */
async function excuseFor({ dump, session, table, own }: JudgedTable): Promise<string | null> {
  if (session.server.vendor !== dump.vendor) return checksumText.recordedOfOtherVendor;
  if (own?.check.state === 'failed') return checksumText.recordedAfterOthers;
  const dumped = await createTableOf(dump, table.dump);
  if (dumped === null) return checksumText.recordedWithoutDefinition;
  const [source, now] = [
    columnLines(dumped),
    columnLines(await readCreateTable(session, table.schema, table.name)),
  ];
  const other = table.dump.document.options.columns.find((column) => now.get(column) !== source.get(column));
  return other === undefined ? null : checksumText.recordedOfOtherColumn(other);
}
