import { alsoUnmatched, meantHint, ruleKinds, type NamedRule } from '../catalog/selection';
import { failures } from '../failures';

interface UnmatchedRule extends NamedRule {
  /** Other rules that match nothing either. */
  readonly others: readonly NamedRule[];
  readonly near: string | undefined;
}

function notInDump({ kind, name, others }: UnmatchedRule): string {
  return `The dump holds no ${ruleKinds[kind]} “${name}”.${alsoUnmatched(others)}`;
}

/** Failures of applying a load’s selection to a dump. */
export const dumpSelectionFailures = failures({
  schemaNotInDump: { code: 'unknown-schema', message: notInDump, hint: meantHint },
  tableNotInDump: { code: 'unknown-table', message: notInDump, hint: meantHint },
  objectNotInDump: { code: 'unknown-object', message: notInDump, hint: meantHint },
  nothingLeft: { code: 'usage', message: 'The selection leaves nothing of the dump.' },
  noRows: {
    code: 'usage',
    message: 'The dump holds no rows: there is nothing to load of its data alone.',
  },
  noDefinitions: {
    code: 'usage',
    message: 'The dump holds rows only: there are no definitions to load.',
  },
  viewRenamed: {
    code: 'unknown-table',
    message: 'A view can’t be renamed: its name stands in its definition and in those of others.',
  },
  renamedNotLoaded: {
    code: 'unknown-table',
    message: 'The table that is to be renamed is not among those that are loaded.',
  },
  sameNewName: {
    code: 'usage',
    message: ({ schema, to }: { readonly schema: string; readonly to: string }) =>
      `Two tables or views of “${schema}” would both become “${to}”.`,
  },
});
