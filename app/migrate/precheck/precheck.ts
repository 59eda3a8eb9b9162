import type { ControlSession } from '../../catalog/control-session';
import { quoteTable } from '../../catalog/quote';
import { SluiceError, type Failure } from '../../contract/failure';
import { remedyOf, type MigrateOptions, type MigrationFinding } from '../../contract/migrate';
import type { SchemaPlan } from '../../dump/objects';
import type { DumpFolder } from '../../format/reader';
import { targetSchemaOf } from '../../load/arrange';
import { convertDump } from '../convert/dump';
import type { SourceCatalog } from '../source';
import { readServerSide } from './facts';
import { judgeKinds, judgeTable } from './objects';
import { judgeDefiners, judgeObjectRights, judgeReadingRights, type MovedObjects } from './rights';
import { judgeServers } from './servers';
import { judgeStorage } from './storage';
import { judgeWords } from './words';

export interface Checked {
  /** In the words of the target. */
  readonly dump: DumpFolder;
  readonly findings: readonly MigrationFinding[];
}

/** Looks through everything that is to be moved, and changes nothing on either server. */
export async function precheck(
  { dump, plans, definitions }: SourceCatalog,
  source: ControlSession,
  target: ControlSession,
  options: MigrateOptions,
): Promise<Checked> {
  const [from, to] = [await readServerSide(source), await readServerSide(target)];
  const fixes = new Set(options.fixes);
  const text = new Map(
    definitions.map(({ schema, table, createTable }) => [quoteTable(schema, table), createTable]),
  );
  const findings: MigrationFinding[] = [
    ...judgeServers(from, to, {
      targetSchemas: plans.map(({ schema }) => targetSchemaOf(options, schema)),
      tables: plans.flatMap(({ schema, tables, views }) => [
        ...tables.map(({ facts }) => `${schema}.${facts.name}`),
        ...views.map(({ name }) => `${schema}.${name}`),
      ]),
      bytes: plans.reduce(
        (sum, { tables }) => sum + tables.reduce((own, { facts }) => own + facts.dataBytes, 0),
        0,
      ),
    }),
  ];
  // What the target has keeps its own definitions where rows alone are moved.
  const defined = options.selection.content === 'data' ? [] : plans;
  for (const plan of defined) {
    const { schema, tables, views, triggers, objects, sequences } = plan;
    for (const { facts } of tables) {
      const createTable = text.get(quoteTable(schema, facts.name)) ?? '';
      findings.push(
        ...judgeTable({ facts, createTable }, from, to, fixes),
        ...judgeStorage(facts, createTable, from, to),
      );
    }
    const moved = movedOf(plan, targetSchemaOf(options, schema), text);
    findings.push(
      ...judgeObjectRights(moved, to),
      ...judgeReadingRights(moved, from),
      ...judgeDefiners(schema, [...views, ...triggers, ...objects], to, options.definers),
      ...judgeWords(namesOf(plan), from.vendor, to.vendor),
    );
    if (from.vendor !== to.vendor) findings.push(...judgeKinds(schema, { objects, sequences }, to));
  }
  if (from.vendor === to.vendor || options.selection.content === 'data') return { dump, findings };
  const converted = await convertDump(dump, { target: to.vendor, collations: to.collations, fixes });
  return { dump: converted.dump, findings: [...findings, ...converted.findings] };
}

function movedOf(
  { schema, tables, views, triggers, objects }: SchemaPlan,
  target: string,
  text: ReadonlyMap<string, string>,
): MovedObjects {
  const foreignKeys = tables.filter(({ facts }) =>
    /\bFOREIGN KEY\b/.test(text.get(quoteTable(schema, facts.name)) ?? ''),
  );
  const events = objects.filter(({ kind }) => kind === 'event').length;
  return {
    ...{ schema, target, events, foreignKeys: foreignKeys.length },
    views: views.length,
    routines: objects.length - events,
    triggers: triggers.length,
  };
}

/** What statements of applications call by name. */
function namesOf({ schema, tables, views, objects }: SchemaPlan) {
  const named = (name: string) => ({ object: `${schema}.${name}`, name });
  return [
    { object: schema, name: schema },
    ...tables.flatMap(({ facts }) => [
      named(facts.name),
      ...facts.columns.map(({ name }) => ({ object: `${schema}.${facts.name}.${name}`, name })),
    ]),
    ...views.map(({ name }) => named(name)),
    ...objects.map(({ name }) => named(name)),
  ];
}

/** Fails with `migration-refused` for the first thing that stands in the way, and says how many there are. */
export function assertNothingBlocks(findings: readonly MigrationFinding[]): void {
  const blocks = findings.filter(({ severity }) => severity === 'blocks');
  const [first] = blocks;
  if (first === undefined) return;
  const more =
    blocks.length === 1 ? '' : ` ${blocks.length - 1} more stand in the way; --dry-run lists them.`;
  throw new SluiceError('migration-refused', `${first.object}: ${first.why}${more}`, {
    ...(/^[^ ]+\.[^ ]+$/.test(first.object) && { table: first.object }),
    ...hintOf(first),
  });
}

function hintOf(finding: MigrationFinding): { readonly hint?: string } {
  const hint = remedyOf(finding);
  return hint === undefined ? {} : { hint };
}

/** What does not stand in the way, as the result tells it. */
export function findingWarnings(findings: readonly MigrationFinding[]): readonly Failure[] {
  return findings
    .filter(({ severity }) => severity !== 'blocks')
    .map(
      (finding) =>
        new SluiceError(
          finding.severity === 'converts' ? 'migration-converted' : 'migration-risk',
          `${finding.object}: ${finding.why} (rule ${finding.rule})`,
          hintOf(finding),
        ).failure,
    );
}
