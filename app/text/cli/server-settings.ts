import { failures } from '../failures';
import { spoken } from '../../contract/language/spoken';

/** Failures of `sluice restore-server-settings`. */
export const serverSettingsFailures = failures({
  unknownTarget: {
    code: 'unknown-profile',
    message: ({ target }: { readonly target: string }) =>
      `No killed load has changed settings of “${target}”.`,
    hint: 'List them: sluice restore-server-settings --list.',
  },
});

/** Words of `sluice restore-server-settings`. */
export const serverSettingsText = spoken({
  nothingChanged: 'No load has left settings of a server changed.',
  byRunning: (target: string, since: string, settings: readonly string[]) =>
    `${target}: changed by a load that still runs, since ${since}: ${settings.join('; ')}`,
  byKilled: (target: string, since: string, settings: readonly string[]) =>
    `${target}: changed by a load that was killed, since ${since}: ${settings.join('; ')}`,
  forgotten: (target: string) => `${target} is forgotten; nothing was changed on it.`,
  notRestored: (target: string) => `${target}: not restored`,
  reminder: (servers: readonly string[], command: string) =>
    `A load that was killed has left settings changed: ${servers.join(', ')}. Put them back: sluice ${command}`,
});
