import { failures } from '../failures';
import { kindWords, type TargetKind } from './kinds';

/** Objects whose names are kept apart from those of other groups within a schema; `table`: tables, views, sequences. */
export type NameGroup = 'table' | 'event' | 'trigger' | 'function' | 'procedure' | 'package' | 'library';

const groupWords: Readonly<Record<NameGroup, string>> = {
  table: 'tables or views',
  event: 'events',
  trigger: 'triggers',
  function: 'functions',
  procedure: 'procedures',
  package: 'packages',
  library: 'libraries',
};

/** Failures of names on the target: two that become one, and texts that name what is renamed. */
export const nameFailures = failures({
  // namesakes
  schemasCollide: {
    code: 'usage',
    message: ({ first, second }: { readonly first: string; readonly second: string }) =>
      first === second
        ? `Two schemas of the dump would both become “${first}”.`
        : `Two schemas of the dump, “${first}” and “${second}”, are one name on the target.`,
    hint: 'Give one of them another name (--schema-map).',
  },
  objectsCollide: {
    code: 'target-exists',
    message: (values: { readonly group: NameGroup; readonly first: string; readonly second: string }) =>
      `The target takes the names of two ${groupWords[values.group]} of the dump for one: “${values.first}” and “${values.second}”.`,
    hint: ({ group }: { readonly group: NameGroup }) =>
      group === 'table'
        ? 'Leave one of them out, or rename a table (--rename).'
        : 'Leave one of them out, or load the dump into a server that tells them apart.',
  },

  // rename-check, schema-qualifier
  oldNames: {
    code: 'unsupported-object',
    message: ({
      schema,
      objects,
    }: {
      readonly schema: string;
      readonly objects: readonly { readonly kind: TargetKind; readonly name: string }[];
    }) =>
      `In “${schema}” these name a renamed table by its old name and still use that: ${objects.map(({ kind, name }) => `${kindWords[kind]} ${name}`).join(', ')}.`,
    hint: 'Look at them and change them by hand, or leave them out.',
  },
  renamedTableUsed: {
    code: 'unsupported-object',
    message: (values: {
      readonly kind: 'view' | 'trigger';
      readonly schema: string;
      /** The view, or the triggers of a table. */
      readonly names: readonly string[];
      readonly table: string;
      readonly to: string;
    }) =>
      `The ${kindWords[values.kind]} “${values.schema}.${values.names.join(', ')}” names the table “${values.table}”, which is to become “${values.to}”, and its text is not edited.`,
    hint: ({ kind }: { readonly kind: 'view' | 'trigger' }) =>
      kind === 'view'
        ? 'Leave the view out (--exclude-tables), or the table its name.'
        : 'Leave the trigger out (--exclude-triggers), or the table its name.',
  },
  otherSchema: {
    code: 'unsupported-object',
    message: (values: {
      readonly source: string;
      /** Kind as the statement says it, in lower case. */
      readonly kind: string;
      readonly name: string;
      readonly schema: string;
    }) =>
      `A script of the schema “${values.source}” creates the ${values.kind} “${values.name}” in the schema “${values.schema}”.`,
    hint: 'Leave the object out, or change its script.',
  },
});
