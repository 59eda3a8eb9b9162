import { unsaidCollations, has, isOlder } from '../catalog/server/dialect';
import { collationsOf } from '../catalog/server/known-collations';
import type { NamedServer } from '../catalog/server/named-server';
import { parseVersion } from '../catalog/server/server';
import { headOf } from '../catalog/definition/statement-head';
import { linesOf } from '../catalog/definition/definition';
import type { Failure, SluiceError } from '../contract/failure';
import { remedyOf, type MigrationFinding, type MigrationFix } from '../contract/runs/migrate';
import { productOf } from '../contract/product';
import { versionsOf } from '../format/row-versions';
import { splitScript } from '../format/sql/script';
import { crossesVendors, type Conversion, type ReportConversion } from '../target/convert/conversion';
import { otherDefaults } from '../target/convert/default-collations';
import { judgeSyntax } from '../target/convert/lacking-syntax';
import { convertScript } from '../target/convert/script';
import { judgeType } from '../target/convert/types';
import { convertFailures, convertText } from '../text/convert';
import { lackingText } from '../text/migrate/lacking';
import type { ChosenDump } from './chosen-dump';
import { printStatements } from './sql/print';
import { programsOf, triggersOf } from './sql/programs';

/** Server that the output is for, and rules that change definitions for it. */
export interface Destination {
  readonly server: NamedServer;
  readonly fixes: readonly MigrationFix[];
}

/** A dump whose definitions are in the words of another server. */
export interface WrittenFor {
  readonly dump: ChosenDump;
  /** Changes, in sentences. */
  readonly notices: readonly string[];
}

const COLUMN = /^\s*`((?:[^`]|``)+)` (\w+)/;

/**
 * Writes the definitions of a dump for a server that is known by its version alone. Fails with `definition-refused` where
 * one has no words that such a server knows, or only ones that a rule must be switched on for.
 */
export async function writtenFor(dump: ChosenDump, destination: Destination): Promise<WrittenFor> {
  const writer = await writeDefinitions(dump, destination);
  writer.assertNoneRefused();
  return writtenBy(writer, dump, destination);
}

/** Does as {@link writtenFor}, and gives every refusal instead of failing with the first one. */
export async function judgeDefinitions(
  dump: ChosenDump,
  destination: Destination,
): Promise<JudgedDefinitions> {
  const writer = await writeDefinitions(dump, destination);
  const failures = writer.refused().map(({ failure }) => failure);
  if (failures.length > 0) return { kind: 'refused', failures };
  return { kind: 'written', written: writtenBy(writer, dump, destination) };
}

export type JudgedDefinitions =
  | { readonly kind: 'refused'; readonly failures: readonly Failure[] }
  | { readonly kind: 'written'; readonly written: WrittenFor };

function writtenBy(writer: DefinitionWriter, dump: ChosenDump, { server }: Destination): WrittenFor {
  return {
    dump: {
      ...dump,
      script: async (file) => writer.scripts.get(file) ?? (await dump.script(file)),
      manifest: { ...dump.manifest, serverVersion: server.version },
      vendor: server.vendor,
    },
    notices: [
      ...writer.changes(),
      ...(isOlder(server, writer.conversion.source) || crossesVendors(writer.conversion)
        ? [convertText.checkedByRules(productOf(server.version))]
        : []),
    ],
  };
}

async function writeDefinitions(dump: ChosenDump, { server, fixes }: Destination): Promise<DefinitionWriter> {
  const source = parseVersion(dump.manifest.serverVersion);
  const conversion: Conversion = {
    source,
    target: server,
    collations: collationsOf(server),
    defaults:
      dump.isOfUnknownServer === true
        ? new Map()
        : otherDefaults(unsaidCollations(source), unsaidCollations(server)),
    fixes: new Set(fixes),
  };
  const writer = new DefinitionWriter(conversion);
  for (const schema of dump.schemas) {
    const { document, views, tables } = schema;
    const [first, ...others] = document.includesDdl ? schema.scripts : [];
    if (first !== undefined) writer.add(first, schema.name, await programsOf(dump, schema));
    for (const file of others) writer.add(file, schema.name, []);
    for (const table of tables) {
      const object = `${schema.name}.${table.name}`;
      if (versionsOf(table) === 'all' && !has(server, 'rowVersionInserts'))
        writer.lacks('rowVersionInserts', object);
      if (!table.document.includesDdl) continue;
      const statements = splitScript(await dump.script(`${table.stem}.sql`));
      if (crossesVendors(conversion)) writer.judgeTypes(statements, object);
      writer.add(`${table.stem}.sql`, object, statements);
      const triggers = await triggersOf(dump, table);
      if (!has(server, 'severalTriggers') && haveOneMoment(triggers)) writer.lacks('severalTriggers', object);
      writer.add(`${table.stem}.triggers.sql`, object, triggers);
    }
    for (const view of document.includesViewsDdl ? views : [])
      writer.add(
        `${view.stem}.sql`,
        `${schema.name}.${view.name}`,
        splitScript(await dump.script(`${view.stem}.sql`)),
      );
  }
  return writer;
}

/** Collects converted scripts, with the findings on them. */
class DefinitionWriter {
  readonly scripts = new Map<string, string>();
  readonly conversion: Conversion;
  readonly #findings: MigrationFinding[] = [];

  constructor(conversion: Conversion) {
    this.conversion = conversion;
  }

  add(file: string, object: string, statements: readonly string[]): void {
    const { script, findings } = convertScript(printStatements(statements), object, this.conversion);
    this.#findings.push(...findings);
    for (const statement of splitScript(script))
      judgeSyntax(statement, this.conversion.target, this.#reportOn(object));
    this.scripts.set(file, script);
  }

  lacks(capability: 'rowVersionInserts' | 'severalTriggers', object: string): void {
    this.#reportOn(object)('blocks', 'syntax', lackingText.lacking(capability, null), {
      kind: 'advised',
      fix: lackingText.change,
    });
  }

  judgeTypes(statements: readonly string[], object: string): void {
    for (const line of statements.flatMap(linesOf)) {
      const [, column = '', type = ''] = COLUMN.exec(line) ?? [];
      const place = { object: `${object}.${column}`, type, printed: type };
      const finding = column === '' ? null : judgeType(place, this.conversion);
      if (finding !== null) this.#findings.push(finding);
    }
  }

  /** Fails with the first refusal, and names the other objects. */
  assertNoneRefused(): void {
    const [first, ...rest] = this.#blocking();
    if (first !== undefined) throw refusal(first, [...new Set(rest.map(({ object }) => object))]);
  }

  refused(): readonly SluiceError[] {
    return this.#blocking().map((finding) => refusal(finding, []));
  }

  #blocking(): readonly MigrationFinding[] {
    return this.#findings.filter(({ severity }) => severity === 'blocks');
  }

  /** Each change with the objects that it is made in. */
  changes(): readonly string[] {
    const objects = new Map<string, Set<string>>();
    for (const { why, object } of this.#findings)
      objects.set(why, (objects.get(why) ?? new Set()).add(object));
    return [...objects].map(([why, all]) => convertText.changed(why, [...all]));
  }

  #reportOn(object: string): ReportConversion {
    return (severity, rule, why, remedy = { kind: 'plain' }) =>
      this.#findings.push({ severity, rule, object, why, ...remedy });
  }
}

/** @param others further objects that are refused */
function refusal(finding: MigrationFinding, others: readonly string[]): SluiceError {
  const { object, why, rule } = finding;
  const hint = remedyOf(finding);
  return convertFailures.refusedByRule(
    { object, why, rule, others },
    { table: object, ...(hint !== undefined && { hint }) },
  );
}

/** Returns whether two of a table's triggers are for the same time and event. */
function haveOneMoment(statements: readonly string[]): boolean {
  const moments = statements.flatMap((statement) => {
    if (headOf(statement)?.kind !== 'TRIGGER') return [];
    const moment = /\b(BEFORE|AFTER)\s+(INSERT|UPDATE|DELETE)\s+ON\b/i.exec(statement);
    return moment === null ? [] : [moment[0].toLowerCase().replace(/\s+/g, ' ')];
  });
  return new Set(moments).size < moments.length;
}
