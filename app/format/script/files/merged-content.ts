import type { ScriptContent, ScriptSchema, ScriptTable } from '../content';

/** One content of those of many files that know nothing of one another. Pure. @param changed a table as it shall be */
export function mergedContent(
  contents: readonly ScriptContent[],
  changed: (table: ScriptTable) => ScriptTable = (table) => table,
): ScriptContent {
  const all = contents.flatMap(({ schemas }) => schemas);
  const names = [...new Set(all.map(({ name }) => name))];
  return {
    schemas: names.map((name) =>
      merged(
        name,
        all.filter((schema) => schema.name === name),
        changed,
      ),
    ),
    accounts: contents.flatMap(({ accounts }) => accounts),
    statements: contents.flatMap(({ statements }) => statements),
    problems: contents.flatMap(({ problems }) => problems),
    remarks: [...new Set(contents.flatMap(({ remarks }) => remarks))],
  };
}

function merged(
  name: string,
  schemas: readonly ScriptSchema[],
  changed: (table: ScriptTable) => ScriptTable,
): ScriptSchema {
  return {
    name,
    create: schemas.find(({ create }) => create !== null)?.create ?? null,
    tables: schemas.flatMap(({ tables }) => tables.map(changed)),
    views: schemas.flatMap(({ views }) => views),
    programs: schemas.flatMap(({ programs }) => programs),
    sequences: schemas.flatMap(({ sequences }) => sequences),
  };
}
