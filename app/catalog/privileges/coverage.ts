import type { CoverageGap, CoverageKind } from '../../contract/runs/coverage';
import type { ExcludeRule, Selection } from '../../contract/runs/options';
import { literalOf, patternMatcher, patternOf } from '../../contract/commands/pattern';
import type { ObjectFilter } from '../selection/object-filter';
import type { Privileges } from './grants';
import { has } from '../server/dialect';
import { readingPrivileges, type ReadingPrivileges } from './reading-privileges';
import type { ServerFacts } from '../server/server';

/** A schema with the objects that the server shows to an account. */
export interface VisibleSchema {
  readonly name: string;
  readonly tables: readonly string[];
  readonly views: readonly string[];
  readonly sequences: readonly string[];
  readonly routines: readonly ShownBody[];
  readonly packages: readonly ShownBody[];
  readonly libraries: readonly ShownBody[];
  readonly triggers: readonly { readonly name: string; readonly table: string }[];
  /** Tables, views and sequences that the server refused to show. */
  readonly refused: ReadonlySet<string>;
}

export interface ShownBody {
  readonly name: string;
  /** False where its text is NULL: the account may know only that it exists. */
  readonly readable: boolean;
}

export interface CoverageQuestion {
  readonly server: Pick<ServerFacts, 'vendor' | 'versionNumber' | 'account'>;
  readonly privileges: Privileges;
  readonly selection: Selection;
  readonly objectFilter: ObjectFilter;
  readonly visible: readonly VisibleSchema[];
}

export interface Coverage {
  readonly gaps: readonly CoverageGap[];
  /** Rules that exclude the objects that the server lists but does not show. */
  readonly leftOut: readonly ExcludeRule[];
}

/** Any of these on a table makes it visible (MySQL manual, "SHOW TABLES"; measured on both vendors). */
const SHOWING_TABLES = [
  ...['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'CREATE', 'DROP', 'REFERENCES', 'INDEX', 'ALTER'],
  ...['CREATE VIEW', 'SHOW VIEW', 'TRIGGER'],
];

/** Any of these on a schema makes the names of all its routines visible. */
const SHOWING_ROUTINES = ['EXECUTE', 'CREATE ROUTINE', 'ALTER ROUTINE'];

/**
 * Determines which selected objects an account can't read: from its grants, because the server's answers omit what they
 * hide, and from objects that the server lists without showing them. Pure.
 */
export function planCoverage(question: CoverageQuestion): Coverage {
  const privileges = readingPrivileges(question.server, question.privileges);
  const gaps = [
    ...schemaGaps(question, privileges),
    ...question.visible.flatMap((visibleSchema) => gapsOf(question, privileges, visibleSchema)),
  ];
  return { gaps, leftOut: [...gaps.flatMap(rulesOf), ...unreadableTriggers(question)] };
}

/** Finds schemas that a pattern may match and that the account does not see, and those that partial revokes hide. */
function schemaGaps(
  { privileges, selection, objectFilter, visible }: CoverageQuestion,
  { table }: ReadingPrivileges,
): readonly CoverageGap[] {
  const seen = new Set(visible.map(({ name }) => name));
  const hidden = privileges.revokedSchemas
    .filter((schema) => !seen.has(schema) && objectFilter.schema(schema))
    .map((schema) => gap('table', schema, [], true, table));
  const seesAll = privileges.has('SELECT') || privileges.has('SHOW DATABASES');
  const open = selection.include.find(
    ({ schema }) => literalOf(schema) === null && !privileges.schemaGrants.includes(asGrantPattern(schema)),
  );
  if (seesAll || open === undefined) return hidden;
  const everywhere = { needs: `${table.needs} on *.*`, grant: () => table.grant(null) };
  return [gap('schema', null, [], true, everywhere), ...hidden];
}

/** Writes the pattern as in GRANT. */
function asGrantPattern(pattern: string): string {
  return pattern.replace(/\\(.)|([%*])|_/gsu, (text, escaped?: string, wildcard?: string) => {
    if (wildcard !== undefined) return '%';
    const literal = escaped ?? text;
    return literal === '_' || literal === '%' ? `\\${literal}` : literal;
  });
}

function gapsOf(
  question: CoverageQuestion,
  privileges: ReadingPrivileges,
  visibleSchema: VisibleSchema,
): readonly CoverageGap[] {
  const { selection, server } = question;
  const { name: schema } = visibleSchema;
  if (!question.objectFilter.schema(schema)) return [];
  const tables = tableGaps(question, privileges, visibleSchema);
  if (selection.content === 'data') return tables.filter(({ kind }) => kind === 'table');
  const bodies = (kind: CoverageKind, shown: readonly ShownBody[]) =>
    bodyGap(question, privileges, schema, kind, shown);
  return [
    ...tables,
    ...bodies('routine', visibleSchema.routines),
    ...(server.vendor === 'mariadb' ? bodies('package', visibleSchema.packages) : []),
    ...(has(server, 'libraries') ? bodies('library', visibleSchema.libraries) : []),
    ...triggerGap(question, privileges, visibleSchema),
    ...eventGap(question, privileges, schema),
  ];
}

function tableGaps(
  { privileges, selection, objectFilter, server }: CoverageQuestion,
  { table, view }: ReadingPrivileges,
  { name: schema, tables, views, sequences, refused }: VisibleSchema,
): readonly CoverageGap[] {
  const taken = (names: readonly string[]) =>
    names.filter((name) => refused.has(name) && objectFilter.table(schema, name));
  const shows = SHOWING_TABLES.some((privilege) => privileges.hasIn(schema, privilege));
  const hides = !shows && takesAll(selection, 'table', schema);
  const all = [
    gap('table', schema, taken(tables), hides, table),
    gap('view', schema, taken(views), hides, {
      ...view,
      needs: hides ? `SELECT, ${view.needs}` : view.needs,
    }),
    ...(server.vendor === 'mariadb' ? [gap('sequence', schema, taken(sequences), hides, table)] : []),
  ];
  return all.filter(({ names, more }) => names.length > 0 || more);
}

/**
 * Finds hidden routines, packages and libraries: they need a privilege of their own, which none on the schema's tables
 * implies.
 */
function bodyGap(
  { privileges, selection, objectFilter }: CoverageQuestion,
  { body }: ReadingPrivileges,
  schema: string,
  kind: CoverageKind,
  shown: readonly ShownBody[],
): readonly CoverageGap[] {
  if (body.isHeld(privileges, schema)) return [];
  const unreadable = new Set(shown.filter(({ readable }) => !readable).map(({ name }) => name));
  const names = [...unreadable].filter((name) => objectFilter.routine(schema, name));
  const isListed = SHOWING_ROUTINES.some((privilege) => privileges.hasIn(schema, privilege));
  const more = !isListed && takesAll(selection, 'routine', schema);
  return names.length > 0 || more ? [gap(kind, schema, names, more, body)] : [];
}

function triggerGap(
  { privileges, objectFilter }: CoverageQuestion,
  { trigger }: ReadingPrivileges,
  { name: schema, tables }: VisibleSchema,
): readonly CoverageGap[] {
  const hidden = tables.some(
    (table) => objectFilter.table(schema, table) && !privileges.hasOn(schema, table, 'TRIGGER'),
  );
  return hidden ? [gap('trigger', schema, [], true, trigger)] : [];
}

function eventGap(
  { privileges, selection }: CoverageQuestion,
  { event }: ReadingPrivileges,
  schema: string,
): readonly CoverageGap[] {
  if (privileges.hasIn(schema, 'EVENT') || !takesAll(selection, 'event', schema)) return [];
  return [gap('event', schema, [], true, event)];
}

/** Returns whether a selection covers more of a schema than single named objects. */
function takesAll({ include }: Selection, kind: ExcludeRule['kind'], schema: string): boolean {
  return include.some(
    (rule) =>
      patternMatcher(rule.schema)(schema) &&
      (rule.kind === 'schema' || (rule.kind === kind && literalOf(rule.name) === null)),
  );
}

function gap(
  kind: CoverageKind,
  schema: string | null,
  names: readonly string[],
  more: boolean,
  { needs, grant }: { readonly needs: string; readonly grant: (schema: string | null) => string },
): CoverageGap {
  return { kind, schema, names: [...names], more, needs, grant: grant(schema) };
}

const RULE_KINDS: Readonly<Partial<Record<CoverageKind, 'table' | 'routine'>>> = {
  table: 'table',
  view: 'table',
  sequence: 'table',
  routine: 'routine',
  package: 'routine',
  library: 'routine',
};

function rulesOf({ kind, schema, names }: CoverageGap): readonly ExcludeRule[] {
  const rule = RULE_KINDS[kind];
  if (rule === undefined || schema === null) return [];
  return names.map((name) => ({ kind: rule, schema: patternOf(schema), name: patternOf(name) }));
}

/** Finds triggers that MariaDB lists to accounts that may not read them. */
function unreadableTriggers({ privileges, visible }: CoverageQuestion): readonly ExcludeRule[] {
  return visible.flatMap(({ name: schema, triggers }) =>
    triggers
      .filter(({ table }) => !privileges.hasOn(schema, table, 'TRIGGER'))
      .map(({ name }) => ({ kind: 'trigger', schema: patternOf(schema), name: patternOf(name) })),
  );
}
