import type { MigrationFinding } from '../../contract/runs/migrate';
import { convertScript } from './script';
import type { DumpFolder } from '../../format/read/dump';
import type { Conversion } from './conversion';

/** Converts the source's definitions to the target's form, with findings. */
export async function convertDump(
  dump: DumpFolder,
  conversion: Conversion,
): Promise<{ readonly dump: DumpFolder; readonly findings: readonly MigrationFinding[] }> {
  const scripts = new Map<string, string>();
  const findings: MigrationFinding[] = [];
  const convert = async (file: string, object: string) => {
    const converted = convertScript(await dump.script(file), object, conversion);
    scripts.set(file, converted.script);
    findings.push(...converted.findings);
  };
  for (const { name, scripts: own, tables, views } of dump.schemas) {
    for (const file of own) await convert(file, name);
    for (const table of tables) {
      await convert(`${table.stem}.sql`, `${name}.${table.name}`);
      if (table.document.triggers.length > 0)
        await convert(`${table.stem}.triggers.sql`, `${name}.${table.name}`);
    }
    for (const view of views) await convert(`${view.stem}.sql`, `${name}.${view.name}`);
  }
  const script = async (file: string) => scripts.get(file) ?? (await dump.script(file));
  return { dump: { ...dump, script }, findings };
}
