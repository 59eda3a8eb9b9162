import { ensureDebianProgram } from './debian-program.mjs';

/** Makes sure that tests/servers/ssh-server.ts finds an SSH server. */
export async function ensureSshServer() {
  return await ensureDebianProgram({
    name: 'openssh-9.2',
    title: 'OpenSSH 9.2',
    packageName: 'openssh-server',
    file: 'usr/sbin/sshd',
    advice: 'Install OpenSSH’s server.',
  });
}
