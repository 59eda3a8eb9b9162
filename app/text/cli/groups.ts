import { spoken } from '../../contract/language/spoken';

/** Headings of the options in a command’s help, in the order in which they are shown. */
export const groups = spoken({
  places: 'Servers and folders:',
  selection: 'Selection:',
  figures: 'Figures:',
  files: 'Files:',
  input: 'CSV, TSV, JSON Lines and scripts that are read (what is not given is found in them):',
  consistency: 'Consistency:',
  existing: 'Target:',
  rows: 'Rows and indexes:',
  verification: 'Verification:',
  dryRun: 'Dry run:',
  saving: 'Job:',
  unfinished: 'Dry run, resume, roll back:',
  speed: 'Speed and memory:',
  output: 'Password and output:',
  job: 'Options of one kind of job:',
});

/** Headings of the commands in the program’s help. */
export const commandGroups = spoken({
  move: 'Dump, load and verify:',
  pages: 'Pages and privileges:',
  jobs: 'Jobs and runs:',
  own: 'Connections and settings:',
  practice: 'Practice:',
});
