import type { RequestArgument } from '../../contract/requests';
import { commandLine } from '../../contract/commands/command-line';
import type { Addon } from '../../engine/addon';
import type { RunRegistry } from '../../runs/registry';
import { loadCommand } from '../../load/command';
import { planLoad } from '../../load/plan';
import { firstRowsOf, glimpse, readValues, summarize } from '../../load/summary';
import type { Connections } from '../../profiles/connections';
import type { Handlers } from '../answer';
import type { FolderHandles } from '../folders';
import { Planning } from '../planning';

type Area =
  | 'load/glimpse'
  | 'load/summary'
  | 'load/first-rows'
  | 'load/read-values'
  | 'load/plan'
  | 'load/cancel-plan'
  | 'load/command'
  | 'load/start';

export function loadHandlers(
  connections: Connections,
  folders: FolderHandles,
  runs: RunRegistry,
  engine: Addon,
): Pick<Handlers, Area> {
  const planning = new Planning();
  const pathOf = ({ folder, input }: RequestArgument<'load/summary'>) => ({
    folder: folders.pathOf(folder),
    engine,
    input,
  });
  const requestOf = async ({ profileId, folder, options }: RequestArgument<'load/start'>) => {
    const profile = await connections.find(profileId);
    return {
      profile,
      guard: await connections.guardOf(profile),
      endpoint: await connections.endpoint(profileId),
      folder: folders.pathOf(folder),
      options,
    };
  };
  return {
    'load/glimpse': ({ folder }) => glimpse({ folder: folders.pathOf(folder), engine }),
    'load/summary': (wish) => summarize(pathOf(wish)),
    'load/first-rows': ({ schema, table, ...wish }) => firstRowsOf(pathOf(wish), schema, table),
    'load/read-values': ({ shown, ...wish }) => readValues(pathOf(wish), shown),
    'load/plan': (wish) =>
      planning.run(
        async (cancellation) => await planLoad({ engine, ...(await requestOf(wish)) }, cancellation),
      ),
    'load/cancel-plan': () => {
      planning.cancel();
      return null;
    },
    'load/command': async ({ profileId, folder, options }) => {
      const { name } = await connections.find(profileId);
      return commandLine(loadCommand(name, folders.pathOf(folder), options));
    },
    'load/start': async (wish) => {
      const { profileId } = wish;
      const { profile, ...request } = await requestOf(wish);
      return runs.startLoad(profile.name, { ...request, profile }, { profileId });
    },
  };
}
