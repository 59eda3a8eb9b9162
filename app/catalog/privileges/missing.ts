import type { SluiceError } from '../../contract/failure';
import {
  privilegesFailures,
  type IdleRoles,
  type LackingPlace,
  type LackingPrivileges,
  type PrivilegedAction,
  type PrivilegePurpose,
} from '../../text/catalog/privileges';
import { grantOptionFor, type Privileges } from './grants';
import { quoteName } from '../text/quote';
import type { ServerFacts } from '../server/server';
import { granteeOf, grantPattern } from './names';
import type { Need, RightPlace } from './needs/needs';

/** Returns the needs that an account's grants do not meet. Pure. */
export function missingNeeds(needs: readonly Need[], privileges: Privileges): readonly Need[] {
  return needs.filter(({ anyOf, on, grantable }) => {
    const isGranted = (privilege: string) => isHeld(privilege, on, privileges);
    return !anyOf.some(
      (privilege) => isGranted(privilege) && (grantable !== true || isGranted(grantOptionFor(privilege))),
    );
  });
}

function isHeld(privilege: string, on: RightPlace, privileges: Privileges): boolean {
  switch (on.kind) {
    case 'server':
      return privileges.has(privilege) && (on.within == null || privileges.hasIn(on.within, privilege));
    case 'schema': {
      const { schema, tables = [] } = on;
      if (schema === null) return privileges.has(privilege);
      const onEach = tables.length > 0 && tables.every((table) => privileges.hasOn(schema, table, privilege));
      return onEach || privileges.hasIn(schema, privilege);
    }
    case 'pattern':
      return privileges.hasWhere(on.written, privilege);
    case 'table':
      return privileges.hasOn(on.schema, on.table, privilege);
  }
}

/** Returns the statements that grant these privileges to an account in addition to its own: one for each object. */
export function grantsFor(
  needs: readonly Need[],
  account: string,
  privileges: Privileges | null,
): readonly string[] {
  const statements = new Map<
    string,
    { readonly own: Set<string>; readonly place: string; readonly end: string }
  >();
  for (const { anyOf, on, grantable } of needs) {
    const { place, ownPrivileges } = grantPlace(on, privileges);
    const end = grantable === true ? ' WITH GRANT OPTION' : '';
    const known = statements.get(place + end) ?? { own: new Set(ownPrivileges), place, end };
    known.own.add(anyOf[0]);
    statements.set(place + end, known);
  }
  return [...statements.values()].map(
    ({ own, place, end }) => `GRANT ${[...own].join(', ')} ON ${place} TO ${account}${end};`,
  );
}

interface GrantedPlace {
  readonly place: string;
  /** Privileges that the account has by a wider grant, which one on this object would hide. */
  readonly ownPrivileges: readonly string[];
}

/**
 * Returns the narrowest object for a grant that takes effect: of several grants whose names match a schema, the server
 * applies one alone.
 */
function grantPlace(on: RightPlace, privileges: Privileges | null): GrantedPlace {
  if (on.kind === 'server' || (on.kind === 'schema' && on.schema === null))
    return { place: '*.*', ownPrivileges: [] };
  if (on.kind === 'pattern') return { place: `${quoteName(on.written)}.*`, ownPrivileges: [] };
  if (on.kind === 'table')
    return { place: `${quoteName(on.schema)}.${quoteName(on.table)}`, ownPrivileges: [] };
  const schema = on.schema ?? '';
  const known = privileges?.grantFor(schema) ?? null;
  // A name without its backslashes was meant for just this schema.
  const isOwn = known !== null && (known.written === schema || known.written === grantPattern(schema));
  return {
    place: `${quoteName(isOwn ? known.written : grantPattern(schema))}.*`,
    ownPrivileges: isOwn || known === null ? [] : known.privileges,
  };
}

/** Groups needs by object and purpose, for a message. */
export function lackingOf(needs: readonly Need[]): readonly LackingPrivileges[] {
  const groups = new Map<
    string,
    {
      readonly names: Set<string>;
      readonly on: LackingPlace;
      readonly grantable: boolean;
      readonly purpose: PrivilegePurpose;
    }
  >();
  for (const { anyOf, on: place, grantable = false, for: purpose } of needs) {
    const on = lackingPlace(place);
    const key = JSON.stringify([on, grantable, purpose]);
    const group = groups.get(key) ?? { names: new Set(), on, grantable, purpose };
    group.names.add(anyOf[0]);
    groups.set(key, group);
  }
  return [...groups.values()].map(({ names, ...group }) => ({ ...group, privileges: [...names] }));
}

function lackingPlace(on: RightPlace): LackingPlace {
  switch (on.kind) {
    case 'server':
      return { kind: 'server' };
    case 'schema':
      return on.schema === null ? { kind: 'every-schema' } : { kind: 'object', name: quoteName(on.schema) };
    case 'pattern':
      return { kind: 'object', name: `${quoteName(on.written)}.*` };
    case 'table':
      return { kind: 'object', name: `${on.schema}.${on.table}` };
  }
}

/** Privileges that an account lacks for a job, and the statements that grant them. */
export interface PrivilegesLack {
  readonly missing: readonly Need[];
  readonly grants: readonly string[];
  /** Another possible remedy; null where there is none. */
  readonly idleRoles: IdleRoles | null;
}

/** Returns the privileges that an account lacks; null where the grants suffice. */
export function privilegesLack(
  needs: readonly Need[],
  { vendor, account }: Pick<ServerFacts, 'vendor' | 'account'>,
  privileges: Privileges,
): PrivilegesLack | null {
  const missing = missingNeeds(needs, privileges);
  if (missing.length === 0) return null;
  const to = granteeOf(account);
  return {
    missing,
    grants: grantsFor(missing, to, privileges),
    idleRoles: idleRolesOf(privileges, vendor, to),
  };
}

/**
 * Returns the roles that an account has but its sessions don't use, with the statements that activate them; null where
 * there are none.
 *
 * @param account as a statement names it
 */
export function idleRolesOf(
  { idleRoles: roles }: Pick<Privileges, 'idleRoles'>,
  vendor: ServerFacts['vendor'],
  account: string,
): IdleRoles | null {
  if (roles.length === 0) return null;
  const remedies =
    vendor === 'mysql'
      ? [`SET DEFAULT ROLE ALL TO ${account};`, 'SET GLOBAL activate_all_roles_on_login = ON;']
      : [`SET DEFAULT ROLE ${quoteName(roles[0] ?? '')} FOR ${account};`];
  return { roles, vendor, remedies };
}

/** Builds the refusal of an action whose account lacks privileges. */
export function privilegesRefusal(
  action: PrivilegedAction,
  { missing, grants, idleRoles }: PrivilegesLack,
): SluiceError {
  return privilegesFailures.privilegesMissing({ action, lacks: lackingOf(missing), grants, idleRoles });
}
