import { SluiceError, type Failure } from '../../contract/failure';
import type { LoadFix } from '../../contract/runs/options';

/** Object that a target refuses, as far as the statement names one. */
export interface RefusedObject {
  readonly schema: string;
  readonly name: string | null;
  readonly kind: string | null;
}

const byFix = (fix: LoadFix) => `Load with --fix ${fix}, or change the definition at the source.`;

/** Remedies by the server's error number. */
const REMEDIES: ReadonlyMap<number, string> = new Map([
  [
    1231,
    'Load with --fix sql-modes where it is a mode that was removed, or change the definition at the source.',
  ],
  [1273, byFix('collations')],
  [1286, byFix('engines')],
  [3510, byFix('data-directory')],
  [1115, 'Convert the column at the source to a character set that the target has.'],
  [1305, 'Create the function on the target first, or leave the object out.'],
  [1227, 'Grant the account that privilege, or dump again with --definers strip.'],
  [1298, 'Load the time zone tables on the target (mysql_tzinfo_to_sql), then try again.'],
  [3750, 'Give the table a primary key, or SET GLOBAL sql_require_primary_key = OFF on the target.'],
  [
    6125,
    'Give the parent a unique key of these columns, or SET GLOBAL restrict_fk_on_non_standard_key = OFF on the target.',
  ],
]);

/** Returns the failure for a refused definition, with a remedy. */
export function refusal(
  { message, errno, sqlstate }: Failure,
  { schema, name, kind }: RefusedObject,
  statement: string,
): Failure {
  const what = name === null ? `A statement for “${schema}”` : `The ${kind ?? 'definition of'} “${name}”`;
  const remedy = remedyOf(errno, statement);
  return new SluiceError('definition-refused', `${what} is refused by the target: ${message}`, {
    ...(remedy !== undefined && { hint: remedy }),
    table: name === null ? schema : `${schema}.${name}`,
    statement: statement.slice(0, 500),
    errno,
    sqlstate,
  }).failure;
}

function remedyOf(errno: number | undefined, statement: string): string | undefined {
  const known = errno === undefined ? undefined : REMEDIES.get(errno);
  // Servers have several error numbers for a refused directory, and none that is specific to it.
  return known ?? (/\bDATA DIRECTORY\s*=/.test(statement) ? byFix('data-directory') : undefined);
}

/** Returns the failure of a statement that creates a table, with a remedy where one is known. */
export function withRemedy(error: unknown, statement: string): unknown {
  if (!(error instanceof SluiceError) || error.failure.code !== 'statement-failed') return error;
  const hint = remedyOf(error.failure.errno, statement);
  return hint === undefined ? error : SluiceError.from({ ...error.failure, hint });
}
