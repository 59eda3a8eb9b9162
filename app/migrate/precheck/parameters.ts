import type { ControlSession } from '../../catalog/session/control-session';
import type { MigrationFinding } from '../../contract/runs/migrate';
import type { ServerSide } from './facts';
import { precheckText } from '../../text/migrate/precheck';

/** A routine's text parameter or text result. */
interface TextParameter {
  readonly routine: string;
  readonly charset: string;
  readonly collation: string;
}

/** Reads the text parameters and results of a schema's routines; lower case except names. */
export async function readTextParameters(
  session: ControlSession,
  schema: string,
): Promise<readonly TextParameter[]> {
  const rows = await session.rows(
    `SELECT SPECIFIC_NAME AS routine, CHARACTER_SET_NAME AS charset, COLLATION_NAME AS collation
     FROM information_schema.PARAMETERS WHERE SPECIFIC_SCHEMA = ? AND COLLATION_NAME IS NOT NULL`,
    [schema],
  );
  return rows.map(({ routine, charset, collation }) => ({
    routine: routine ?? '',
    charset: (charset ?? '').toLowerCase(),
    collation: (collation ?? '').toLowerCase(),
  }));
}

/**
 * Finds texts whose collation would change: one with its character set's default collation names none, and gets the
 * target's default. Pure.
 */
export function judgeParameters(
  schema: string,
  parameters: readonly TextParameter[],
  source: ServerSide,
  target: ServerSide,
): readonly MigrationFinding[] {
  const findings = new Map<string, MigrationFinding>();
  for (const { routine, charset, collation } of parameters) {
    const targetDefault = target.defaultCollations.get(charset);
    if (
      collation !== source.defaultCollations.get(charset) ||
      targetDefault === undefined ||
      targetDefault === collation
    )
      continue;
    findings.set(`${routine} ${charset}`, {
      kind: 'advised',
      severity: 'warns',
      rule: 'parameter-collation',
      object: `${schema}.${routine}`,
      ...precheckText.textParameter(charset, collation, targetDefault),
    });
  }
  return [...findings.values()];
}
