import { withDefiner } from '../../catalog/definer';
import type { StoredObject } from '../../catalog/objects';
import type { MigrationFinding } from '../../contract/migrate';
import type { DefinerWish } from '../../contract/options';
import { definerOf } from '../../load/rights';
import type { ServerSide } from './facts';

/** What the accounts of a migration may do, and what its objects want them to. Pure. */

export interface MovedObjects {
  readonly schema: string;
  /** On the target. */
  readonly target: string;
  readonly views: number;
  readonly routines: number;
  readonly triggers: number;
  readonly events: number;
  readonly foreignKeys: number;
}

/** What the target's account needs for objects besides tables (MySQL and MariaDB manuals, "GRANT"). */
export function judgeObjectRights(
  moved: MovedObjects,
  { privileges }: ServerSide,
): readonly MigrationFinding[] {
  const { target, views, routines, triggers, events, foreignKeys } = moved;
  const wanted: readonly (readonly [number, string])[] = [
    [views, 'CREATE VIEW'],
    [routines, 'CREATE ROUTINE'],
    [triggers, 'TRIGGER'],
    [events, 'EVENT'],
    [foreignKeys, 'REFERENCES'],
  ];
  const missing = wanted
    .filter(([count, privilege]) => count > 0 && !privileges.hasIn(target, privilege))
    .map(([, privilege]) => privilege);
  if (missing.length === 0) return [];
  const why = `The target’s account lacks ${missing.join(', ')} on the schema, for what comes with its tables.`;
  return [{ severity: 'blocks', rule: 'privileges', object: target, why, fix: 'Grant them.' }];
}

/** Any of these lets an account make objects that run with another account's rights. */
const FOREIGN_DEFINERS = ['SUPER', 'SET_USER_ID', 'SET_ANY_DEFINER', 'SET USER'] as const;

/** Objects that run with the rights of others: the account may not be there, or may not be named by this one. */
export function judgeDefiners(
  schema: string,
  objects: readonly StoredObject[],
  { accounts, account, privileges }: ServerSide,
  wish: DefinerWish,
): readonly MigrationFinding[] {
  const foreign = new Map<string, number>();
  for (const { definition } of objects) {
    const definer = definerOf(withDefiner(definition, wish));
    if (definer === null || definer.account === account) continue;
    foreign.set(definer.account, (foreign.get(definer.account) ?? 0) + 1);
  }
  const mayName = FOREIGN_DEFINERS.some((privilege) => privileges.has(privilege));
  return [...foreign].flatMap(([definer, count]): readonly MigrationFinding[] => {
    const object = `${schema} (${definer})`;
    const subject = count === 1 ? '1 object runs' : `${count} objects run`;
    if (!mayName) {
      const why = `${subject} with the rights of another account, which the target’s account may not name.`;
      const fix = 'Grant it SET_ANY_DEFINER (MySQL) or SET USER (MariaDB), or choose --definers strip.';
      return [{ severity: 'blocks', rule: 'definer', object, why, fix }];
    }
    if (accounts === null || accounts.has(definer)) return [];
    const why = `${subject} with the rights of an account that the target does not have.`;
    const fix = 'Create the account, or choose --definers strip or --definers USER@HOST.';
    return [{ severity: 'warns', rule: 'definer', object, why, fix }];
  });
}
