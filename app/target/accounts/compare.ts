import { parseGrantLine, singleGrants } from '../../catalog/privileges/grant-line';
import { readPrivileges, type Privileges } from '../../catalog/privileges/grants';
import { missingNeeds } from '../../catalog/privileges/missing';
import { readingNeeds } from '../../catalog/privileges/needs/needs';
import { isRefusal } from '../../catalog/session/statement-failure';
import type { ControlSession } from '../../catalog/session/control-session';
import { unquoteName } from '../../catalog/text/quote';
import type { LoadOptions } from '../../contract/runs/options';
import type { DumpFolder } from '../../format/read/dump';
import type { LeftOutGrant, MissingOfGrant } from '../../text/target/accounts';
import { convertAccounts, isBlocked } from './convert/carry';
import { schemaReading } from './convert/schema-names';
import { asNamedBy, differencesOf, type ComparedPart } from './difference';
import { readGround, withoutMissing } from './plan';
import { chosenAccounts, withTargetNames } from './select';
import { VIEW_INVALID } from './private-statement';

/** An account of a dump, compared with that of a target as a load would create it. */
export interface ComparedAccount {
  /** As the target names it; one that it can't have as the dump does. */
  readonly account: string;
  /** `refused`: the target can't have it as the dump has it, so that it is not compared. */
  readonly outcome: 'compared' | 'missing' | 'refused';
  readonly differences: readonly ComparedPart[];
  /** Grants that the target can't have yet, which a load leaves out. */
  readonly leftOut: readonly LeftOutGrant[];
  /** Sentences on what refuses it, or on what a load would change of it. */
  readonly remarks: readonly string[];
}

interface CompareWish extends Pick<LoadOptions, 'users' | 'excludeUsers' | 'schemaMap' | 'tableRenames'> {
  /** With the selection applied: its tables have their names on the target. */
  readonly dump: DumpFolder;
}

/**
 * Reads the accounts of a target that a load of the dump would create for this wish, and compares each, in the target's
 * form and with the target's names, as {@link convertAccounts} and a load give them. Fails with `unknown-object` for a
 * rule that matches nothing.
 */
export async function compareAccounts(
  session: ControlSession,
  wish: CompareWish,
): Promise<readonly ComparedAccount[]> {
  const { dump } = wish;
  // They are converted before their grants get the target's names.
  const chosen = await chosenAccounts(dump, { ...wish, schemaMap: {}, tableRenames: [] });
  if (chosen.length === 0) return [];
  const { converted, partialRevokes } = await convertAccounts(chosen, dump, session);
  const reading = schemaReading(partialRevokes);
  const named = converted.map((one) => ({ ...one, account: withTargetNames(one.account, wish, reading) }));
  const accounts = named.map(({ account }) => account);
  const { existing, folding, grantable } = await readGround(session, { dump, options: wish, accounts });
  const sight: Sight = { session, privileges: await readPrivileges(session) };
  const compared: ComparedAccount[] = [];
  for (const { own, account, remarks } of named) {
    const there = existing.get(account.name);
    const found = there === undefined ? null : asNamedBy(folding, there);
    const differences = found === null ? [] : differencesOf(found, asNamedBy(folding, account));
    const isSame = found !== null && differences.length === 0;
    if (isBlocked(remarks) && !isSame) {
      const why = remarks.filter(({ severity }) => severity === 'blocks').map((remark) => remark.why);
      compared.push({ account: own.account, outcome: 'refused', differences: [], leftOut: [], remarks: why });
      continue;
    }
    const missing = withoutMissing(asNamedBy(folding, account), grantable).leftOut;
    const { kept, leftOut } = await separate(sight, differences, missing);
    const changes = remarks.filter(({ severity }) => severity === 'warns').map(({ why }) => why);
    compared.push({
      account: account.account,
      outcome: found === null ? 'missing' : 'compared',
      differences: kept,
      leftOut,
      remarks: changes,
    });
  }
  return compared;
}

/** A target, and what the comparing account sees of it. */
interface Sight {
  readonly session: ControlSession;
  readonly privileges: Privileges;
}

interface Separated {
  readonly kept: readonly ComparedPart[];
  readonly leftOut: readonly LeftOutGrant[];
}

/** Separates the grants that no load could have given, as the target lacks what they name. */
async function separate(
  sight: Sight,
  differences: readonly ComparedPart[],
  missing: readonly LeftOutGrant[],
): Promise<Separated> {
  const reasons = new Map(
    missing.flatMap(({ statement, reason }) =>
      [statement, ...singleGrants(statement)].map((single) => [single, reason] as const),
    ),
  );
  const kept: ComparedPart[] = [];
  const leftOut: LeftOutGrant[] = [];
  for (const part of differences) {
    const { statement } = part;
    const reason = await refusalOf(sight, part, reasons);
    if (reason === null) kept.push(part);
    else leftOut.push({ statement, reason });
  }
  return { kept, leftOut };
}

/** Returns why no load could give what the account lacks; null where one could, or where that is not seen. */
async function refusalOf(
  sight: Sight,
  part: ComparedPart,
  reasons: ReadonlyMap<string, MissingOfGrant>,
): Promise<MissingOfGrant | null> {
  const { difference, statement } = part;
  const reason = reasons.get(statement) ?? null;
  if (difference.kind === 'default-roles') {
    // A load that can't give one of them sets none.
    return difference.found.every((role) => difference.wanted.includes(role)) ? reason : null;
  }
  if (difference.kind !== 'lacks' || (reason?.kind !== 'role' && !seesPlaceOf(sight, statement))) return null;
  return reason ?? (await columnRefusal(sight.session, part));
}

/** Returns whether the comparing account sees all there is where a grant is: else what it does not see may be there. */
function seesPlaceOf({ session, privileges }: Sight, statement: string): boolean {
  const line = parseGrantLine(statement);
  if (line.kind !== 'privileges' || line.place.schema === null) return true;
  const { kind, schema } = line.place;
  return missingNeeds(readingNeeds(session.server, schema, new Set([kind])), privileges).length === 0;
}

/** Returns why a server refuses a privilege on a column that it lacks; null where it would take it. */
async function columnRefusal(
  session: ControlSession,
  { difference }: ComparedPart,
): Promise<MissingOfGrant | null> {
  if (difference.kind !== 'lacks' || difference.on === null) return null;
  const { what, on } = difference;
  const [, column] = /\(`?(.*?)`?\)$/s.exec(what) ?? [];
  if (column === undefined) return null;
  const name = on
    .split('`.`')
    .map((part) => unquoteName(part.replace(/^`|`$/g, '')))
    .join('.');
  try {
    const columns = await session.rows(`SHOW COLUMNS FROM ${on}`);
    const isThere = columns.some(({ Field }) => Field?.toLowerCase() === unquoteName(column).toLowerCase());
    return isThere ? null : { kind: 'column', name };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return isRefusal(error, VIEW_INVALID) ? { kind: 'readable-view', name } : null;
  }
}

/** Returns whether this server prints accounts in the words of the dump's: else a difference may be one of words alone. */
export function isPrintedAlike(
  session: ControlSession,
  dump: Pick<DumpFolder, 'form' | 'isConverted' | 'manifest'>,
): boolean {
  // A script's words may be those of a person.
  const isPrinted = dump.form === 'folder' && dump.isConverted !== true;
  return isPrinted && session.server.version === dump.manifest.serverVersion;
}
