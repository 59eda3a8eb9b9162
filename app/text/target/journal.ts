import { commandLine } from '../../contract/commands/command-line';
import { failures } from '../failures';
import { spoken } from '../../contract/language/spoken';

/** Failures of finding a load’s journal and of resuming by it. */
export const journalFailures = failures({
  // find-unfinished, journal-table
  unfinishedLoad: {
    code: 'load-unfinished',
    message: ({ schema }: { readonly schema: string }) =>
      `An unfinished load lies in the schema “${schema}”.`,
  },
  nameTaken: {
    code: 'target-exists',
    message: ({ name, schema }: { readonly name: string; readonly schema: string }) =>
      `The table “${name}” of “${schema}” is not a journal of Sluice, and a load needs that name there.`,
    hint: 'Rename that table while the load lasts, or load into another schema (--schema-map).',
  },
  otherVersion: {
    code: 'load-unfinished',
    message: ({ schema }: { readonly schema: string }) =>
      `Another version of Sluice began a load into “${schema}”.`,
    hint: 'Finish it, or roll it back, with the version that began it.',
  },

  // resume
  otherDump: {
    code: 'nothing-to-resume',
    message: ({ schemas }: { readonly schemas: readonly string[] }) =>
      `The unfinished load in “${schemas.join('”, “')}” is of another dump, or of this one before it was changed.`,
  },
  severalLoads: {
    code: 'usage',
    message: ({ schemas }: { readonly schemas: readonly string[] }) =>
      `This dump has unfinished loads in ${schemas.map((schema) => `“${schema}”`).join(' and ')}.`,
    hint: 'Say which one by the schema map that it was begun with.',
  },
  otherOption: {
    code: 'usage',
    /** `option` with its value, as on a command line. */
    message: ({ option }: { readonly option: string }) => `It was begun with ${option}.`,
    hint: 'Resume it as it was begun, or roll it back and begin again.',
  },
  otherInput: {
    code: 'usage',
    message: ({ words }: { readonly words: readonly string[] }) =>
      words.length === 0
        ? 'It was begun without any choice about the files of rows (--input-…).'
        : `It was begun with these choices about the files of rows, and no others: ${commandLine(words)}.`,
    hint: 'Resume it as it was begun, or roll it back and begin again.',
  },
  nameInDump: {
    code: 'target-exists',
    message: ({ name, schema }: { readonly name: string; readonly schema: string }) =>
      `The dump holds a table “${name}”: a load needs that name for its own journal in “${schema}”.`,
    hint: 'Leave the table out (--exclude-tables), or give it another name (--rename).',
  },
});

/** Other words of the journal. */
export const journalText = spoken({
  /** Comment of the journal’s table. */
  comment: 'Journal of a load by Sluice that is not finished: sluice load --resume, or --roll-back',
});

/** Failures of rolling a load back. */
export const rollbackFailures = failures({
  alreadyVerified: {
    code: 'target-exists',
    message:
      'The load was verified already, and what it replaced was being removed: it is ended, not rolled back.',
    hint: 'Drop what it has loaded where you do not want it.',
  },
});

/** Log lines of a rollback. */
export const rollbackText = spoken({
  removed: 'Everything that this load had created on the target was removed.',
  notRemoved: ({ schema, reason }: { readonly schema: string; readonly reason: string }) =>
    `Objects that this load created remain on the target, with its journal in “${schema}”: ${reason}`,
  schemaKept: ({ schema, object }: { readonly schema: string; readonly object: string }) =>
    `The schema “${schema}” stays: it holds “${object}”, which is not of this load.`,
});
