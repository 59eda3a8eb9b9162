import type { ControlSession } from '../../catalog/control-session';
import { SluiceError, type Failure } from '../../contract/failure';
import type { MigrateOptions, MigrationFinding } from '../../contract/migrate';
import type { DumpFolder } from '../../format/reader';
import { targetSchemaOf } from '../../load/arrange';
import { convertDump } from '../convert/dump';
import type { SourceCatalog } from '../source';
import { readServerSide } from './facts';
import { judgeDefiners, judgeKinds, judgeTable } from './objects';
import { judgeServers } from './servers';

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
    definitions.map(({ schema, table, createTable }) => [JSON.stringify([schema, table]), createTable]),
  );
  const findings: MigrationFinding[] = [
    ...judgeServers(from, to, {
      targetSchemas: plans.map(({ schema }) => targetSchemaOf(options, schema)),
      tables: plans.flatMap(({ schema, tables, views }) => [
        ...tables.map(({ facts }) => `${schema}.${facts.name}`),
        ...views.map(({ name }) => `${schema}.${name}`),
      ]),
    }),
  ];
  // What the target has keeps its own definitions where rows alone are moved.
  const defined = options.selection.content === 'data' ? [] : plans;
  for (const { schema, tables, views, triggers, objects, sequences } of defined) {
    for (const { facts } of tables) {
      const createTable = text.get(JSON.stringify([schema, facts.name])) ?? '';
      findings.push(...judgeTable({ facts, createTable }, from, to, fixes));
    }
    findings.push(...judgeDefiners(schema, [...views, ...triggers, ...objects], to));
    if (from.vendor !== to.vendor) findings.push(...judgeKinds(schema, { objects, sequences }, to));
  }
  if (from.vendor === to.vendor || options.selection.content === 'data') return { dump, findings };
  const converted = await convertDump(dump, { target: to.vendor, collations: to.collations, fixes });
  return { dump: converted.dump, findings: [...findings, ...converted.findings] };
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
    ...(first.fix !== undefined && { hint: hintOf(first.fix) }),
  });
}

function hintOf(fix: string): string {
  return fix.startsWith('--') ? `Begin again with ${fix}.` : fix;
}

/** What does not stand in the way, as the result tells it. */
export function findingWarnings(findings: readonly MigrationFinding[]): readonly Failure[] {
  return findings
    .filter(({ severity }) => severity !== 'blocks')
    .map(
      ({ severity, rule, object, why, fix }) =>
        new SluiceError(
          severity === 'converts' ? 'migration-converted' : 'migration-risk',
          `${object}: ${why} (rule ${rule})`,
          fix === undefined ? {} : { hint: hintOf(fix) },
        ).failure,
    );
}
