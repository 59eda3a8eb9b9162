import { has } from '../catalog/server/dialect';
import type { ControlSession } from '../catalog/session/control-session';
import { readPrivileges, type Privileges } from '../catalog/privileges/grants';
import { isDistrustful, isRestrictive } from '../catalog/privileges/account';
import { privilegesLack, privilegesRefusal } from '../catalog/privileges/missing';
import {
  definerNeeds,
  onTables,
  replacingNeeds,
  writingNeeds,
  type Need,
  type ObjectKind,
} from '../catalog/privileges/needs/needs';
import { distrustNeed, settingsNeed, unloggedNeed } from '../catalog/privileges/needs/setting-needs';
import type { LoadOptions } from '../contract/runs/options';
import { readScript } from '../format/read/reader';
import { splitScript } from '../format/sql/script';
import { targetSchemaOf } from '../format/select';
import { JOURNAL_TABLE } from './journal/journal-table';
import { definerOf } from './definer-privileges';
import type { DumpFolder, DumpSchema } from '../format/read/dump';
import type { TargetSchema } from './target-schema';

/** Refuses an account that lacks a privilege which this load needs, before anything is changed. */
export async function assertMayLoad(
  session: ControlSession,
  dump: DumpFolder,
  options: Pick<LoadOptions, 'schemaMap' | 'binlog'>,
): Promise<void> {
  const privileges = await readPrivileges(session);
  const lack = privilegesLack(
    await loadNeeds(session, dump, options, privileges),
    session.server,
    privileges,
  );
  if (lack !== null) throw privilegesRefusal({ kind: 'load-dump' }, lack);
}

/** Refuses an account that may not set a load's session variables; they are set before anything else is known. */
export async function assertMaySet(session: ControlSession): Promise<void> {
  if (!(await isRestrictive(session))) return;
  const lack = privilegesLack([settingsNeed(session.server)], session.server, await readPrivileges(session));
  if (lack !== null) throw privilegesRefusal({ kind: 'write-to-server' }, lack);
}

async function loadNeeds(
  session: ControlSession,
  dump: DumpFolder,
  options: Pick<LoadOptions, 'schemaMap' | 'binlog'>,
  privileges: Privileges,
): Promise<readonly Need[]> {
  const isDistrusted = dump.schemas.some(makesDistrusted) && (await isDistrustful(session));
  return [
    ...dump.schemas.flatMap((schema) =>
      onTables(
        writingNeeds(session.server, {
          schema: targetSchemaOf(options, schema.name),
          kinds: kindsIn(schema),
        }),
        // A load of rows alone needs privileges on existing tables only.
        () =>
          schema.document.includesDdl ? null : [...schema.tables.map(({ name }) => name), JOURNAL_TABLE],
      ),
    ),
    ...(await needsOfDefiners(session, dump, privileges)),
    ...(isDistrusted ? [distrustNeed()] : []),
    ...((await isRestrictive(session)) ? [settingsNeed(session.server)] : []),
    ...(options.binlog === 'off' ? [unloggedNeed(session.server)] : []),
  ];
}

/**
 * Refuses an account that may not drop what this load replaces. The creator of a routine may drop it, other accounts
 * may not.
 */
export async function assertMayReplace(
  session: ControlSession,
  targets: readonly TargetSchema[],
  { onExisting }: Pick<LoadOptions, 'onExisting'>,
): Promise<void> {
  if (onExisting !== 'drop') return;
  const needs = targets.flatMap(({ target, namesakes }) =>
    replacingNeeds(
      target,
      namesakes.map(({ kind }) => kind),
    ),
  );
  if (needs.length === 0) return;
  const lack = privilegesLack(needs, session.server, await readPrivileges(session));
  if (lack !== null) throw privilegesRefusal({ kind: 'replace-objects' }, lack);
}

/** Kinds of objects that a schema of a dump brings. */
export function kindsIn({ document, tables, views }: DumpSchema): ReadonlySet<ObjectKind> {
  const routines = [
    document.functions,
    document.procedures,
    document.packages ?? [],
    document.libraries ?? [],
  ];
  const found: readonly (readonly [boolean, ObjectKind])[] = [
    [true, 'table'],
    [tables.some(({ definition }) => /\bFOREIGN KEY\b/.test(definition?.createTable ?? '')), 'key'],
    [document.includesViewsDdl && views.length > 0, 'view'],
    [document.includesDdl && routines.some((names) => names.length > 0), 'routine'],
    [hasTriggers({ document, tables }), 'trigger'],
    [document.includesDdl && document.events.length > 0, 'event'],
  ];
  return new Set(found.flatMap(([isThere, kind]) => (isThere ? [kind] : [])));
}

function hasTriggers({ document, tables }: Pick<DumpSchema, 'document' | 'tables'>): boolean {
  return document.includesDdl && tables.some((table) => table.document.triggers.length > 0);
}

function makesDistrusted(schema: DumpSchema): boolean {
  return hasTriggers(schema) || (schema.document.includesDdl && schema.document.functions.length > 0);
}

async function needsOfDefiners(
  session: ControlSession,
  dump: DumpFolder,
  privileges: Privileges,
): Promise<readonly Need[]> {
  const accounts = new Set<string>();
  for (const file of dump.schemas.flatMap(definerScripts))
    for (const statement of splitScript(await readScript(dump, file)))
      accounts.add(definerOf(statement)?.account ?? session.server.account);
  accounts.delete(session.server.account);
  if (accounts.size === 0) return [];
  const existing = await readDefiners(session, accounts);
  // Anything that can't be known in advance is found when definitions are tried, if the account may create schemas for that.
  const isUnknown = existing === null && !privileges.hasIn('sluice_check_0000000000000000', 'CREATE');
  return definerNeeds(session.server, {
    isAny: true,
    mayBeMissing: existing === null ? isUnknown : existing.missing,
    mayBeSystem: existing === null ? isUnknown : existing.system,
    ofRoutines: dump.schemas.some((schema) => kindsIn(schema).has('routine')),
  });
}

function definerScripts({ document, scripts, tables, views }: DumpSchema): readonly string[] {
  return [
    ...(document.includesDdl ? scripts : []),
    ...(document.includesDdl
      ? tables.filter((table) => table.document.triggers.length > 0).map(({ stem }) => `${stem}.triggers.sql`)
      : []),
    ...(document.includesViewsDdl ? views.map(({ stem }) => `${stem}.sql`) : []),
  ];
}

/** Looks the definers up among the server's accounts; null where the account may not see them. */
async function readDefiners(
  session: ControlSession,
  accounts: ReadonlySet<string>,
): Promise<{ readonly missing: boolean; readonly system: boolean } | null> {
  const read = async (query: string) => new Set((await session.rows(query)).map(({ name }) => name ?? ''));
  try {
    const existing = await read("SELECT CONCAT(User, '@', Host) AS name FROM mysql.user");
    const system = has(session.server, 'systemUser')
      ? await read(
          "SELECT CONCAT(USER, '@', HOST) AS name FROM mysql.global_grants WHERE PRIV = 'SYSTEM_USER'",
        )
      : new Set<string>();
    const some = (fits: (account: string) => boolean) => [...accounts].some(fits);
    return { missing: some((one) => !existing.has(one)), system: some((one) => system.has(one)) };
  } catch {
    return null;
  }
}
