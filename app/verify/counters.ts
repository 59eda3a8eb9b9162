import type { ControlSession } from '../catalog/session/control-session';
import { autoIncrementOf, counterOf, parseDefinition } from '../catalog/definition/definition';
import { quoteName, quoteTable } from '../catalog/text/quote';
import { readScript } from '../format/read/reader';
import { ROW_ID } from '../format/sql/primary-key';
import { splitScript } from '../format/sql/script';
import { verifyFailures, verifyText } from '../text/verify';
import type { JudgedCheck } from './judged-check';
import type { ComparedTable } from '../checksums/compare';
import type { DumpFolder } from '../format/read/dump';

/** Next number of a table whose definition prints no counter: none was given yet. */
const FIRST = 1n;

/**
 * Compares a table's AUTO_INCREMENT counter with the dump's; returns null for a table without one. A server raises the
 * counter by itself above the greatest existing number: rows dumped after the definition was read have this effect.
 */
export async function compareCounter(
  session: ControlSession,
  dump: DumpFolder,
  table: ComparedTable,
  definition: string,
): Promise<JudgedCheck | null> {
  const column = autoIncrementOf(parseDefinition(definition));
  if (column === null) return null;
  if (!table.dump.document.includesDdl)
    return {
      check: { kind: 'counter', state: 'not-checked', detail: verifyText.rowsOnly },
      failure: null,
    };
  const script = splitScript(await readScript(dump, `${table.dump.stem}.sql`));
  const printed = script.map(counterOf).find((found) => found !== null);
  // The numbers of an added key are the target's own.
  if (printed === undefined && column === ROW_ID) return null;
  const wanted = BigInt(printed ?? FIRST);
  const found = BigInt(counterOf(definition) ?? FIRST);
  const isOwn = found === wanted || (found > wanted && found <= (await nextOfRows(session, table, column)));
  const values = { found: String(found), dumped: String(wanted) };
  const place = { table: `${table.schema}.${table.name}` };
  return {
    check: { kind: 'counter', state: isOwn ? 'ok' : 'failed', detail: verifyText.counters(values) },
    failure: isOwn ? null : verifyFailures.counterDiffers(values, place).failure,
  };
}

/**
 * Returns the greatest counter that the table's rows alone explain. Numbers come in steps of auto_increment_increment.
 */
async function nextOfRows(
  session: ControlSession,
  { schema, name }: ComparedTable,
  column: string,
): Promise<bigint> {
  const greatest = await session.scalar(`SELECT MAX(${quoteName(column)}) FROM ${quoteTable(schema, name)}`);
  const step = await session.scalar('SELECT @@GLOBAL.auto_increment_increment');
  // A FLOAT column may have an AUTO_INCREMENT too: its digits are no integer.
  const whole = /^\d+$/.test(greatest ?? '') ? BigInt(greatest ?? 0) : 0n;
  return whole + BigInt(step ?? 1);
}
