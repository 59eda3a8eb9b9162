import { accountOf } from './accounts';
import type { Privileges } from './grants';
import { quoteName } from './quote';
import type { ServerFacts } from './server';

/** A privilege that reading one kind of object needs. */
export interface ReadingRight {
  /** As a person knows it. */
  readonly needs: string;
  /** The statement that grants it on a schema; null for all schemas. */
  readonly grant: (schema: string | null) => string;
}

export interface BodyRight extends ReadingRight {
  readonly isHeld: (privileges: Privileges, schema: string) => boolean;
}

/** The privileges that a whole reading of a schema needs, in the words of its server. */
export interface ReadingRights {
  /** Sequences too. */
  readonly table: ReadingRight;
  readonly view: ReadingRight;
  readonly trigger: ReadingRight;
  readonly event: ReadingRight;
  /** Texts of routines, packages and libraries. */
  readonly body: BodyRight;
}

type Server = Pick<ServerFacts, 'vendor' | 'versionNumber' | 'account'>;

/** @param privileges that the account has: what it lacks is granted beside them, not in their place */
export function readingRights(server: Server, privileges: Privileges): ReadingRights {
  const to = ` TO ${granteeOf(server.account)};`;
  const nameOf = (schema: string) => privileges.grantFor(schema) ?? grantPattern(schema);
  const onSchema = (privilege: string, needs = privilege): ReadingRight => ({
    needs,
    grant: (schema) => `GRANT ${privilege} ON ${schema === null ? '*' : quoteName(nameOf(schema))}.*${to}`,
  });
  return {
    table: onSchema('SELECT'),
    view: onSchema('SELECT, SHOW VIEW', 'SHOW VIEW'),
    trigger: onSchema('TRIGGER'),
    event: onSchema('EVENT'),
    body: bodyRight(server, onSchema, to),
  };
}

/** First versions of the privileges that show the text of another's routine (release notes of both vendors). */
const SHOW_ROUTINE_SINCE = 80_020;
const SHOW_CREATE_ROUTINE_SINCE = 110_300;

function bodyRight(
  { vendor, versionNumber }: Server,
  onSchema: (privilege: string) => ReadingRight,
  to: string,
): BodyRight {
  if (vendor === 'mysql') {
    const isHeld = (privileges: Privileges, schema: string) =>
      privileges.has('SHOW_ROUTINE') || (privileges.has('SELECT') && privileges.hasIn(schema, 'SELECT'));
    return versionNumber >= SHOW_ROUTINE_SINCE
      ? { needs: 'SHOW_ROUTINE', grant: () => `GRANT SHOW_ROUTINE ON *.*${to}`, isHeld }
      : { needs: 'SELECT on *.*', grant: () => `GRANT SELECT ON *.*${to}`, isHeld };
  }
  const readsProc = (privileges: Privileges) => privileges.hasOn('mysql', 'proc', 'SELECT');
  if (versionNumber < SHOW_CREATE_ROUTINE_SINCE) {
    const grant = () => `GRANT SELECT ON mysql.proc${to}`;
    return { needs: 'SELECT on mysql.proc', grant, isHeld: readsProc };
  }
  return {
    ...onSchema('SHOW CREATE ROUTINE'),
    isHeld: (privileges, schema) => readsProc(privileges) || privileges.hasIn(schema, 'SHOW CREATE ROUTINE'),
  };
}

/** The account of a session as statements name it. */
export function granteeOf(account: string): string {
  const at = account.lastIndexOf('@');
  return accountOf(account.slice(0, at), account.slice(at + 1)).account;
}

/** A schema's name as GRANT takes it for just this schema. */
export function grantPattern(schema: string): string {
  return schema.replace(/[_%\\]/g, (character) => `\\${character}`);
}
