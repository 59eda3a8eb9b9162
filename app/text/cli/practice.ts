import { spoken } from '../../contract/language/spoken';

/** Words of `sluice demo`. */
export const demoText = spoken({
  start: '1. Starting the practice server (the first time, its shop is created: this takes a minute).',
  dump: (folder: string) => `2. Dumping the schema shop to ${folder}.`,
  verify: '3. Reading every file again and comparing it with its checksum.',
  load: (copy: string) => `4. Loading it as ${copy}, indexes after the rows, then counting and comparing.`,
  equal:
    'The copy was equal to the shop in every row count, definition and foreign key. It is removed again.',
});

/** Words of `sluice practice`. */
export const practiceText = spoken({
  runs: (dsn: string, version: string) => `The practice server runs: ${dsn} (${version})`,
  password: (password: string) => `Its password is ${password}`,
  stopped: 'The practice server has stopped.',
  didNotRun: 'The practice server did not run.',
  doesNotRun: 'The practice server does not run.',
});
