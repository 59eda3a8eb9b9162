import { existsSync, readFileSync } from 'fs';
import { join } from 'path';
import { send, type RawConnection } from '../../fixtures/random-schema/raw-connection';
import { loadPlainly } from '../../integration/format/plain-load';
import { manifestShape, schemaShape } from '../../integration/format/shapes';

/** Makes of a dump folder what it says, under the schema's own name, by the files' statements and LOAD DATA alone. */
export async function restore(raw: RawConnection, folder: string): Promise<void> {
  const manifest = manifestShape.parse(readJson(folder, '@.json'));
  const [schema = ''] = manifest.schemas;
  await loadPlainly(raw.connection, folder, schema);
  const basename = manifest.basenames[schema] ?? '';
  const document = schemaShape.parse(readJson(folder, `${basename}.json`));
  const ownNames = document.tables.map((table) => document.basenames[table] ?? '');
  const viewNames = document.views.map((view) => document.basenames[view] ?? '');
  await send(raw, 'SET NAMES utf8mb4');
  for (const file of [
    ...viewNames.map((name) => `${name}.pre.sql`),
    `${basename}.sql`,
    ...viewNames.map((name) => `${name}.sql`),
    ...ownNames.map((name) => `${name}.triggers.sql`),
  ]) {
    if (!existsSync(join(folder, file))) continue;
    for (const statement of statementsOf(readFileSync(join(folder, file), 'utf8')))
      await send(raw, statement);
  }
}

/** The statements of a script, as a client of the servers' own tells them apart: by the delimiter at a line's end. */
function statementsOf(script: string): readonly string[] {
  const statements: string[] = [];
  let delimiter = ';';
  let lines: string[] = [];
  for (const line of script.split('\n')) {
    const changed = /^DELIMITER (\S+)$/.exec(line)?.[1];
    if (changed !== undefined) delimiter = changed;
    else if (lines.length > 0 || !/^(--.*|\s*)$/.test(line)) lines.push(line);
    if (!line.endsWith(delimiter) || changed !== undefined) continue;
    const text = lines.join('\n').slice(0, -delimiter.length).trim();
    if (text !== '') statements.push(text);
    lines = [];
  }
  return statements;
}

function readJson(folder: string, name: string): unknown {
  return JSON.parse(readFileSync(join(folder, name), 'utf8'));
}
