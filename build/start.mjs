/** `npm start`: sets up, then opens the window, or, where there is no display, runs the demo in the terminal. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { electronArguments, electronRuntime, sandboxLack } from './runtime.mjs';
import { runMain, setUp } from './setup.mjs';
import { answerHelp } from './setup/arguments.mjs';
import { inRoot, root } from './setup/places.mjs';
import { say } from './setup/step.mjs';

const USAGE = `Usage: npm start
Sets up and opens the window, or, where there is no display, runs the demo in the terminal.
Commands: npm run sluice -- --help`;
const argv = process.argv.slice(2);
answerHelp(USAGE);

await runMain(async () => {
  await setUp({ purpose: 'run' });
  process.exitCode = hasDisplay() ? await openWindow() : await runDemo();
});

function hasDisplay() {
  return process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
}

async function openWindow() {
  const { path, version } = electronRuntime();
  say(`Opening the window in Electron ${version}`);
  const lack = sandboxLack();
  if (lack !== null) say(`Chromium’s own sandbox is off (--no-sandbox): ${lack}`);
  return await runToEnd(path, [...electronArguments(), root, ...argv]);
}

async function runDemo() {
  say('There is no display: running the demo here in the terminal');
  return await runToEnd(process.execPath, [inRoot('dist', 'cli.cjs'), 'demo', ...argv]);
}

/** Ctrl-C and a terminal that closes reach the child by themselves; this process waits for how it ends. */
async function runToEnd(program, args) {
  process.on('SIGINT', () => undefined).on('SIGHUP', () => undefined);
  const child = spawn(program, args, { stdio: 'inherit' });
  process.once('SIGTERM', () => child.kill('SIGTERM'));
  const [code] = await once(child, 'exit');
  return code ?? 1;
}
