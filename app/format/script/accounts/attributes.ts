import { z } from 'zod';
import { quoteText } from '../../../catalog/text/quote';

/** Schema on which privileges are taken away that an account has on all. */
export interface Restriction {
  readonly database: string;
  readonly privileges: readonly string[];
}

/** Facts in `mysql.user.User_attributes` (MySQL; sql/auth/auth_common.h, the names of its keys). */
export interface UserAttributes {
  readonly restrictions: readonly Restriction[];
  /** Clauses of further factors; null where they can't be said by a statement. */
  readonly factors: string | null;
  /** Clause of what follows on failed sign-ins. */
  readonly locking: string;
  readonly comment: string;
}

const NONE: UserAttributes = { restrictions: [], factors: '', locking: '', comment: '' };

const schema = z.object({
  Restrictions: z.array(z.object({ Database: z.string(), Privileges: z.array(z.string()) })).default([]),
  multi_factor_authentication: z
    .array(
      z.object({
        plugin: z.string(),
        authentication_string: z.string().default(''),
        passwordless: z.number().default(0),
        requires_registration: z.number().default(0),
      }),
    )
    .default([]),
  Password_locking: z
    .object({ failed_login_attempts: z.number().default(0), password_lock_time_days: z.number().default(0) })
    .optional(),
  metadata: z.unknown().optional(),
});

/** Reads the attributes of an account; null for what no server writes: then nobody knows what it may do. Pure. */
export function attributesOf(json: string): UserAttributes | null {
  if (json === '') return NONE;
  const parsed = schema.safeParse(parse(json));
  if (!parsed.success) return null;
  const { Restrictions, multi_factor_authentication: factors, Password_locking, metadata } = parsed.data;
  const isPlain = factors.every((one) => one.passwordless === 0 && one.requires_registration === 0);
  return {
    restrictions: Restrictions.map(({ Database, Privileges }) => ({
      database: Database,
      privileges: Privileges,
    })),
    factors: isPlain ? factors.map(factorClause).join('') : null,
    locking: Password_locking === undefined ? '' : lockingClause(Password_locking),
    comment: metadata === undefined ? '' : ` ATTRIBUTE ${quoteText(JSON.stringify(metadata))}`,
  };
}

function factorClause({
  plugin,
  authentication_string: stored,
}: {
  readonly plugin: string;
  readonly authentication_string: string;
}): string {
  return ` AND IDENTIFIED WITH ${quoteText(plugin)}${stored === '' ? '' : ` AS ${quoteText(stored)}`}`;
}

function lockingClause(locking: {
  readonly failed_login_attempts: number;
  readonly password_lock_time_days: number;
}): string {
  const { failed_login_attempts: attempts, password_lock_time_days: days } = locking;
  return ` FAILED_LOGIN_ATTEMPTS ${attempts} PASSWORD_LOCK_TIME ${days < 0 ? 'UNBOUNDED' : days}`;
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
