import { failures } from '../failures';
import { spoken } from '../../contract/language/spoken';

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
