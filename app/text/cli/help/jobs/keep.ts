import { spoken } from '../../../../contract/language/spoken';

/** Words of the help of `sluice keep`. */
export const keepHelp = spoken({
  commands: {
    keep: 'Set which dumps of a job are kept after its next dump.',
  },
  options: {
    weekly: 'keep the newest of each of so many weeks, with --daily',
    daily: 'keep the newest of each of so many days, with --weekly',
    last: 'keep its newest dumps',
    all: 'keep all dumps',
  },
  after: `
A day or a week without a dump does not count. Nothing is removed before the next dump has succeeded.

Examples:
  sluice jobs keep "Nightly shop" --daily 7 --weekly 4
  sluice jobs keep "Nightly shop" --last 14
  sluice jobs keep "Nightly shop" --all`,
});
