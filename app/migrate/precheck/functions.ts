import type { ControlSession } from '../../catalog/session/control-session';
import { SluiceError } from '../../contract/failure';
import type { MigrationFinding } from '../../contract/runs/migrate';
import { changeOutside } from '../../format/sql/outside-quotes';
import { precheckText } from '../../text/migrate/precheck';

/** SQL text of the source that may call functions. */
export interface CallingText {
  readonly object: string;
  readonly sql: string;
  /** Severity of a missing function: the target refuses a definition that uses one; a body fails when it runs. */
  readonly severity: 'blocks' | 'warns';
  /** Stored functions that it may call, lower case. */
  readonly own: ReadonlySet<string>;
}

/**
 * Finds native functions that the source has and the target lacks, each with the objects that call it; changes nothing.
 */
export async function judgeFunctions(
  texts: readonly CallingText[],
  source: ControlSession,
  target: ControlSession,
): Promise<readonly MigrationFinding[]> {
  const calls = texts.map((text) => ({
    text,
    names: functionsOf(text.sql).filter((name) => !text.own.has(name)),
  }));
  // It has no stored functions, and everybody may use it.
  for (const session of [source, target]) await session.use('information_schema');
  const missing = new Set<string>();
  for (const name of new Set(calls.flatMap(({ names }) => names))) {
    if (!(await hasFunction(target, name)) && (await hasFunction(source, name))) missing.add(name);
  }
  return calls.flatMap(({ text: { object, severity }, names }) =>
    names
      .filter((name) => missing.has(name))
      .map((name): MigrationFinding => ({
        kind: 'advised',
        severity,
        rule: 'function',
        object,
        ...precheckText.noFunction(name.toUpperCase(), severity),
      })),
  );
}

/** Returns the names before a parenthesis, lower case, including keywords, which both servers know. Pure. */
export function functionsOf(sql: string): readonly string[] {
  const names = new Set<string>();
  changeOutside(sql, (piece) => {
    for (const [, name = ''] of piece.matchAll(/(?<![\w.$@])([a-z_]\w*)\(/gi)) names.add(name.toLowerCase());
    return piece;
  });
  return [...names];
}

/** FUNCTION does not exist; no database selected, in which a function of that name would be searched. */
const NO_SUCH_FUNCTION: ReadonlySet<number | undefined> = new Set([1305, 1046]);

/**
 * Returns whether a server has a native function of that name: it reports a missing one when a call is prepared,
 * whatever the arguments (measured on both vendors). Nothing is executed.
 */
async function hasFunction(session: ControlSession, name: string): Promise<boolean> {
  try {
    await session.run(`PREPARE sluice_function FROM 'SELECT ${name}()'`);
  } catch (error) {
    return !(error instanceof SluiceError && NO_SUCH_FUNCTION.has(error.failure.errno));
  }
  await session.run('DEALLOCATE PREPARE sluice_function');
  return true;
}
