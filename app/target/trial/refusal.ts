import { SluiceError, type Failure } from '../../contract/failure';
import type { TargetKind } from '../../text/target/kinds';
import { trialFailures, trialText } from '../../text/target/trial';

/** Object that a target refuses, as far as the statement names one. */
export interface RefusedObject {
  readonly schema: string;
  readonly name: string | null;
  readonly kind: TargetKind | null;
}

const { remedies } = trialText;

/** Remedies by the server's error number. */
const REMEDIES: ReadonlyMap<number, string> = new Map([
  [1231, remedies.sqlMode],
  [1273, remedies.fix('collations')],
  [1286, remedies.fix('engines')],
  [3510, remedies.fix('data-directory')],
  [1115, remedies.characterSet],
  [1305, remedies.noFunction],
  [1227, remedies.noPrivilege],
  [1449, remedies.noDefiner],
  [1298, remedies.timeZone],
  [3750, remedies.noPrimaryKey],
  [6125, remedies.parentNotUnique],
]);

/**
 * Errors of an object whose parts are missing, as they are behind a refused table: `ER_BAD_FIELD_ERROR`,
 * `ER_NO_SUCH_TABLE`, `ER_VIEW_INVALID`.
 */
export const MISSING_PARTS: ReadonlySet<number> = new Set([1054, 1146, 1356]);

/** Returns the failure for a refused definition, with a remedy. */
export function refusal(
  { message, errno, sqlstate }: Failure,
  { schema, name, kind }: RefusedObject,
  statement: string,
): Failure {
  const remedy = remedyOf(errno, statement);
  return trialFailures.refused(
    { schema, name, kind, reason: message },
    {
      ...(remedy !== undefined && { hint: remedy }),
      table: name === null ? schema : `${schema}.${name}`,
      statement: statement.slice(0, 500),
      errno,
      sqlstate,
    },
  ).failure;
}

function remedyOf(errno: number | undefined, statement: string): string | undefined {
  const known = errno === undefined ? undefined : REMEDIES.get(errno);
  // Servers have several error numbers for a refused directory, and none that is specific to it.
  return known ?? (/\bDATA DIRECTORY\s*=/.test(statement) ? remedies.fix('data-directory') : undefined);
}

/** Returns the failure of a statement that creates a table, with a remedy where one is known. */
export function withRemedy(error: unknown, statement: string): unknown {
  if (!(error instanceof SluiceError) || error.failure.code !== 'statement-failed') return error;
  const hint = remedyOf(error.failure.errno, statement);
  return hint === undefined ? error : SluiceError.from({ ...error.failure, hint });
}
