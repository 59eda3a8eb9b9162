import { commandLine } from '../../contract/commands/command-line';
import type { MigrateDraft } from '../../contract/runs/migrate';
import { unsaved } from '../../runs/repeat';
import { namedAs } from '../../jobs/run-job';
import type { MigrateSetup } from '../../runs/setup';
import { migrateCommand } from '../../migrate/command';
import { planMigration } from '../../migrate/plan';
import type { Connections } from '../../profiles/connections';
import type { Handlers } from '../answer';
import { Planning } from '../planning';
import type { Services } from '../services';

type Area = 'migrate/plan' | 'migrate/cancel-plan' | 'migrate/command' | 'migrate/start';
type Needs = Pick<Services, 'connections' | 'runs' | 'sluiceVersion'>;

export function migrateHandlers({ connections, runs, sluiceVersion }: Needs): Pick<Handlers, Area> {
  const planning = new Planning();
  return {
    'migrate/plan': ({ sourceProfileId, targetProfileId, options }) =>
      planning.run(async (cancellation) => {
        const profile = await connections.find(targetProfileId);
        const request = {
          source: await connections.endpoint(sourceProfileId),
          target: await connections.endpoint(targetProfileId),
          profile,
          guard: await connections.guardOf(profile),
          options,
          sluiceVersion,
        };
        return await planMigration(request, cancellation);
      }),
    'migrate/cancel-plan': () => {
      planning.cancel();
      return null;
    },
    'migrate/command': async ({ sourceProfileId, targetProfileId, options }) => {
      const [source, target] = [
        await connections.find(sourceProfileId),
        await connections.find(targetProfileId),
      ];
      return commandLine(migrateCommand(source.name, target.name, options));
    },
    'migrate/start': async ({ sourceProfileId, targetProfileId, options }) => {
      const [source, target] = [
        await connections.find(sourceProfileId),
        await connections.find(targetProfileId),
      ];
      return runs.startMigrate(
        { source: namedAs(source), target: namedAs(target) },
        {
          source: await connections.endpoint(sourceProfileId),
          sourceProfile: source,
          target: await connections.endpoint(targetProfileId),
          profile: target,
          guard: await connections.guardOf(target),
          options,
        },
      );
    },
  };
}

/** A migration of the history or of a job, for another look. Fails where a server of it is not saved here. */
export async function migrateDraft(
  connections: Connections,
  { source, server, options }: MigrateSetup,
): Promise<MigrateDraft> {
  const idOf = async ({ name, profileId }: MigrateSetup['server']) => {
    if (profileId === null) throw unsaved(name);
    return (await connections.find(profileId)).id;
  };
  return { sourceProfileId: await idOf(source), targetProfileId: await idOf(server), options };
}
