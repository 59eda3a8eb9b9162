import { readAccountNames, readAccounts, type AccountObject } from '../../catalog/privileges/accounts';
import type { ControlSession } from '../../catalog/session/control-session';
import { defaultRolesOf, parseGrantLine, type GrantPlace } from '../../catalog/privileges/grant-line';
import { NameFolding } from '../../catalog/server/name-folding';
import { readNames, type SchemaNames } from '../../catalog/selection/names';
import { groupBy } from '../../catalog/collections/group-by';
import { isSystem, SYSTEM_SCHEMAS } from '../../catalog/objects/schemas';
import { quoteText } from '../../catalog/text/quote';
import type { SluiceError } from '../../contract/failure';
import type { LoadOptions } from '../../contract/runs/options';
import { targetSchemaOf } from '../../format/select';
import { areSame, asNamedBy } from './difference';
import { assertAccountsFit } from './grants';
import type { DumpFolder } from '../../format/read/dump';
import { accountFailures, type LeftOutGrant, type MissingOfGrant } from '../../text/target/accounts';

/**
 * Step for an account: `create` creates it without what is left out; `same` exists and is identical; `keep` exists,
 * differs, and stays as it is. `public` is none: it grants to PUBLIC of MariaDB, which is every account.
 */
export interface AccountStep {
  readonly kind: 'create' | 'same' | 'keep' | 'public';
  /** The account as it will be for `create`, else as the dump has it. */
  readonly account: AccountObject;
  readonly leftOut: readonly LeftOutGrant[];
}

/** Objects on which privileges can be granted. */
export interface Grantable {
  /** Accounts and roles, including the load's. */
  readonly accounts: ReadonlySet<string>;
  readonly hasObject: (place: GrantPlace) => boolean;
}

interface TargetWish {
  readonly dump: DumpFolder;
  readonly options: Pick<LoadOptions, 'schemaMap'>;
  /** Accounts from {@link chosenAccounts}. */
  readonly accounts: readonly AccountObject[];
  /** Grants to PUBLIC that are given to every account of the target. */
  readonly publicGrants?: readonly string[];
}

export interface AccountWish extends TargetWish {
  readonly options: Pick<LoadOptions, 'schemaMap' | 'onExisting'>;
}

/** Decides what a load does with its accounts. Fails where that is not possible; changes nothing. */
export async function decideAccounts(
  session: ControlSession,
  wish: AccountWish,
): Promise<readonly AccountStep[]> {
  const steps = await planAccounts(session, wish);
  await assertAccountsFit(session, accountsToCreate(steps));
  const [kept] = steps.filter(({ kind }) => kind === 'keep');
  if (kept !== undefined && wish.options.onExisting === 'fail') throw inTheWay(kept.account);
  return steps;
}

export function accountsToCreate(steps: readonly AccountStep[]): readonly AccountObject[] {
  return steps.flatMap(({ kind, account }) => (kind === 'create' ? [account] : []));
}

/** Plans what a load would do with its accounts, even where it would be refused. */
export async function planAccounts(
  session: ControlSession,
  wish: AccountWish,
): Promise<readonly AccountStep[]> {
  const { accounts, publicGrants = [] } = wish;
  if (accounts.length + publicGrants.length === 0) return [];
  const { existing, folding, grantable } = await readGround(session, wish);
  const steps = accounts.map((account): AccountStep => {
    const there = existing.get(account.name);
    const isSame = there !== undefined && areSame(asNamedBy(folding, there), asNamedBy(folding, account));
    if (isSame) return { kind: 'same', account, leftOut: [] };
    if (there !== undefined) return { kind: 'keep', account, leftOut: [] };
    const { possible, leftOut } = withoutMissing(account, grantable);
    return { kind: 'create', account: possible, leftOut };
  });
  if (publicGrants.length === 0) return steps;
  const { possible, leftOut } = withoutMissing(everyone(publicGrants), grantable);
  return [...steps, { kind: 'public', account: possible, leftOut }];
}

/** Returns PUBLIC as an account that nobody creates. */
function everyone(grants: readonly string[]): AccountObject {
  return { account: 'PUBLIC', name: 'PUBLIC', create: '', grants, defaultRole: null };
}

/** A target as its accounts depend on it. */
interface TargetGround {
  /** Those of the wish that are there, by {@link AccountObject.name}. */
  readonly existing: ReadonlyMap<string, AccountObject>;
  readonly folding: NameFolding;
  readonly grantable: Grantable;
}

/** Reads which of these accounts the target has, and on what it can grant them privileges when the dump is loaded. */
export async function readGround(
  session: ControlSession,
  { dump, options, accounts }: TargetWish,
): Promise<TargetGround> {
  const wanted = new Set(accounts.map(({ name }) => name));
  const existing = new Map(
    (await readAccounts(session, (name) => wanted.has(name))).map((account) => [account.name, account]),
  );
  const folding = NameFolding.of(session.server);
  const names = (await readAccountNames(session)).map(({ name }) => name);
  const onTarget = [...(await readNames(session)), ...(await readSystemRoutines(session, accounts))];
  const grantable: Grantable = {
    accounts: new Set([...names, ...wanted]),
    hasObject: objectFinder(folding, [...onTarget, ...futureNames(dump, options)]),
  };
  return { existing, folding, grantable };
}

/**
 * Returns the refusal of an account that exists: it is never changed, and without a policy for existing accounts a load
 * does not begin.
 */
function inTheWay({ account }: AccountObject): SluiceError {
  return accountFailures.exists({ account });
}

/**
 * Returns the account without grants on objects that neither exist nor will be created: the server would refuse them.
 */
export function withoutMissing(
  account: AccountObject,
  grantable: Grantable,
): { readonly possible: AccountObject; readonly leftOut: readonly LeftOutGrant[] } {
  const leftOut: LeftOutGrant[] = [];
  const isPossible = (statement: string, reason: MissingOfGrant | null): boolean => {
    if (reason !== null) leftOut.push({ statement, reason });
    return reason === null;
  };
  const grants = account.grants.filter((grant) => isPossible(grant, missingFor(grant, grantable)));
  const { defaultRole } = account;
  const roles = defaultRole === null ? [] : defaultRolesOf(defaultRole);
  const role = roles.find((name) => !grantable.accounts.has(name));
  const keepsRole =
    defaultRole === null || isPossible(defaultRole, role === undefined ? null : { kind: 'role', name: role });
  return { possible: { ...account, grants, defaultRole: keepsRole ? defaultRole : null }, leftOut };
}

function missingFor(grant: string, { accounts, hasObject }: Grantable): MissingOfGrant | null {
  const line = parseGrantLine(grant);
  if (line.kind === 'roles') {
    const role = line.roles.find((name) => !accounts.has(name));
    return role === undefined ? null : { kind: 'role', name: role };
  }
  if (line.kind !== 'privileges' || hasObject(line.place)) return null;
  const { kind, schema, name } = line.place;
  return { kind, name: `${schema ?? ''}.${name ?? ''}` };
}

/** Returns a test for objects that exist. Grants on whole schemas need no schema (MySQL manual, "GRANT Statement"). */
function objectFinder(
  folding: NameFolding,
  schemas: readonly Omit<SchemaNames, 'events' | 'triggers'>[],
): Grantable['hasObject'] {
  const keyOf = (kind: GrantPlace['kind'], schema: string, name: string) =>
    JSON.stringify([
      kind,
      folding.of('schema', schema),
      kind === 'routine' ? name.toLowerCase() : folding.of('table', name),
    ]);
  const objects = new Set(
    schemas.flatMap(({ name: schema, tables, tableLikes, routines }) => [
      ...[...tables, ...tableLikes].map((name) => keyOf('table', schema, name)),
      ...routines.map((name) => keyOf('routine', schema, name)),
    ]),
  );
  // Tables of the server's own are there, or the account could not be one of its kind; routines may be a host's own.
  const isSystemTable = (kind: GrantPlace['kind'], schema: string) => kind === 'table' && isSystem(schema);
  return ({ kind, schema, name }) =>
    schema === null || name === null || isSystemTable(kind, schema) || objects.has(keyOf(kind, schema, name));
}

/** Reads the routines of the server's own schemas, where a grant names one: managed servers have some there. */
async function readSystemRoutines(
  session: ControlSession,
  accounts: readonly AccountObject[],
): Promise<readonly Omit<SchemaNames, 'events' | 'triggers'>[]> {
  const isNamed = accounts.some(({ grants }) =>
    grants.some((grant) => {
      const line = parseGrantLine(grant);
      return line.kind === 'privileges' && line.place.kind === 'routine' && isSystem(line.place.schema ?? '');
    }),
  );
  if (!isNamed) return [];
  const rows = await session.rows(
    `SELECT ROUTINE_SCHEMA AS s, ROUTINE_NAME AS n FROM information_schema.ROUTINES WHERE ROUTINE_SCHEMA IN (${SYSTEM_SCHEMAS.map(quoteText).join(', ')})`,
  );
  const routines = groupBy(rows, ({ s }) => s ?? '');
  return [...routines].map(([name, own]) => ({
    name,
    tables: [],
    tableLikes: [],
    routines: own.map(({ n }) => n ?? ''),
  }));
}

/** Returns the names that the load itself creates, as the target will have them. */
function futureNames(
  { schemas }: DumpFolder,
  options: Pick<LoadOptions, 'schemaMap'>,
): readonly Omit<SchemaNames, 'events' | 'triggers'>[] {
  return schemas.map(({ name, tables, views, document }) => ({
    name: targetSchemaOf(options, name),
    tables: tables.filter((table) => table.document.includesDdl).map((table) => table.name),
    tableLikes: [...views.map((view) => view.name), ...(document.sequences ?? [])],
    routines: [
      ...document.functions,
      ...document.procedures,
      ...(document.packages ?? []),
      ...(document.libraries ?? []),
    ],
  }));
}
