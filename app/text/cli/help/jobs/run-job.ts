import { spoken } from '../../../../contract/language/spoken';

/** Words of the help of `sluice run-job`. */
export const runJobHelp = spoken({
  commands: {
    run: 'Run a saved job, given its name or its id.',
  },
  options: {
    json: 'print one JSON object per line; the last one is the result',
    onFailure: 'run this shell command when the job fails',
    noRequireComplete: 'leave out what the account can’t read, whatever the job’s own setting',
    requireComplete: 'refuse to start if the account can’t read everything that the job includes',
    optionFile: 'read the password from the [client] group of this option file',
    confirmTarget: 'confirm a production target by its connection’s name',
  },
  after: `
Examples:
  sluice run "Nightly shop"
  sluice run "Nightly shop" --json --on-failure 'logger "$SLUICE_JOB $SLUICE_STATE"'
  sluice run "Nightly shop" --option-file ~/.my.cnf --json
  sluice run "Nightly shop" --on-failure 'mail -s "$SLUICE_JOB $SLUICE_STATE" ops@example.com'

The command of --on-failure reads what happened on its standard input, and has it as SLUICE_JOB, SLUICE_STATE (failed or
incomplete) and SLUICE_MESSAGE. A job that was cancelled has not failed.

A job that proves its dumps ends when the proof has. With --json its result is the dump’s, with the proof’s own as "proof"; where
the proof fails, so has the job.`,
});
