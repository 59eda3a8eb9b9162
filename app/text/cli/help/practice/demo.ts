import { spoken } from '../../../../contract/language/spoken';

/** Words of the help of `sluice demo`. */
export const demoHelp = spoken({
  commands: {
    demo: 'Show what Sluice does: dump the practice server’s shop, load it as a copy, verify both.',
  },
  options: {
    json: 'print one JSON object per line',
  },
});
