import type { ControlSession } from '../catalog/session/control-session';
import { quoteTable } from '../catalog/text/quote';
import type { Failure } from '../contract/failure';
import { tablesOf, type DumpFolder } from '../format/read/dump';
import { proveFailures } from '../text/prove';
import { onSessions, type SessionsRequest } from '../checksums/on-sessions';

/** Result of the server's own check of a table. */
export interface CheckedTable {
  readonly schema: string;
  readonly table: string;
  /** `unsupported`: its engine has no check. */
  readonly state: 'ok' | 'unsupported' | 'failed';
  /** Warnings of the server on a table that it finds in order. */
  readonly remarks: readonly string[];
  readonly failure: Failure | null;
}

/** Has the server check every table (`CHECK TABLE … EXTENDED`). A table that is not in order does not stop it. */
export async function checkTables(
  request: SessionsRequest,
  dump: DumpFolder,
): Promise<readonly CheckedTable[]> {
  return await onSessions(request, tablesOf(dump), async (session, { schema, name }) =>
    checkTable(session, schema, name),
  );
}

async function checkTable(session: ControlSession, schema: string, table: string): Promise<CheckedTable> {
  const rows = await session.rows(`CHECK TABLE ${quoteTable(schema, table)} EXTENDED`);
  return judgeCheck(
    { schema, table },
    rows.map(({ Msg_type: type, Msg_text: text }) => ({ type: type ?? '', text: text ?? '' })),
  );
}

interface Message {
  readonly type: string;
  readonly text: string;
}

/**
 * Judges the answer of CHECK TABLE: the last line is the status of a table that was checked, and a note where the engine
 * can't (both manuals, "CHECK TABLE"). Pure.
 */
export function judgeCheck(
  { schema, table }: Pick<CheckedTable, 'schema' | 'table'>,
  messages: readonly Message[],
): CheckedTable {
  const place = { schema, table };
  const errors = messages.filter(({ type }) => type.toLowerCase() === 'error');
  const last = messages[messages.length - 1] ?? { type: '', text: '' };
  const isNote = last.type.toLowerCase() === 'note';
  if (errors.length === 0 && isNote && /doesn't support check/i.test(last.text))
    return { ...place, state: 'unsupported', remarks: [], failure: null };
  const isOk = /^(?:OK|Table is already up to date)$/i.test(last.text);
  if (errors.length === 0 && isOk) {
    const remarks = messages.filter(({ type }) => type.toLowerCase() === 'warning').map(({ text }) => text);
    return { ...place, state: 'ok', remarks, failure: null };
  }
  const reason = (errors[0] ?? last).text;
  const { failure } = proveFailures.tableNotInOrder({ reason }, { table: `${schema}.${table}` });
  return { ...place, state: 'failed', remarks: [], failure };
}
