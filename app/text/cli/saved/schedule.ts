import { failures } from '../../failures';
import { spoken } from '../../../contract/language/spoken';

/** Failures of `sluice schedule`. */
export const scheduleFailures = failures({
  installAndRemove: { code: 'usage', message: '--install and --remove exclude each other.' },
  timeMissing: { code: 'usage', message: 'When? Give either --daily or --weekly.' },
  nobodyToAsk: { code: 'usage', message: 'Nobody can be asked here: add --yes.' },
});

/** Words of `sluice schedule`. */
export const scheduleText = spoken({
  removed: (job: string) => `“${job}” is no longer scheduled.`,
  notScheduled: (job: string) => `“${job}” was not scheduled.`,
  notWritten: 'Nothing was written.',
  scheduled: (job: string) => `“${job}” is scheduled.`,
  question: 'Write this? [y/N] ',
});
