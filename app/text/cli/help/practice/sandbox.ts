import { spoken } from '../../../../contract/language/spoken';

/** Words of the help of `sluice sandbox`. */
export const sandboxHelp = spoken({
  commands: {
    practice: 'Manage the practice server: a real server with a sample shop.',
    start: 'Start it; it runs until it is stopped.',
    stop: 'Stop it; its data stays.',
    status: 'Print whether it runs.',
  },
  options: {
    json: 'print one JSON object',
    server: 'choose the server',
  },
  after: `
Examples:
  sluice practice start
  sluice practice start --server mariadb --json
  sluice practice stop`,
});
