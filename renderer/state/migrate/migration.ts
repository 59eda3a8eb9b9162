import type { CatalogTree } from '../../../app/contract/catalog';
import { compareNames } from '../../../app/contract/name-order';
import {
  type FindingSeverity,
  type MigrateOptions,
  type MigrationFinding,
  remedyOf,
  type FindingCause,
  type FindingRemedy,
} from '../../../app/contract/runs/migrate';
import type { Selection } from '../../../app/contract/runs/options';
import { guardPattern, literalOf } from '../../../app/contract/commands/pattern';
import type { Rules, RuleTexts } from '../objects/selection-rules';
import { objectKey } from '../objects/object-key';
import { freeName } from '../objects/rename';
import { objectTick, schemaTick, type Conditions, type SelectedObjects } from '../objects/selection';

export const migrationSteps = ['objects', 'target', 'check', 'plan'] as const;
export type MigrationStep = (typeof migrationSteps)[number];

/** Selection of a migration, as the wizard's first step edits it. */
export interface SelectionDraft {
  readonly selected: SelectedObjects;
  readonly rules: RuleTexts;
  readonly conditions: Conditions;
  /** Chosen with the target, where it matters: definitions, rows, or both. */
  readonly content: Selection['content'];
  /** Part of a saved selection that the wizard does not show; it still applies. */
  readonly rest: Pick<Selection, 'include' | 'exclude' | 'partitions'>;
}

export const NOTHING_TAKEN: SelectionDraft = {
  selected: new Map(),
  rules: { take: '', leave: '' },
  conditions: new Map(),
  content: 'everything',
  rest: { include: [], exclude: [], partitions: [] },
};

type Rule = Selection['include'][number] | Selection['exclude'][number];

/** A saved selection for the wizard: names become ticks, patterns become rules. */
export function draftOf({
  include,
  exclude,
  where,
  partitions,
  content,
}: MigrateOptions['selection']): SelectionDraft {
  const selected = new Map<string, 'all' | ReadonlySet<string>>();
  const take: string[] = [];
  for (const rule of include) {
    if (!isShown(rule)) continue;
    const schema = literalOf(rule.schema);
    const name = rule.kind === 'table' ? literalOf(rule.name) : null;
    if (schema === null || (rule.kind === 'table' && name === null)) take.push(ruleText(rule));
    else if (name === null) selected.set(schema, 'all');
    else pick(selected, schema, name);
  }
  return {
    selected,
    rules: { take: take.join(', '), leave: exclude.filter(isShown).map(ruleText).join(', ') },
    conditions: new Map(where.map((wish) => [objectKey(wish.schema, wish.table), wish])),
    rest: {
      include: include.filter((rule) => !isShown(rule)),
      exclude: exclude.filter((rule) => !isShown(rule)),
      partitions,
    },
    content,
  };
}

function pick(selected: Map<string, 'all' | ReadonlySet<string>>, schema: string, name: string): void {
  const before = selected.get(schema);
  if (before !== 'all') selected.set(schema, new Set([...(before ?? new Set<string>()), name]));
}

export function hasRest({ include, exclude, partitions }: SelectionDraft['rest']): boolean {
  return include.length + exclude.length + partitions.length > 0;
}

function isShown(rule: Rule): boolean {
  return rule.kind === 'schema' || rule.kind === 'table';
}

function ruleText(rule: Rule): string {
  if (rule.kind === 'schema') return guardPattern(rule.schema, ',.');
  return `${guardPattern(rule.schema, ',.')}.${guardPattern(rule.name, ',')}`;
}

/** The schemas of the source of which something is taken. */
export function takenSchemas(tree: CatalogTree, selected: SelectedObjects, rules: Rules): readonly string[] {
  return tree.schemas
    .filter(
      (schema) =>
        schemaTick(selected, schema, rules) !== 'none' ||
        schema.tables.some(({ name }) => objectTick(selected, schema.name, name, rules) === 'all'),
    )
    .map(({ name }) => name);
}

/** The names that schemas get: their own, but beside the originals on the very same server. */
export function targetNames(
  schemas: readonly string[],
  typed: Readonly<Record<string, string>>,
  isSameServer: boolean,
  existing: ReadonlySet<string>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    schemas.map((name) => [name, typed[name] ?? (isSameServer ? freeName(name, existing) : name)]),
  );
}

/** The same found of several objects. */
export type FindingGroup = Omit<FindingCause, 'object'> &
  FindingRemedy & {
    /** Objects in the order in which they were found. */
    readonly objects: readonly string[];
  };

/** Groups findings with the same message. */
export function groupFindings(findings: readonly MigrationFinding[]): readonly FindingGroup[] {
  type Said = Omit<FindingCause, 'object'> & FindingRemedy;
  const groups = new Map<string, { readonly said: Said; readonly objects: Set<string> }>();
  for (const { object, ...said } of findings) {
    const key = JSON.stringify([said.severity, said.rule, said.why, said.kind, remedyOf(said)]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { said, objects: new Set([object]) });
    else group.objects.add(object);
  }
  return [...groups.values()].map(({ said, objects }) => ({ ...said, objects: [...objects] }));
}

const ORDER: readonly FindingSeverity[] = ['blocks', 'converts', 'warns'];

export const findingSortKeys = ['severity', 'object', 'rule'] as const;
export type FindingSortKey = (typeof findingSortKeys)[number];

export interface FindingSorting {
  readonly key: FindingSortKey;
  readonly descending: boolean;
}

/** Findings of a severity that contain the searched text, sorted; blockers come first. */
export function shownFindings(
  findings: readonly FindingGroup[],
  severity: FindingSeverity | 'all',
  search: string,
  { key, descending }: FindingSorting,
): readonly FindingGroup[] {
  const wanted = search.trim().toLowerCase();
  const sign = descending ? -1 : 1;
  return findings
    .filter((finding) => severity === 'all' || finding.severity === severity)
    .filter(({ objects, rule, why }) => [...objects, rule, why].join(' ').toLowerCase().includes(wanted))
    .sort((a, b) => sign * compare(a, b, key) || compare(a, b, 'severity') || compare(a, b, 'object'));
}

function compare(a: FindingGroup, b: FindingGroup, key: FindingSortKey): number {
  if (key === 'severity') return ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity);
  const [left, right] = key === 'rule' ? [a.rule, b.rule] : [a.objects[0] ?? '', b.objects[0] ?? ''];
  return compareNames(left, right);
}

/** Number of causes and of the objects that have them: what is blocked once is often many times the same. */
export function countCauses(
  findings: readonly MigrationFinding[],
  severity: FindingSeverity,
): { readonly causes: number; readonly objects: number } {
  const own = findings.filter((finding) => finding.severity === severity);
  return { causes: groupFindings(own).length, objects: new Set(own.map(({ object }) => object)).size };
}

export function countFindings(
  findings: readonly Pick<MigrationFinding, 'severity'>[],
): Readonly<Record<FindingSeverity, number>> {
  const count = (severity: FindingSeverity) =>
    findings.filter((finding) => finding.severity === severity).length;
  return { blocks: count('blocks'), converts: count('converts'), warns: count('warns') };
}
