import type { Privileges } from './grants';
import { grantsFor, missingNeeds } from './missing';
import { granteeOf } from './names';
import { readingNeed, type Need, type ObjectKind } from './needs/needs';
import type { ServerFacts } from '../server/server';

/** A privilege that reading one kind of object needs. */
export interface ReadingPrivilege {
  /** Description for a message. */
  readonly needs: string;
  /** Returns the statement that grants it on a schema; null for all schemas. */
  readonly grant: (schema: string | null) => string;
}

export interface BodyPrivilege extends ReadingPrivilege {
  readonly isHeld: (privileges: Privileges, schema: string) => boolean;
}

/** Privileges to read a whole schema, as its server names them. */
export interface ReadingPrivileges {
  /** For sequences too. */
  readonly table: ReadingPrivilege;
  readonly view: ReadingPrivilege;
  readonly trigger: ReadingPrivilege;
  readonly event: ReadingPrivilege;
  /** For texts of routines, packages and libraries. */
  readonly body: BodyPrivilege;
}

type Server = Pick<ServerFacts, 'vendor' | 'versionNumber' | 'account'>;

/**
 * Returns the privileges to read a schema.
 *
 * @param privileges of the account: missing ones are granted in addition
 */
export function readingPrivileges(server: Server, privileges: Privileges): ReadingPrivileges {
  const right = (kind: ObjectKind): ReadingPrivilege => ({
    needs: wordsFor(readingNeed(server, null, kind)),
    grant: (schema) =>
      grantsFor(readingNeed(server, schema, kind), granteeOf(server.account), privileges)[0] ?? '',
  });
  return {
    table: right('table'),
    view: right('view'),
    trigger: right('trigger'),
    event: right('event'),
    body: {
      ...right('routine'),
      isHeld: (held, schema) => missingNeeds(readingNeed(server, schema, 'routine'), held).length === 0,
    },
  };
}

/** Describes the privileges that an object of the kind needs besides its table's. */
function wordsFor(needs: readonly Need[]): string {
  const [last] = needs.slice(-1);
  if (last === undefined) return '';
  const [privilege] = last.anyOf;
  if (last.on.kind === 'table') return `${privilege} on ${last.on.schema}.${last.on.table}`;
  return last.on.kind === 'server' && privilege === 'SELECT' ? 'SELECT on *.*' : privilege;
}
