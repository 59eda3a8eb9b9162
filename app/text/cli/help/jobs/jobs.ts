import { spoken } from '../../../../contract/language/spoken';

/** Words of the help of `sluice jobs`. */
export const jobsHelp = spoken({
  commands: {
    jobs: 'Manage saved jobs: dumps, loads, migrations and verifications that are run by name.',
    list: 'List the jobs, with the result of their last run.',
    show: 'Show what a job does, and which of its dumps the next one would remove.',
    export: 'Print a job as a file for another machine, without secrets.',
    import: 'Import an exported job.',
    remove: 'Remove a job; its dumps are kept.',
  },
  options: {
    json: 'print JSON',
  },
  after: `
A job is saved by --save-as-job NAME of a dump, a load, a migration or a verification, or in the window. It is named by its
name or its id.

Examples:
  sluice dump --source "Practice server" --out ./nightly/shop --schemas shop --save-as-job "Nightly shop"
  sluice jobs list
  sluice jobs export "Nightly shop" > nightly.json
  sluice jobs import nightly.json
  sluice jobs keep "Nightly shop" --daily 7 --weekly 4
  sluice run "Nightly shop"`,
});
