import { parseDefinition } from '../../catalog/definition/definition';
import { readCollations } from '../../catalog/server/collations';
import { isOlder, unsaidCollations } from '../../catalog/server/dialect';
import { parseVersion } from '../../catalog/server/server';
import type { ControlSession } from '../../catalog/session/control-session';
import type { Failure } from '../../contract/failure';
import {
  remedyOf,
  migrationFixes,
  type MigrationFinding,
  type MigrationFix,
} from '../../contract/runs/migrate';
import type { LoadFix } from '../../contract/runs/options';
import { withCreateTable, type DumpFolder, type DumpTable } from '../../format/read/dump';
import { crossesVendors, type Conversion, type ReportConversion } from '../../target/convert/conversion';
import { otherDefaults } from '../../target/convert/default-collations';
import { convertDump } from '../../target/convert/dump';
import { convertScript, inServersWords } from '../../target/convert/script';
import { judgeType } from '../../target/convert/types';
import { assertNoneRefused } from '../../target/several-failures';
import { loadFailures } from '../../text/load/load';

/**
 * Definitions of a dump in the form of a target of another version or vendor: across vendors by the rules of a migration;
 * within a vendor the collations are named that the definitions leave to the server's defaults, and no more.
 */

/** Reads the conversion from a dump's server to the target; null where both have one version. */
export async function readConversion(
  session: ControlSession,
  { manifest, isOfUnknownServer }: DumpFolder,
  fixes: readonly LoadFix[],
): Promise<Conversion | null> {
  const source = parseVersion(manifest.serverVersion);
  const target = session.server;
  if (source.version === target.version) return null;
  return {
    source,
    target,
    collations: await readCollations(session),
    defaults:
      isOfUnknownServer === true
        ? new Map()
        : otherDefaults(unsaidCollations(source), unsaidCollations(target)),
    fixes: new Set(fixes.filter(isMigrationFix)),
  };
}

function isMigrationFix(fix: LoadFix): fix is LoadFix & MigrationFix {
  return (migrationFixes as readonly string[]).includes(fix);
}

/** Receives each finding on a change, with the file that was changed. */
export type ReportFinding = (file: string, finding: MigrationFinding) => void;

/** Returns the dump with its definitions converted whenever they are read. */
export function convertedDump(dump: DumpFolder, conversion: Conversion, report: ReportFinding): DumpFolder {
  const objects = objectsByFile(dump);
  const convert = convertText(conversion);
  return {
    ...dump,
    script: async (file) => {
      const text = await dump.script(file);
      const object = objects.get(file);
      return object === undefined ? text : convert(text, object, (finding) => report(file, finding));
    },
    schemas: dump.schemas.map((schema) => ({
      ...schema,
      tables: schema.tables.map((table) =>
        withCreateTable(table, (text) => convert(text, '', () => undefined)),
      ),
    })),
  };
}

function convertText(conversion: Conversion) {
  return (text: string, object: string, report: (finding: MigrationFinding) => void): string => {
    if (crossesVendors(conversion)) {
      const { script, findings } = convertScript(text, object, conversion);
      for (const finding of findings) report(finding);
      return script;
    }
    const named: ReportConversion = (severity, rule, why, remedy = { kind: 'plain' }) => {
      report({ severity, rule, object, why, ...remedy });
    };
    return inServersWords(text, conversion, named);
  };
}

/** Returns the object that each script of definitions is about. */
function objectsByFile({ schemas }: DumpFolder): ReadonlyMap<string, string> {
  return new Map(
    schemas.flatMap(({ name, scripts, tables, views }) => [
      ...scripts.map((file) => [file, name] as const),
      ...tables.flatMap((table) => {
        const object = `${name}.${table.dumpedName}`;
        return [[`${table.stem}.sql`, object] as const, [`${table.stem}.triggers.sql`, object] as const];
      }),
      ...views.map((view) => [`${view.stem}.sql`, `${name}.${view.name}`] as const),
    ]),
  );
}

/**
 * Returns a failure for each definition that no rule can write for the target, or only one that is not switched on.
 * Changes nothing.
 *
 * @param dump the dump as it was written
 */
export async function refusedByRules(
  dump: DumpFolder,
  conversion: Conversion | null,
): Promise<readonly Failure[]> {
  if (conversion === null) return [];
  if (!crossesVendors(conversion)) return await passedOver(dump, conversion);
  const { findings } = await convertDump(dump, conversion);
  const typed = dump.schemas.flatMap(({ tables }) =>
    tables.flatMap((table) => judgeTypes(table, conversion)),
  );
  return [...typed, ...findings].filter(({ severity }) => severity === 'blocks').map(asFailure);
}

/** Returns a failure for each table that an older target of the same vendor would read in part only. */
async function passedOver(dump: DumpFolder, conversion: Conversion): Promise<readonly Failure[]> {
  const found: MigrationFinding[] = [];
  const converted = convertedDump(dump, conversion, (_, finding) => found.push(finding));
  if (isOlder(conversion.target, conversion.source))
    for (const { scripts, tables } of dump.schemas)
      for (const file of [...scripts, ...definedIn(tables)]) await converted.script(file);
  return found.filter(({ severity }) => severity === 'blocks').map(asFailure);
}

function definedIn(tables: readonly DumpTable[]): readonly string[] {
  return tables.filter(({ document }) => document.includesDdl).map(({ stem }) => `${stem}.sql`);
}

/** Fails with `definition-refused` for the first definition that {@link refusedByRules}. */
export async function assertConverts(dump: DumpFolder, conversion: Conversion | null): Promise<void> {
  assertNoneRefused(await refusedByRules(dump, conversion));
}

const COLUMN = /^`(?:[^`]|``)+` (\w+)/;

/** Finds the types that the target lacks, or keeps in another way. */
function judgeTypes(table: DumpTable, conversion: Conversion): readonly MigrationFinding[] {
  const object = `${table.schema}.${table.dumpedName}`;
  return parseDefinition(table.definition?.createTable ?? '').columns.flatMap((line) => {
    const type = COLUMN.exec(line)?.[1] ?? '';
    return judgeType({ object, type, printed: type }, conversion) ?? [];
  });
}

function asFailure(finding: MigrationFinding): Failure {
  const { object, why, rule } = finding;
  const hint = remedyOf(finding);
  return loadFailures.refusedByRule(
    { object, why, rule },
    { table: object, ...(hint !== undefined && { hint }) },
  ).failure;
}
