import { dialog, type BrowserWindow } from 'electron';
import { endpointOf } from '../../catalog/connect/endpoint';
import { readPurposeStatements } from '../../catalog/privileges/needs/purposes';
import { Cancellation } from '../../engine/cancellation';
import { testConnection } from '../../profiles/test-connection';
import type { Handlers } from '../answer';
import { ProgramApproval, type AskApproval } from '../secrets/program-approval';
import type { Services } from '../services';
import { mainText } from '../../text/main';

type Area =
  | 'profiles/list'
  | 'profiles/save'
  | 'profiles/remove'
  | 'profiles/test'
  | 'profiles/grants'
  | 'profiles/keychain'
  | 'profiles/sign-in'
  | 'profiles/unlock'
  | 'profiles/choose-file';

const FILE_TITLES = { certificate: mainText.choose.certificate, 'ssh-key': mainText.choose.sshKey };

export function profileHandlers(
  { connections, keychain }: Pick<Services, 'connections' | 'keychain'>,
  window: () => BrowserWindow,
): Pick<Handlers, Area> {
  const approval = new ProgramApproval(() => connections.list(), askInDialog(window));
  return {
    'profiles/list': () => connections.list(),
    'profiles/save': async ({ profile, password }) => {
      await approval.require(profile);
      await connections.save(profile, password);
      return profile;
    },
    'profiles/remove': async ({ profileId }) => {
      await connections.remove(profileId);
      return null;
    },
    'profiles/test': async ({ profile, password }) => {
      if (password !== null) return await testConnection(endpointOf(profile, password));
      await approval.require(profile);
      return await testConnection(endpointOf(profile, ''), () => connections.accessFor(profile));
    },
    'profiles/grants': async ({ profile, password, purpose, schemas }) => {
      if (password === null) await approval.require(profile);
      const known = password === null ? await connections.accessFor(profile) : { password };
      const cancellation = new Cancellation();
      return await readPurposeStatements(
        { endpoint: { ...endpointOf(profile, known.password), ...known }, cancellation },
        purpose,
        schemas,
      );
    },
    'profiles/keychain': () => keychain.lack(),
    'profiles/choose-file': async ({ purpose }) => {
      const { filePaths } = await dialog.showOpenDialog(window(), {
        title: FILE_TITLES[purpose],
        // Keys live in hidden folders.
        properties: ['openFile', 'showHiddenFiles'],
      });
      return filePaths[0] ?? null;
    },
    'profiles/sign-in': ({ profileId }) => connections.withSession(profileId, () => Promise.resolve(null)),
    'profiles/unlock': async ({ profileId, password }) => {
      await connections.unlock(profileId, password);
      return null;
    },
  };
}

/** The answer that Enter and Escape give is no. */
function askInDialog(window: () => BrowserWindow): AskApproval {
  return async (connection, command, server) => {
    const { program } = mainText;
    const { response } = await dialog.showMessageBox(window(), {
      type: 'question',
      buttons: [program.refuse, program.allow],
      defaultId: 0,
      cancelId: 0,
      message: program.ask(connection),
      detail: program.explain(command, server),
    });
    return response === 1;
  };
}
