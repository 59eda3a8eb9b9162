import type { PracticeServers } from '../../sandbox/practice';
import type { Handlers } from '../answer';

type Area = 'practice/list' | 'practice/start' | 'practice/stop';

/** A practice server that the window starts ends with the window. */
export function practiceHandlers(practice: PracticeServers): Pick<Handlers, Area> {
  return {
    'practice/list': () => practice.list(),
    'practice/start': async ({ vendor }) => {
      await practice.start(vendor, 'bound');
      return null;
    },
    'practice/stop': async ({ vendor }) => {
      await practice.stop(vendor);
      return null;
    },
  };
}
