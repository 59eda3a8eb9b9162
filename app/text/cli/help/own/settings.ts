import { spoken } from '../../../../contract/language/spoken';

/** Words of the help of `sluice settings`. */
export const settingsHelp = spoken({
  options: {
    json: 'print one JSON object',
  },
});
