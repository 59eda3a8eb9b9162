import { counted } from '../../contract/language/counted';
import { formatCount } from '../../contract/quantities';
import { spoken } from '../../contract/language/spoken';
import type { Vendor } from '../../contract/connections/connection';
import { failures } from '../failures';

/** Kind of the objects that a rule selects. */
export type RuleKind = 'schema' | 'table' | 'routine' | 'event' | 'trigger';

/** A rule of a selection, with its pattern as the user wrote it. */
export interface NamedRule {
  readonly kind: RuleKind;
  readonly name: string;
}

export const ruleKinds: Readonly<Record<RuleKind, string>> = {
  schema: 'schema',
  table: 'table',
  routine: 'routine',
  event: 'event',
  trigger: 'trigger',
};

/** Kinds that a selection's scope counts. */
export type ScopeKind = RuleKind | 'view' | 'account';

/** Objects of one kind by their number; their names too where they are few. */
export interface ScopeShare {
  readonly kind: ScopeKind;
  readonly count: number;
  /** Null where there are too many to name. */
  readonly names: readonly string[] | null;
}

/** Rows that are left out of tables: those that miss a condition, or those in other partitions. */
export interface LeftRows {
  readonly by: 'partition' | 'condition';
  readonly tables: number;
  /** Null where there are too many to name. */
  readonly names: readonly string[] | null;
}

/** Scope of a run: the objects that it takes and those that it leaves out. */
export interface Scope {
  readonly vendor: Vendor;
  readonly taken: readonly ScopeShare[];
  readonly leftOut: readonly ScopeShare[];
  readonly leftRows: 'all' | readonly LeftRows[];
  readonly leavesDefinitions: boolean;
  readonly leavesAccounts: boolean;
  /** Patterns that match nothing. */
  readonly unmatched: readonly NamedRule[];
}

const scopeKinds: Readonly<Record<ScopeKind, readonly [one: string, many: string]>> = {
  schema: ['schema', 'schemas'],
  table: ['table', 'tables'],
  view: ['view', 'views'],
  routine: ['routine', 'routines'],
  trigger: ['trigger', 'triggers'],
  event: ['event', 'events'],
  account: ['account', 'accounts'],
};

function shareText({ kind, count, names }: ScopeShare, vendor: Vendor): string {
  const [one, many] =
    kind === 'view' && vendor === 'mariadb' ? ['view or sequence', 'views and sequences'] : scopeKinds[kind];
  if (names === null) return `${formatCount(count)} ${many}`;
  return `${count === 1 ? one : many} ${names.map((name) => `“${name}”`).join(', ')}`;
}

function leftRowsText({ by, tables, names }: LeftRows): string {
  const named =
    names === null ? counted(tables, 'table', 'tables') : names.map((name) => `“${name}”`).join(' and ');
  const conditions = tables === 1 ? 'its condition' : 'their conditions';
  return `rows of ${named} ${by === 'partition' ? 'in other partitions' : `that don’t meet ${conditions}`}`;
}

const places = { source: 'the source', dump: 'the dump' } as const;

/** Suggests the name that was probably meant; empty without any. */
export function meantHint({ near }: { readonly near: string | undefined }): string {
  return near === undefined ? '' : `Did you mean “${near}”? Names may be case-sensitive.`;
}

/** Continues a sentence on a missing object with the other missing ones; empty without any. */
export function alsoMissing(others: readonly string[]): string {
  return others.length === 0 ? '' : ` Nor is there: ${others.join(', ')}.`;
}

/** Continues a sentence on a rule with the others that match nothing; empty without any. */
export function alsoUnmatched(others: readonly NamedRule[]): string {
  return alsoMissing(others.map(({ kind, name }) => `${ruleKinds[kind]} “${name}”`));
}

function nothingMatches(patterns: readonly NamedRule[]): string {
  if (patterns.length === 0) return '';
  return ` Nothing matches ${patterns.map(({ kind, name }) => `the ${ruleKinds[kind]} pattern “${name}”`).join(' or ')}.`;
}

interface UnknownMapped {
  readonly schema: string;
  readonly where: keyof typeof places;
  readonly near: string | undefined;
  /** Those that are there. */
  readonly schemas: readonly string[];
}

/** Failures of applying a selection. */
export const selectionFailures = failures({
  mappedSchemaUnknown: {
    code: 'unknown-schema',
    message: ({ schema, where }: UnknownMapped) =>
      `The schema “${schema}” was to have another name on the target, and ${places[where]} has none of that name.`,
    hint: ({ near, where, schemas: [only, ...others] }: UnknownMapped) =>
      near === undefined && only !== undefined && others.length === 0
        ? `The only schema that ${places[where]} has is “${only}”.`
        : meantHint({ near }),
  },
});

const english = {
  scope: ({ vendor, taken, leftOut, leftRows, leavesDefinitions, leavesAccounts, unmatched }: Scope) => {
    const takes = taken.map((share) => shareText(share, vendor));
    const leaves = [
      ...leftOut.map((share) => shareText(share, vendor)),
      ...(leftRows === 'all' ? ['all rows'] : leftRows.map(leftRowsText)),
      ...(leavesDefinitions ? ['all definitions'] : []),
      ...(leavesAccounts ? ['accounts'] : []),
    ];
    return `Includes: ${takes.length === 0 ? 'nothing' : takes.join(', ')}. Excludes: ${leaves.length === 0 ? 'nothing' : leaves.join(', ')}.${nothingMatches(unmatched)}`;
  },
} as const;

/** Other sentences about selections. */
export const selectionText = spoken(english);
