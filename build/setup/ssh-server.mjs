import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { run, SetupError, which } from './command.mjs';
import { hasDebianTools, unpackDebianPackages } from './debian.mjs';
import { inCache } from './places.mjs';
import { findLoader } from './servers.mjs';
import { makeFolder } from './unpack.mjs';

/** Folder in which tests/servers/ssh-server.ts finds it. */
const FOLDER = inCache('servers', 'openssh-9.2');

/**
 * Makes sure that the tests can start an SSH server of their own. Debian's package would start a service for
 * everybody, so that it is unpacked beside the database servers instead of being installed; elsewhere the system's is used.
 */
export async function ensureSshServer() {
  if (existsSync(FOLDER)) return 'OpenSSH 9.2, unpacked from Debian bookworm';
  if (!hasDebianTools()) {
    const found = which('sshd');
    if (found !== null) return found;
    throw new SetupError('There is no sshd for the tests. Install OpenSSH’s server.');
  }
  await makeFolder(FOLDER, fetchSshServer);
  return `OpenSSH 9.2 unpacked into ${FOLDER}`;
}

/** Only the program and the libraries that it loads are kept, side by side: the tests copy them about. */
async function fetchSshServer(folder) {
  const work = `${folder}.apt`;
  const prefix = join(work, 'root');
  mkdirSync(prefix, { recursive: true });
  try {
    const suites = ['bookworm', 'bookworm-security'];
    await unpackDebianPackages({ suites, packages: ['openssh-server'], prefix, work });
    const loader = join(prefix, findLoader(prefix));
    const server = join(prefix, 'usr', 'sbin', 'sshd');
    const system = dirname(findLoader(prefix));
    const libraryPath = [system, join('usr', system)].map((each) => join(prefix, each)).join(':');
    const listed = await run(loader, ['--library-path', libraryPath, '--list', server]);
    const libraries = [...listed.matchAll(/=> (\/\S+)/g)].map(([, file]) => file);
    copyFileSync(loader, join(folder, 'loader'));
    for (const file of [server, ...libraries]) copyFileSync(file, join(folder, basename(file)));
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
