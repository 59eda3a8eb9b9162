import type { Failure } from '../../contract/failure';
import { delimitedFailures } from '../../text/format/delimited';
import type { ScriptContent, ScriptSchema } from '../script/content';

/** Content of one of several files. */
export interface FileContent {
  readonly file: string;
  readonly content: ScriptContent;
}

/** The dump that several files are, each with all of some tables. Pure. */
export function together(files: readonly FileContent[]): ScriptContent {
  const contents = files.map(({ content }) => content);
  const schemas = contents.flatMap((content) => content.schemas);
  const names = [...new Set(schemas.map(({ name }) => name))];
  return {
    schemas: names.map((name) => joined(schemas.filter((schema) => schema.name === name))),
    statements: contents.flatMap(({ statements }) => statements),
    accounts: contents.flatMap(({ accounts }) => accounts),
    problems: [...twiceIn(files), ...contents.flatMap(({ problems }) => problems)],
    remarks: [...new Set(contents.flatMap(({ remarks }) => remarks))],
  };
}

function joined([first, ...others]: readonly ScriptSchema[]): ScriptSchema {
  const { name, create } = first ?? { name: '', create: null };
  const all = first === undefined ? others : [first, ...others];
  return {
    name,
    create: create ?? others.find((schema) => schema.create !== null)?.create ?? null,
    tables: all.flatMap(({ tables }) => tables),
    views: all.flatMap(({ views }) => views),
    programs: all.flatMap(({ programs }) => programs),
    sequences: all.flatMap(({ sequences }) => sequences),
  };
}

/** A table or a program that two files have: rows would go in twice, or an object would be there already. */
function twiceIn(files: readonly FileContent[]): readonly Failure[] {
  const known = new Map<string, string>();
  return files.flatMap(({ file, content }) =>
    content.schemas.flatMap((schema) =>
      objectsOf(schema).flatMap((object) => {
        const other = known.get(object);
        known.set(object, other ?? file);
        return other === undefined || other === file
          ? []
          : [delimitedFailures.twice({ file, other }).failure];
      }),
    ),
  );
}

function objectsOf({ name, tables, programs }: ScriptSchema): readonly string[] {
  return [
    ...tables.map(({ text }) => JSON.stringify([name, 'TABLE', text.name])),
    ...programs.map((program) => JSON.stringify([name, program.kind, program.name])),
  ];
}
