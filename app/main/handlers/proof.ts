import { shell } from 'electron';
import type { RequestArgument } from '../../contract/requests';
import { readCertificate } from '../../prove/certificate/certificate';
import { certificatePlaces } from '../../prove/certificate/places';
import { viewOf } from '../../prove/certificate/view';
import type { Handlers } from '../answer';
import { displayOf } from '../folders';
import type { Services } from '../services';
import { mainFailures } from '../../text/main';

type Area = 'proof/start' | 'proof/certificate' | 'proof/reveal';
type Needs = Pick<Services, 'folders' | 'history' | 'runs' | 'settings'>;

export function proofHandlers({ folders, history, runs, settings }: Needs): Pick<Handlers, Area> {
  /** The window names a dump or a run: the path of a certificate never comes from it. */
  const fileOf = async (of: RequestArgument<'proof/certificate'>): Promise<string> => {
    if (of.kind === 'dump') return certificatePlaces(folders.pathOf(of.folder), null).file;
    const result = runs.knows(of.runId)
      ? runs.view(of.runId).result
      : (await history.result(of.runId)).result;
    if (result?.kind !== 'verify' || result.certificate === undefined) throw mainFailures.noCertificate();
    return result.certificate;
  };
  return {
    'proof/start': async ({ folder, input, threads }) => {
      const dump = folders.pathOf(folder);
      const { memoryLimitBytes } = await settings.read();
      return runs.startProof({
        folder: dump,
        input,
        wish: null,
        certificate: certificatePlaces(dump, null),
        source: null,
        sourceName: null,
        threads,
        memoryLimitBytes,
      });
    },
    'proof/certificate': async (of) => {
      const file = await fileOf(of);
      return viewOf(await readCertificate(file), displayOf(file));
    },
    'proof/reveal': async (of) => {
      shell.showItemInFolder(await fileOf(of));
      return null;
    },
  };
}
