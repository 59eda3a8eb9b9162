import { has } from '../../catalog/server/dialect';
import type { ControlSession } from '../../catalog/session/control-session';
import type { LoadOptions } from '../../contract/runs/options';
import { insertPlan, type BytesDecoding } from './statements';
import type { DumpFolder } from '../../format/read/dump';
import { rowFailures, rowText } from '../../text/target/rows';

/** Method by which rows are loaded, the same for all tables of a load. */
export interface MethodDecision {
  readonly kind: 'load-data' | 'insert';
  readonly bytes: BytesDecoding;
  /** True if tables of few rows go in by INSERT, many in one packet: LOAD DATA LOCAL takes two round trips for each. */
  readonly smallByInsert: boolean;
  /** Reason as a sentence; null for none. */
  readonly reason: string | null;
}

/**
 * Decides the load method: LOAD DATA LOCAL where the target accepts it, and decodes the bytes of a dump in it. Fails with
 * `local-infile-off` where only that was allowed.
 */
export async function decideMethod(
  session: ControlSession,
  { method }: Pick<LoadOptions, 'method'>,
): Promise<MethodDecision> {
  const decodes = has(session.server, 'base64Functions');
  const bytes = decodes ? 'by-server' : 'here';
  const insert = { kind: 'insert', bytes, smallByInsert: true } as const;
  if (method === 'insert') return { ...insert, reason: rowText.insertAsked };
  if (!decodes) {
    if (method === 'load-data') throw rowFailures.noBase64();
    return { ...insert, reason: rowText.insertForBase64 };
  }
  const localInfile = await session.scalar('SELECT @@GLOBAL.local_infile');
  if (localInfile === '1' || localInfile === 'ON')
    return { kind: 'load-data', bytes, smallByInsert: method === 'auto', reason: null };
  if (method === 'load-data') throw rowFailures.noLocalInfile();
  return { ...insert, reason: rowText.insertOnly };
}

/** Fails with `dump-unsupported` for a table whose rows can't be loaded by the method. */
export function assertMethodFits({ schemas }: DumpFolder, { kind, bytes }: MethodDecision): void {
  if (kind !== 'insert') return;
  for (const { name, document } of schemas.flatMap((schema) => schema.tables))
    insertPlan(document.options.schema, name, document, bytes);
}
