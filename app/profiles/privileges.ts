import type { Privileges } from '../catalog/privileges/grants';
import type { ServerVersion } from '../catalog/server/dialect';
import { inspectNeeds } from '../catalog/privileges/needs/inspect-needs';
import { lackingOf, missingNeeds } from '../catalog/privileges/missing';
import {
  allKinds,
  lockNeeds,
  readingNeeds,
  writingNeeds,
  type Need,
} from '../catalog/privileges/needs/needs';
import { profileText } from '../text/profiles';

/** A missing privilege for a kind of work, and the sentence about it. */
export interface PrivilegeFinding {
  readonly missing: readonly Need[];
  readonly detail: string;
}

/** Checks whether the account's global grants suffice for a consistent dump of every schema. */
export function dumpPrivileges(server: ServerVersion, privileges: Privileges): PrivilegeFinding {
  const needs = [...readingNeeds(server, null, allKinds), ...lockNeeds(server, [null], 'auto')];
  return judge(needs, privileges, 'dump');
}

/** Checks whether the account's global grants suffice to load into any schema. */
export function loadPrivileges(server: ServerVersion, privileges: Privileges): PrivilegeFinding {
  return judge(writingNeeds(server, { schema: null, kinds: allKinds }), privileges, 'load');
}

/**
 * Checks whether the account may read the buffer pool, the best that SQL alone can tell of a table's pages. Statistics
 * are readable for every account.
 */
export function inspectPrivileges(server: ServerVersion, privileges: Privileges): PrivilegeFinding {
  const needs = inspectNeeds(server, null, { tier: 'buffer-pool', flushes: false, locksRows: false });
  return judge(needs, privileges, 'inspect');
}

/** Grants on single schemas may still suffice for the work at hand, so that a lack is a warning and no refusal. */
function judge(
  needs: readonly Need[],
  privileges: Privileges,
  work: 'dump' | 'load' | 'inspect',
): PrivilegeFinding {
  const missing = missingNeeds(needs, privileges);
  if (missing.length === 0) return { missing, detail: profileText.test.mayDo(work) };
  return { missing, detail: profileText.test.lacks(work, lackingOf(missing)) };
}
