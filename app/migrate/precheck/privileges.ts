import type { StoredObject } from '../../catalog/objects/objects';
import { lackingOf, privilegesLack } from '../../catalog/privileges/missing';
import { definerNeeds, writingNeeds, type ObjectKind } from '../../catalog/privileges/needs/needs';
import type { MigrationFinding } from '../../contract/runs/migrate';
import { definerOf } from '../../target/definer-privileges';
import type { ServerSide } from './facts';
import { precheckText } from '../../text/migrate/precheck';

/** Checks of the accounts' privileges against those that the migration's objects need. Pure. */

export interface MovedObjects {
  readonly schema: string;
  /** Name of the schema on the target. */
  readonly target: string;
  readonly views: number;
  readonly routines: number;
  readonly triggers: number;
  readonly events: number;
  readonly foreignKeys: number;
}

/** Finds privileges that the target's account lacks for objects that come with its tables. */
export function judgeObjectPrivileges(moved: MovedObjects, side: ServerSide): readonly MigrationFinding[] {
  const { target, views, routines, triggers, events, foreignKeys } = moved;
  const counts: readonly (readonly [number, ObjectKind])[] = [
    ...[[views, 'view'] as const, [routines, 'routine'] as const],
    ...[[triggers, 'trigger'] as const, [events, 'event'] as const, [foreignKeys, 'key'] as const],
  ];
  return judgePrivileges(target, new Set(counts.flatMap(([count, kind]) => (count > 0 ? [kind] : []))), side);
}

/** Finds privileges that the target's account lacks for objects of these kinds in a schema. */
export function judgePrivileges(
  schema: string,
  kinds: ReadonlySet<ObjectKind>,
  side: Pick<ServerSide, 'vendor' | 'versionNumber' | 'account' | 'privileges'>,
): readonly MigrationFinding[] {
  const lack = privilegesLack(writingNeeds(side, { schema, kinds }), side, side.privileges);
  if (lack === null) return [];
  const said = precheckText.privilegesMissing(lackingOf(lack.missing), lack.grants, lack.idleRoles);
  return [{ kind: 'advised', severity: 'blocks', rule: 'privileges', object: schema, ...said }];
}

/** Needs for naming another account; whether that account exists is checked separately. */
const NAMED_DEFINERS = { isAny: true, mayBeMissing: false, mayBeSystem: false, ofRoutines: false } as const;

/**
 * Finds objects that run with another account's privileges, where that account does not exist or may not be named by this
 * one.
 */
export function judgeDefiners(
  schema: string,
  objects: readonly StoredObject[],
  { accounts, account, privileges, ...server }: ServerSide,
): readonly MigrationFinding[] {
  const foreign = new Map<string, number>();
  for (const { definition } of objects) {
    const definer = definerOf(definition);
    if (definer === null || definer.account === account) continue;
    foreign.set(definer.account, (foreign.get(definer.account) ?? 0) + 1);
  }
  const needs = definerNeeds(server, NAMED_DEFINERS);
  const lack = privilegesLack(needs, { vendor: server.vendor, account }, privileges);
  return [...foreign].flatMap(([definer, count]): readonly MigrationFinding[] => {
    const object = `${schema} (${definer})`;
    if (lack !== null) {
      const said = precheckText.definerNotAllowed(count, lackingOf(lack.missing), lack.grants);
      return [{ kind: 'advised', severity: 'blocks', rule: 'definer', object, ...said }];
    }
    if (accounts === null || accounts.has(definer)) return [];
    return [
      { kind: 'advised', severity: 'warns', rule: 'definer', object, ...precheckText.definerMissing(count) },
    ];
  });
}
