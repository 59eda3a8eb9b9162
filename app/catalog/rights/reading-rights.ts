import type { Privileges } from './grants';
import { grantsFor, missingNeeds } from './missing';
import { granteeOf } from './names';
import { readingNeed, type Need, type ObjectKind } from './needs';
import type { ServerFacts } from '../server/server';

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
  const right = (kind: ObjectKind): ReadingRight => ({
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

/** The right that an object of the kind has beside its table's. */
function wordsFor(needs: readonly Need[]): string {
  const [last] = needs.slice(-1);
  if (last === undefined) return '';
  const [privilege] = last.anyOf;
  if (last.on.kind === 'table') return `${privilege} on ${last.on.schema}.${last.on.table}`;
  return last.on.kind === 'server' && privilege === 'SELECT' ? 'SELECT on *.*' : privilege;
}
