import { spoken } from '../../../../contract/language/spoken';

/** Words of the help of `sluice restore-server-settings`. */
export const restoreServerSettingsHelp = spoken({
  commands: {
    description: 'Restore the server settings that a killed load with --fast-unsafe has left changed.',
  },
  options: {
    json: 'print one JSON object per server',
    optionFile: 'read the password from the [client] group of this option file',
    target: 'restore only this server, whose address may have changed since',
    list: 'only list them',
    forget: 'forget this server, which no longer exists',
  },
  after: `
Examples:
  sluice restore-server-settings --list
  sluice restore-server-settings
  sluice restore-server-settings --target mysql://root@db2:3306`,
});
