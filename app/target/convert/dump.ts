import {
  MOST_DEFINITIONS,
  type ConvertedDefinition,
  type MigrationFinding,
} from '../../contract/runs/migrate';
import { convertScript } from './script';
import { withCreateTable, type DumpFolder } from '../../format/read/dump';
import type { Conversion } from './conversion';

export interface ConvertedDump {
  readonly dump: DumpFolder;
  readonly findings: readonly MigrationFinding[];
  /** Those of tables and views that are not the source's any more. */
  readonly definitions: readonly ConvertedDefinition[];
}

/** Converts a dump's definitions to the target's form, with findings. */
export async function convertDump(dump: DumpFolder, conversion: Conversion): Promise<ConvertedDump> {
  const scripts = new Map<string, string>();
  const findings: MigrationFinding[] = [];
  const definitions: ConvertedDefinition[] = [];
  const convert = async (file: string, object: string) => {
    const before = await dump.script(file);
    const converted = convertScript(before, object, conversion);
    scripts.set(file, converted.script);
    findings.push(...converted.findings);
    return { object, before, after: converted.script };
  };
  const define = async (file: string, object: string) => {
    const definition = await convert(file, object);
    const isConverted = definition.before !== definition.after;
    if (isConverted && definitions.length < MOST_DEFINITIONS) definitions.push(definition);
  };
  for (const { name, scripts: own, tables, views } of dump.schemas) {
    for (const file of own) await convert(file, name);
    for (const table of tables) {
      await define(`${table.stem}.sql`, `${name}.${table.name}`);
      if (table.document.triggers.length > 0)
        await convert(`${table.stem}.triggers.sql`, `${name}.${table.name}`);
    }
    for (const view of views) await define(`${view.stem}.sql`, `${name}.${view.name}`);
  }
  const script = async (file: string) => scripts.get(file) ?? (await dump.script(file));
  const schemas = dump.schemas.map((schema) => ({
    ...schema,
    // The text that the target's definition is compared with.
    tables: schema.tables.map((table) =>
      withCreateTable(table, (text) => convertScript(text, '', conversion).script),
    ),
  }));
  return { dump: { ...dump, script, schemas }, findings, definitions };
}
