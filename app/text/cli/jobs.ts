import { failures } from '../failures';
import { spoken } from '../../contract/language/spoken';

/** Failures of saving jobs from a command line. */
export const saveJobFailures = failures({
  unsavedServer: {
    code: 'usage',
    message: ({ server }: { readonly server: string }) =>
      `A job signs in by a saved connection, and “${server}” is none.`,
    hint: 'Save it (sluice connections add NAME DSN), and name it here.',
  },
  badName: { code: 'usage', message: 'A job’s name has from 1 to 80 characters.' },
  onceOnly: {
    code: 'usage',
    message: ({ option }: { readonly option: string }) =>
      `A job can’t be saved with ${option}, which is for one run.`,
    hint: 'Leave it out.',
  },
});

/** Words of saving jobs from a command line. */
export const saveJobText = spoken({
  option: 'save this as a job of that name, and run nothing',
  saved: (name: string) => `Saved the job “${name}”. Run it: sluice run "${name}"`,
});
