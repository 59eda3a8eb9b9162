import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { takeDebianFiles } from './debian.mjs';
import { inCache } from './places.mjs';
import { makeFolder } from './unpack.mjs';

/** Plugins of the servers' own test suites that ask for a password itself, for an answer, or for a method of theirs. */
const TEST_PLUGINS = [/\/mysql\/plugin\/(auth_test_plugin|dialog_examples)\.so$/];
const MARIADB_PLUGINS = [...TEST_PLUGINS, /\/mysql\/plugin\/auth_(ed25519|parsec)\.so$/];

/** Packages that have the plugins of a server's folder by which accounts sign in, beyond those that it comes with. */
const SOURCES = {
  'mysql-9.7': { suites: ['unstable'], packages: ['mysql-testsuite'], patterns: TEST_PLUGINS },
  'mariadb-10.5': {
    suites: ['bullseye'],
    packages: ['mariadb-server-10.5', 'mariadb-test'],
    patterns: MARIADB_PLUGINS,
  },
  'mariadb-10.11': {
    suites: ['bookworm', 'bookworm-security'],
    packages: ['mariadb-server', 'mariadb-test'],
    patterns: MARIADB_PLUGINS,
  },
  'mariadb-11.8': {
    suites: ['trixie'],
    packages: ['mariadb-server', 'mariadb-test'],
    patterns: MARIADB_PLUGINS,
  },
};

/**
 * Makes sure that there is a folder of plugins for the server of this folder, which is unpacked: its own ones and those
 * of its accounts' methods. tests/matrix/sign-in starts it with them.
 * @returns one line that says what is there
 */
export async function unpackSignInPlugins(server) {
  const source = SOURCES[server];
  if (source === undefined) return 'no more ways to sign in than its own';
  const folder = inCache('sign-in-plugins', server);
  mkdirSync(inCache('sign-in-plugins'), { recursive: true });
  await makeFolder(folder, (made) => fill(made, server, source));
  return `plugins for signing in, in ${folder}`;
}

async function fill(folder, server, source) {
  copyOwnPlugins(server, folder);
  const work = `${folder}.apt`;
  mkdirSync(work, { recursive: true });
  try {
    await takeDebianFiles({ ...source, folder, work });
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function copyOwnPlugins(server, folder) {
  const prefix = inCache('servers', server);
  const { pluginDir } = JSON.parse(readFileSync(join(prefix, 'server.json'), 'utf8'));
  // Debian's packages of MariaDB's server program alone have no folder of plugins.
  if (!existsSync(join(prefix, pluginDir))) return;
  const own = readdirSync(join(prefix, pluginDir)).filter((name) => name.endsWith('.so'));
  for (const name of own) copyFileSync(join(prefix, pluginDir, name), join(folder, name));
}
