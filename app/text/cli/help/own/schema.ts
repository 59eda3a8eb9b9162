import { spoken } from '../../../../contract/language/spoken';

/** Words of the help of `sluice schema`. */
export const schemaHelp = spoken({
  commands: {
    schema: 'Print the JSON schema of the lines that a command prints with --json.',
  },
  after: `
With --json a command prints one JSON object a line. The last line of a run has the type "result", whatever happened; so has
the line of any command that failed.

Examples:
  sluice schema dump
  sluice schema history show`,
});
