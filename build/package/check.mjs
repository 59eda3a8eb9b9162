import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { electronArguments } from '../runtime.mjs';
import { withTestServers } from '../servers.mjs';
import { run, which } from '../setup/command.mjs';
import { serverLocator } from '../setup/locate.mjs';
import { requestsOf } from './check-requests.mjs';
import { WINDOW_PROGRAM } from './config.mjs';
import { Page } from './devtools.mjs';

const SCHEMA = 'packaged';
const JOB = 'Packaged dump';

/**
 * The packed app as a user has it, in a home of its own, nothing of this clone in its environment: the window starts on
 * a display and dumps a live server; its `sluice` reads that dump and does the window's saved job again, as cron would
 * have it, without a display. Throws where one of them does not.
 */
export async function check(folder) {
  for (const part of [WINDOW_PROGRAM, 'sluice', 'THIRD-PARTY-NOTICES.txt', 'LICENSES.chromium.html'])
    if (!existsSync(join(folder, part)) || statSync(join(folder, part)).size === 0)
      throw new Error(`The package lacks ${part}`);
  const home = mkdtempSync(join(tmpdir(), 'sluice-packaged-'));
  const place = (name) => {
    mkdirSync(join(home, name), { mode: 0o700 });
    return join(home, name);
  };
  const user = { PATH: '/usr/bin:/bin', HOME: home, LANG: 'C.UTF-8', XDG_RUNTIME_DIR: place('runtime') };
  try {
    return await withTestServers(async (variables) => {
      const server = JSON.parse(variables.SLUICE_TEST_MYSQL);
      await makeRows(server);
      const dumped = await dumpByWindow(folder, user, server);
      const [first, second] = await repeatWithoutDisplay(folder, user, server, dumped);
      return `the window dumped, and cron's command did so again (${first.rows} and ${second.rows} rows)`;
    });
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

async function makeRows({ socket, user, password }) {
  const client = (await serverLocator())('mysql').clients.sql;
  const statements = [
    `CREATE DATABASE ${SCHEMA}`,
    `CREATE TABLE ${SCHEMA}.t (id INT AUTO_INCREMENT PRIMARY KEY, pad CHAR(100) NOT NULL)`,
    `INSERT INTO ${SCHEMA}.t (pad) VALUES ('one'), ('two'), ('three')`,
  ];
  const connection = ['--no-defaults', `--socket=${socket}`, `--user=${user}`];
  await run(client[0], [...client.slice(1), ...connection, '-e', statements.join('; ')], {
    env: { ...process.env, MYSQL_PWD: password },
  });
}

/** Starts the window, saves a connection and a job in it, and dumps. @returns the dump's folder */
async function dumpByWindow(folder, user, server) {
  const window = spawn(
    which('xvfb-run') ?? 'xvfb-run',
    ['-a', join(folder, WINDOW_PROGRAM), ...electronArguments(), '--remote-debugging-port=0'],
    { env: user, cwd: user.HOME, detached: true, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const ended = once(window, 'exit');
  try {
    const page = await Page.open(await debuggerOf(window, ended));
    await page.until(stands, 'screen-connections');
    const result = await page.evaluate(dumpThroughBridge, requestsOf(server, SCHEMA, JOB, null));
    page.close();
    if (result.state !== 'done') throw new Error(`The window's dump ended as ${JSON.stringify(result)}`);
    return result.folder.replace(/^~/, user.HOME);
  } finally {
    if (window.exitCode === null && window.signalCode === null) process.kill(-window.pid, 'SIGTERM');
    await ended;
  }
}

/** Chromium says on its standard error where it can be driven. */
async function debuggerOf(window, ended) {
  let said = '';
  const address = (async () => {
    for await (const line of createInterface({ input: window.stderr })) {
      said += `${line}\n`;
      const found = /^DevTools listening on (ws:\S+)/.exec(line);
      if (found !== null) {
        window.stderr.resume();
        return found[1];
      }
    }
    return null;
  })();
  const found = await Promise.race([address, ended.then(() => null)]);
  if (found === null) throw new Error(`The window did not start:\n${said}`);
  return found;
}

/** Runs in the page. */
function stands(testId) {
  return document.querySelector(`[data-testid="${testId}"]`) !== null;
}

/** Runs in the page, on the bridge that the window's own buttons use. */
async function dumpThroughBridge(requests) {
  const ask = async (name, more = {}) => {
    const reply = await globalThis.sluice.request(name, { ...requests[name], ...more });
    if (reply.kind !== 'ok') throw new Error(`${name}: ${JSON.stringify(reply.failure)}`);
    return reply.value;
  };
  await ask('profiles/save');
  await ask('profiles/unlock');
  const output = await ask('folders/suggest-output');
  await ask('jobs/add', { work: { ...requests['jobs/add'].work, folder: output.handle } });
  const { runId } = await ask('dump/start', { folder: output.handle });
  for (;;) {
    const view = (await globalThis.sluice.request('runs/view', { runId })).value;
    if (view.result) return { ...view.result, folder: output.display };
    await new Promise((next) => setTimeout(next, 100));
  }
}

/** Verifies the window's dump and runs its job by the line that a crontab would have. @returns both results */
async function repeatWithoutDisplay(folder, user, server, dumped) {
  const secrets = join(user.HOME, 'my.cnf');
  writeFileSync(secrets, `[client]\npassword=${server.password}\n`, { mode: 0o600 });
  const sluice = async (...argv) => await run(join(folder, 'sluice'), argv, { env: user, cwd: user.HOME });
  const verified = resultIn(await sluice('verify', '--dump', dumped, '--json'));
  const preview = await sluice(
    ...['schedule', JOB, '--daily', '02:30', '--with', 'cron', '--option-file', secrets, '--print'],
  );
  const line = /^30 2 \* \* \* (.*)$/m.exec(preview);
  if (line === null) throw new Error(`No line for cron:\n${preview}`);
  // In a crontab `%` is written as `\%`; cron gives the rest to a shell with next to no environment.
  const command = line[1].replaceAll('\\%', '%');
  const byCron = await run('/bin/sh', ['-c', command], {
    env: { HOME: user.HOME, PATH: '/usr/bin:/bin', SHELL: '/bin/sh' },
    cwd: user.HOME,
  });
  return [verified, resultIn(byCron)];
}

function resultIn(output) {
  const result = JSON.parse(output.trim().split('\n').at(-1));
  if (result.ok !== true) throw new Error(`It ended as ${JSON.stringify(result)}`);
  return result;
}
