import type { InspectTier } from '../../../contract/pages/inspection';
import type { Consistency, SpeedUp } from '../../../contract/runs/options';
import type { PrivilegesJob } from '../../../contract/connections/privileges';
import { assertNever } from '../../../contract/exhaustive';
import type { ServerFacts } from '../../server/server';
import { accountMakingNeeds, grantingNeeds, type Given } from './account-needs';
import { inspectNeeds } from './inspect-needs';
import {
  accountReadingNeed,
  allKinds,
  definerNeeds,
  lockNeeds,
  objectKinds,
  readingNeeds,
  writingNeeds,
  type Need,
  type ObjectKind,
} from './needs';
import {
  distrustNeed,
  gtidNeed,
  settingsNeed,
  SETTINGS_OF,
  speedUpNeeds,
  unloggedNeed,
} from './setting-needs';

/** A job that needs an account, with the options that its privileges depend on. */
export interface JobWish {
  readonly job: PrivilegesJob;
  /** Empty for every schema. */
  readonly schemas: readonly string[];
  readonly content: 'everything' | 'structure' | 'data';
  readonly consistency: Consistency;
  /** True where accounts are dumped, loaded or compared too. */
  readonly accounts: boolean;
  /** Accounts that a load creates, with the grants that it gives them. */
  readonly given: readonly Given[];
  readonly binlog: 'on' | 'off';
  /** True where the target takes over the dump's GTID set. */
  readonly gtid: boolean;
  readonly fastUnsafe: readonly SpeedUp[];
  /** True where objects keep definers other than the account itself. */
  readonly keepsDefiners: boolean;
  readonly tier: InspectTier | 'auto';
  readonly flushes: boolean;
  readonly locksRows: boolean;
}

/** A server, with the settings that privileges depend on. */
export interface PrivilegesServer extends Pick<ServerFacts, 'vendor' | 'versionNumber'> {
  /** True where it has a binary log and only accounts with SUPER may create functions and triggers. */
  readonly limitsCreators: boolean;
  /** True where a load's sessions must set variables that need a privilege. */
  readonly limitsVariables: boolean;
}

/** Returns all privileges that a job needs on the server that it reads or writes; for a migration on `side`. Pure. */
export function jobNeeds(
  server: PrivilegesServer,
  wish: JobWish,
  side: 'source' | 'target' = 'source',
): readonly Need[] {
  const schemas = wish.schemas.length === 0 ? [null] : wish.schemas;
  switch (wish.job) {
    case 'dump':
      return reading(server, schemas, wish);
    case 'load':
      return writing(server, schemas, wish);
    case 'migrate':
      return side === 'source' ? reading(server, schemas, wish) : writing(server, schemas, wish);
    case 'verify':
      return [
        ...schemas.flatMap((schema) => readingNeeds(server, schema, kindsOf(wish))),
        ...(wish.accounts ? [accountReadingNeed()] : []),
      ];
    case 'inspect':
      return schemas.flatMap((schema) => inspectNeeds(server, schema, wish));
    default:
      return assertNever(wish.job);
  }
}

function kindsOf({ content }: JobWish): ReadonlySet<ObjectKind> {
  return content === 'data' ? new Set(objectKinds.filter((kind) => kind === 'table')) : allKinds;
}

function reading(
  server: PrivilegesServer,
  schemas: readonly (string | null)[],
  wish: JobWish,
): readonly Need[] {
  return [
    ...schemas.flatMap((schema) => readingNeeds(server, schema, kindsOf(wish))),
    ...lockNeeds(server, schemas, wish.consistency),
    ...(wish.accounts ? [accountReadingNeed()] : []),
  ];
}

function writing(
  server: PrivilegesServer,
  schemas: readonly (string | null)[],
  wish: JobWish,
): readonly Need[] {
  const kinds = kindsOf(wish);
  const isAny = wish.keepsDefiners && kinds.has('routine');
  return [
    ...schemas.flatMap((schema) => writingNeeds(server, { schema, kinds })),
    ...definerNeeds(server, { isAny, mayBeMissing: true, mayBeSystem: true, ofRoutines: true }),
    ...(server.limitsVariables ? [settingsNeed(server)] : []),
    ...(server.limitsCreators && kinds.has('trigger') ? [distrustNeed()] : []),
    ...(wish.accounts ? [...accountMakingNeeds(), ...grantingNeeds(server, wish.given)] : []),
    ...(wish.binlog === 'off' ? [unloggedNeed(server)] : []),
    ...(wish.gtid ? [gtidNeed(server)] : []),
    ...(wish.fastUnsafe.length > 0
      ? speedUpNeeds(server, new Set(wish.fastUnsafe.flatMap((speedUp) => SETTINGS_OF[speedUp])))
      : []),
  ];
}
