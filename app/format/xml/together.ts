import type { Failure } from '../../contract/failure';
import { delimitedFailures } from '../../text/format/delimited';
import type { ScriptContent, ScriptSchema } from '../script/content';
import { mergedContent } from '../script/files/merged-content';

/** Content of one of several files. */
export interface FileContent {
  readonly file: string;
  readonly content: ScriptContent;
}

/** The dump that several files are, each with all of some tables. Pure. */
export function together(files: readonly FileContent[]): ScriptContent {
  const merged = mergedContent(files.map(({ content }) => content));
  return { ...merged, problems: [...twiceIn(files), ...merged.problems] };
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
