import type { Endpoint } from '../catalog/connect/endpoint';
import { assertNever } from '../contract/exhaustive';
import type { SluiceError } from '../contract/failure';
import { DEFAULT_MEMORY_LIMIT_BYTES } from '../contract/runs/options';
import { extensionOf } from '../contract/dump-output';
import type { RunHeader } from '../contract/runs/run';
import { suggestNextPlace } from './new-folder';
import type { RunRegistry } from './registry';
import { certificatePlaces } from '../prove/certificate/places';
import { readServerWish } from '../prove/server-choice';
import { comparedAs, type RunSetup, type VerifySetup } from './setup';
import { runsFailures } from '../text/runs/runs';

export interface RepeatNeeds {
  readonly runs: RunRegistry;
  /** Returns the endpoint of a saved connection, with all that is needed to sign in. */
  readonly endpoint: (profileId: string) => Promise<Endpoint>;
  /** Makes an empty folder for the next dump of a set-up that wrote into `folder`. */
  readonly nextFolder: (folder: string) => Promise<string>;
}

/**
 * Does a dump or a verification again. A load or a migration is refused: it changes its target, and is therefore set
 * up and confirmed by a person or by a saved job.
 */
export async function repeatRun(setup: RunSetup, needs: RepeatNeeds): Promise<RunHeader> {
  const { runs, nextFolder } = needs;
  switch (setup.kind) {
    case 'dump': {
      const { profileId, endpoint } = await signInTo(setup.server, needs);
      const { options } = setup;
      if (options.output.kind !== 'shell') {
        const folder = await suggestNextPlace(setup.folder, extensionOf(options.output), new Date());
        return runs.startDump(setup.server.name, { endpoint, folder, options }, { profileId });
      }
      const folder = await nextFolder(setup.folder);
      const request = { endpoint, folder, options };
      return runs.startDump(setup.server.name, request, { profileId, isFolderReserved: true });
    }
    case 'verify': {
      const { folder, server, threads, input } = setup;
      if (setup.proof !== undefined) return repeatProof(setup, setup.proof, runs);
      if (server === null) return runs.startVerify({ folder, threads, input });
      const { profileId, endpoint } = await signInTo(server, needs);
      const memoryLimitBytes = DEFAULT_MEMORY_LIMIT_BYTES;
      const request = { endpoint, folder, threads, memoryLimitBytes, ...comparedAs(setup) };
      return runs.startCompare(server.name, request, { profileId });
    }
    case 'migrate':
      throw runsFailures.migrationNotRepeated();
    case 'load':
      throw runsFailures.loadNotRepeated();
    case 'rollback':
      throw runsFailures.rollbackNotRepeated();
    default:
      return assertNever(setup);
  }
}

function repeatProof(
  { folder, threads, input }: VerifySetup,
  { wish, certificate }: NonNullable<VerifySetup['proof']>,
  runs: RunRegistry,
): RunHeader {
  return runs.startProof({
    ...{ folder, threads, input, memoryLimitBytes: DEFAULT_MEMORY_LIMIT_BYTES },
    wish: wish === null ? null : readServerWish(wish),
    certificate: certificatePlaces(folder, certificate),
    source: null,
    sourceName: null,
  });
}

async function signInTo(server: NonNullable<RunSetup['server']>, { endpoint }: RepeatNeeds) {
  if (server.profileId === null) throw unsaved(server.name);
  return { profileId: server.profileId, endpoint: await endpoint(server.profileId) };
}

/** A server that was named on a command line: its password is not known here, nor is it asked for. */
export function unsaved(server: string): SluiceError {
  return runsFailures.unsavedConnection({ server });
}
