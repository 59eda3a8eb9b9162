import { isReserved, type AccountObject } from '../../catalog/privileges/accounts';
import { parseGrantLine, withPlace, type GrantPlace } from '../../catalog/privileges/grant-line';
import { grantPattern, nameOfPattern } from '../../catalog/privileges/names';
import type { SluiceError } from '../../contract/failure';
import type { LoadOptions } from '../../contract/runs/options';
import { literalOf, matchesPattern } from '../../contract/commands/pattern';
import { PatternSet } from '../../contract/commands/pattern-set';
import { namesOf, readAccountsScript } from '../../format/sql/accounts-script';
import { byName } from '../../contract/by-name';
import { USERS_SCRIPT_FILE } from '../../format/names';
import { newNameOf, targetSchemaOf } from '../../format/select';
import { schemaReading, type SchemaReading } from './convert/schema-names';
import type { DumpFolder } from '../../format/read/dump';
import { accountFailures } from '../../text/target/accounts';

/** Names of schemas and tables on the target. */
type Names = Pick<LoadOptions, 'schemaMap' | 'tableRenames'>;
type Wish = Names & Pick<LoadOptions, 'users' | 'excludeUsers'>;

/**
 * Reads all accounts that a dump holds, in its order, except the servers' own. Their grants name schemas and tables as
 * on the target.
 */
export async function accountsOf(dump: DumpFolder, names: Names): Promise<readonly AccountObject[]> {
  const script = dump.manifest.users === undefined ? '' : await dump.script(USERS_SCRIPT_FILE);
  const reading = schemaReading(dump.manifest.partialRevokes);
  return readAccountsScript(script)
    .filter((account) => !isReserved(account))
    .map((account) => withTargetNames(account, names, reading));
}

/** Returns the account with the schemas and tables of its grants as they are called on the target. */
export function withTargetNames(account: AccountObject, names: Names, reading: SchemaReading): AccountObject {
  return { ...account, grants: account.grants.map((grant) => renamed(grant, names, reading)) };
}

/** Returns the servers' own accounts among those that were asked for, as the dump names them: no load takes them. */
export function reservedAmong(
  { manifest }: Pick<DumpFolder, 'manifest'>,
  { users, excludeUsers }: Pick<Wish, 'users' | 'excludeUsers'>,
): readonly string[] {
  const [taken, left] = [new PatternSet(users), new PatternSet(excludeUsers)];
  return (manifest.users ?? []).filter((account) => {
    const names = namesOf(account);
    return isReserved(names) && taken.has(names.name) && !left.has(names.name);
  });
}

/**
 * Selects those of {@link accountsOf} that a load was asked for; none by default. Fails with `unknown-object` for a
 * rule that matches nothing.
 */
export async function chosenAccounts(dump: DumpFolder, wish: Wish): Promise<readonly AccountObject[]> {
  const { users, excludeUsers } = wish;
  if (users.length === 0) return [];
  const accounts = await accountsOf(dump, wish);
  const missing = users.find((pattern) => !accounts.some(({ name }) => matchesPattern(pattern, name)));
  if (missing !== undefined) throw unknownAccount(missing);
  const taken = new PatternSet(users);
  const left = new PatternSet(excludeUsers);
  return accounts.filter(({ name }) => taken.has(name) && !left.has(name));
}

function unknownAccount(pattern: string): SluiceError {
  return literalOf(pattern) === null
    ? accountFailures.noAccountMatches({ pattern })
    : accountFailures.noAccount({ name: pattern });
}

/** Returns the grant with the target's names of its schema and table. */
function renamed(grant: string, names: Names, reading: SchemaReading): string {
  const line = parseGrantLine(grant);
  if (line.kind !== 'privileges' && line.kind !== 'revoked') return grant;
  const place = renamedPlace(line.place, names, reading);
  return place === line.place ? grant : withPlace(grant, place);
}

function renamedPlace(
  place: GrantPlace,
  { schemaMap, tableRenames }: Names,
  reading: SchemaReading,
): GrantPlace {
  if (place.schema === null) return place;
  // On a whole schema its name is a pattern (MySQL manual, "GRANT Statement"); on a table it is a name.
  const isPattern = place.name === null && reading === 'wildcards';
  const source = isPattern ? nameOfPattern(place.schema) : place.schema;
  const target = targetSchemaOf({ schemaMap }, source);
  // A routine may have a table's name.
  const isTable = place.kind === 'table' && place.name !== null;
  const name = isTable ? newNameOf(tableRenames, source, place.name) : place.name;
  if (byName(schemaMap, source) === undefined && name === place.name) return place;
  // A wildcard in the new name would grant the same on other schemas.
  return { ...place, schema: isPattern ? grantPattern(target) : target, name };
}
