import { z } from 'zod';
import { SluiceError, type Failure } from '../failure';

/** Kinds of objects that an account may be unable to read. */
export const coverageKinds = [
  'schema',
  'table',
  'view',
  'sequence',
  'routine',
  'package',
  'library',
  'trigger',
  'event',
] as const;
export type CoverageKind = (typeof coverageKinds)[number];

/** Objects of one kind, in one schema, that an account can't read. */
export const coverageGapSchema = z.object({
  kind: z.enum(coverageKinds),
  /** Null for schemas that can't be seen at all. */
  schema: z.string().nullable(),
  /** Objects that the server names and does not show. */
  names: z.array(z.string()),
  /** True if there may be others, which the server does not even name. */
  more: z.boolean(),
  /** The privilege that is missing, such as `SHOW_ROUTINE`. */
  needs: z.string(),
  /** The statement that grants it. */
  grant: z.string(),
  /** Set for objects that refer to missing ones, so that no server can create them: no privilege fixes that. */
  broken: z.literal(true).optional(),
});
export type CoverageGap = z.infer<typeof coverageGapSchema>;

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

/** Describes the gaps in one sentence, before anything is read. */
export function gapSentence(gaps: readonly CoverageGap[]): string {
  return `This account can’t read: ${groups(gaps, byNeed).map(describeGroup).join('; ')}.`;
}

/** The statements that close the gaps, each once. */
export function gapGrants(gaps: readonly CoverageGap[]): readonly string[] {
  return [...new Set(gaps.map(({ grant }) => grant))];
}

/**
 * One warning for each missing privilege of each schema, as the result of a run repeats it. `more`: what may help
 * besides, as a sentence.
 */
export function gapWarnings(gaps: readonly CoverageGap[], more = ''): readonly Failure[] {
  return groups(gaps, bySchema).map(
    (group) =>
      new SluiceError('not-readable', `This account can’t read ${describeGroup(group)}.`, {
        hint: `${group.grants.join(' ')} Then run it again. ${more}`.trimEnd(),
      }).failure,
  );
}

/** The same warnings for the reader of a dump that has the gaps. */
export function lackWarnings(gaps: readonly CoverageGap[]): readonly Failure[] {
  const unreadable = groups(
    gaps.filter(({ broken }) => broken !== true),
    bySchema,
  ).map(
    (group) =>
      new SluiceError(
        'dump-lacks',
        `The dump lacks ${describeGroup(group)}: the account that made it could not read them.`,
        { hint: `To make a complete dump, run on its source: ${group.grants.join(' ')}` },
      ).failure,
  );
  const broken = gaps
    .filter((gap) => gap.broken === true)
    .map(
      (gap) =>
        new SluiceError('dump-lacks', `The dump lacks ${describeBroken(gap)}`, {
          hint: 'Where they are needed, make what they refer to at the source, and make the dump again.',
        }).failure,
    );
  return [...unreadable, ...broken];
}

/** Gap of a schema's views that can't be used, and so can't be created anywhere. */
export function brokenViews(schema: string, names: readonly string[]): CoverageGap {
  return { kind: 'view', schema, names: [...names], more: false, needs: '', grant: '', broken: true };
}

/** The warning about views that a run has left out because they can't be created. */
export function brokenWarning(gap: CoverageGap): Failure {
  return new SluiceError('broken-view', `Left out: ${describeBroken(gap)}`, {
    hint: 'Drop them at the source, or make what they refer to, and run it again. SHOW CREATE VIEW shows their text.',
  }).failure;
}

/** The refusal of a run that must be complete. */
export function brokenRefusal(gap: CoverageGap): SluiceError {
  return new SluiceError('broken-view', `It would lack ${describeBroken(gap)}`, {
    hint: 'Drop them at the source, or make what they refer to. Or run it without --require-complete, and go without them.',
  });
}

function describeBroken({ schema, names }: CoverageGap): string {
  return `views of \`${schema ?? ''}\`: ${listed(names)}: they refer to tables, columns or functions that are not there or that their definer may not use.`;
}

/** The refusal of a run that must be complete. */
export function gapRefusal(gaps: readonly CoverageGap[]): SluiceError {
  return new SluiceError('not-readable', gapSentence(gaps), {
    hint: `${gapGrants(gaps).join(' ')} Or run it without --require-complete, and go without them.`,
  });
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
