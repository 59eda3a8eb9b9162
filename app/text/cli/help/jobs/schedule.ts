import { spoken } from '../../../../contract/language/spoken';

/** Words of the help of `sluice schedule`. */
export const scheduleHelp = spoken({
  commands: {
    schedule: 'Schedule a saved job with systemd or cron.',
  },
  options: {
    yes: 'write without asking',
    remove: 'remove the schedule, whichever scheduler has it',
    install: 'print it, ask, and write it in place of an earlier one',
    print: 'only print what would be written (the default)',
    noRequireComplete: 'leave out what the account can’t read; else such a run refuses to start',
    onFailure: 'run this shell command when the job fails (see sluice run --help)',
    optionFile: 'read the password from the [client] group of this option file',
    weekly: 'run it once a week, such as "Sun 02:30"',
    daily: 'run it every day at this time, such as 02:30',
    with: 'use this scheduler (default: systemd where it runs)',
  },
  after: `
Nothing is written before it was shown and agreed to. A scheduled job asks nobody for a password: give it an option
file that only you can read, or have a program give it (sluice connections password).

Examples:
  sluice schedule "Nightly shop" --daily 02:30 --print
  sluice schedule "Nightly shop" --weekly "Sun 02:30" --with cron
  sluice schedule "Nightly shop" --daily 02:30 --option-file ~/.my.cnf --install
  sluice schedule "Nightly shop" --remove`,
});
