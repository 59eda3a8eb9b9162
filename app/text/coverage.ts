import type { SluiceError, Failure } from '../contract/failure';
import { spoken } from '../contract/language/spoken';
import { coverageKinds, gapGrants, type CoverageGap, type CoverageKind } from '../contract/runs/coverage';
import { describeIdleRoles, type IdleRoles } from './catalog/privileges';
import { failures } from './failures';

const PLURALS: Readonly<Record<CoverageKind, string>> = {
  schema: 'other schemas',
  table: 'tables',
  view: 'views',
  sequence: 'sequences',
  routine: 'routines',
  package: 'packages',
  library: 'libraries',
  trigger: 'triggers',
  event: 'events',
};

/** Gaps that one grant closes. */
interface GapGroup {
  readonly gaps: readonly CoverageGap[];
  readonly schemas: readonly string[];
  readonly needs: string;
  readonly grants: readonly string[];
}

const MOST_NAMES = 5;

const coverageFailures = failures({
  groupUnreadable: {
    code: 'not-readable',
    message: ({ group }: { readonly group: GapGroup }) => `This account can’t read ${describeGroup(group)}.`,
    hint: ({ group, idleRoles }: { readonly group: GapGroup; readonly idleRoles: IdleRoles | null }) =>
      `${group.grants.join(' ')} Then run it again. ${describeIdleRoles(idleRoles)}`.trimEnd(),
  },
  groupLacking: {
    code: 'dump-lacks',
    message: ({ group }: { readonly group: GapGroup }) =>
      `The dump lacks ${describeGroup(group)}: the account that took it could not read them.`,
    hint: ({ group }: { readonly group: GapGroup }) =>
      `For a complete dump, run on its source: ${group.grants.join(' ')}`,
  },
  brokenLacking: {
    code: 'dump-lacks',
    message: ({ gap }: { readonly gap: CoverageGap }) => `The dump lacks ${describeBroken(gap)}`,
    hint: 'Where they are needed, create the objects that they refer to at the source, and run the dump again.',
  },
  brokenLeftOut: {
    code: 'broken-view',
    message: ({ gap }: { readonly gap: CoverageGap }) => `Left out: ${describeBroken(gap)}`,
    hint: 'Drop them at the source, or create the objects that they refer to, and run it again. SHOW CREATE VIEW shows their text.',
  },
  brokenRefused: {
    code: 'broken-view',
    message: ({ gap }: { readonly gap: CoverageGap }) => `It would lack ${describeBroken(gap)}`,
    hint: 'Drop them at the source, or create the objects that they refer to. Or run it without --require-complete, and go without them.',
  },
  gapsRefused: {
    code: 'not-readable',
    message: ({ gaps }: { readonly gaps: readonly CoverageGap[] }) => unreadable(gaps),
    hint: ({
      gaps,
      idleRoles,
    }: {
      readonly gaps: readonly CoverageGap[];
      readonly idleRoles: IdleRoles | null;
    }) =>
      `${gapGrants(gaps).join(' ')} Or run it without --require-complete, and go without them. ${describeIdleRoles(idleRoles)}`.trimEnd(),
  },
});

const coverageText = spoken({ unreadable });

/** Describes the gaps in one sentence, before anything is read. */
export function gapSentence(gaps: readonly CoverageGap[]): string {
  return coverageText.unreadable(gaps);
}

/**
 * One warning for each missing privilege of each schema, as the result of a run repeats it. `idleRoles`: what may help
 * besides.
 */
export function gapWarnings(
  gaps: readonly CoverageGap[],
  idleRoles: IdleRoles | null = null,
): readonly Failure[] {
  return groups(gaps, bySchema).map(
    (group) => coverageFailures.groupUnreadable({ group, idleRoles }).failure,
  );
}

/** The same warnings for the reader of a dump that has the gaps. */
export function lackWarnings(gaps: readonly CoverageGap[]): readonly Failure[] {
  const withGrant = gaps.filter(({ broken }) => broken !== true);
  const broken = gaps.filter((gap) => gap.broken === true);
  return [
    ...groups(withGrant, bySchema).map((group) => coverageFailures.groupLacking({ group }).failure),
    ...broken.map((gap) => coverageFailures.brokenLacking({ gap }).failure),
  ];
}

/** All warnings for the reader of a dump: what it lacks, and what was guessed about it. */
export function dumpWarnings({
  lacks,
  warnings = [],
}: {
  readonly lacks: readonly CoverageGap[];
  readonly warnings?: readonly Failure[];
}): readonly Failure[] {
  return [...lackWarnings(lacks), ...warnings];
}

/** The warning about views that a run has left out because they can't be created. */
export function brokenWarning(gap: CoverageGap): Failure {
  return coverageFailures.brokenLeftOut({ gap }).failure;
}

/** The refusal of a run that must be complete, for views that can't be created. */
export function brokenRefusal(gap: CoverageGap): SluiceError {
  return coverageFailures.brokenRefused({ gap });
}

/** The refusal of a run that must be complete, for objects that the account can't read. */
export function gapRefusal(gaps: readonly CoverageGap[], idleRoles: IdleRoles | null): SluiceError {
  return coverageFailures.gapsRefused({ gaps, idleRoles });
}

function unreadable(gaps: readonly CoverageGap[]): string {
  return `This account can’t read: ${groups(gaps, byNeed).map(describeGroup).join('; ')}.`;
}

function describeBroken({ schema, names }: CoverageGap): string {
  return `views of \`${schema ?? ''}\`: ${listed(names)}: they refer to tables, columns or functions that do not exist or that their definer may not use.`;
}

const byNeed = ({ kind, needs }: CoverageGap) => `${kind === 'schema'} ${needs}`;
const bySchema = (gap: CoverageGap) => `${byNeed(gap)} ${gap.schema ?? ''}`;

function groups(gaps: readonly CoverageGap[], keyOf: (gap: CoverageGap) => string): readonly GapGroup[] {
  const byKey = new Map<string, CoverageGap[]>();
  for (const gap of gaps) byKey.set(keyOf(gap), [...(byKey.get(keyOf(gap)) ?? []), gap]);
  return [...byKey.values()].map((own) => ({
    gaps: own,
    schemas: [...new Set(own.flatMap(({ schema }) => schema ?? []))],
    needs: own[0]?.needs ?? '',
    grants: gapGrants(own),
  }));
}

/** Describes a group, for instance "routines and libraries of `shop` (needs SHOW_ROUTINE), among them totals". */
function describeGroup({ gaps, schemas, needs }: GapGroup): string {
  const kinds = coverageKinds.filter((kind) => gaps.some((gap) => gap.kind === kind));
  const of = schemas.length === 0 ? '' : ` of ${listed(schemas.map((name) => `\`${name}\``))}`;
  const names = gaps.flatMap((gap) => gap.names);
  const more = gaps.some((gap) => gap.more);
  const named = names.length === 0 ? '' : `${more ? ', among them' : ':'} ${listed(names)}`;
  return `${and(kinds.map((kind) => PLURALS[kind]))}${of}${named} (needs ${needs})`;
}

function and(words: readonly string[]): string {
  return words.length < 2
    ? words.join('')
    : `${words.slice(0, -1).join(', ')} and ${words.slice(-1).join('')}`;
}

function listed(names: readonly string[]): string {
  const rest = names.length - MOST_NAMES;
  return rest <= 0 ? names.join(', ') : `${names.slice(0, MOST_NAMES).join(', ')} and ${rest} more`;
}
