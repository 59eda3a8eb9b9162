/** `npm run dev`: sets up, opens the window, and opens it anew whenever a bundle has been built again. */
import { spawn } from 'node:child_process';
import { buildBundle } from './bundles.mjs';
import { electronArguments, electronPath } from './runtime.mjs';
import { runMain, setUp } from './setup.mjs';
import { readArguments } from './setup/arguments.mjs';
import { root } from './setup/places.mjs';
import { say } from './setup/step.mjs';

const BUNDLES = ['main', 'preload', 'renderer'];
/** One save often touches several bundles. */
const SETTLE_MS = 300;

let window = null;
let settling = null;

const USAGE = 'Usage: npm run dev';

await runMain(async () => {
  readArguments(USAGE);
  await setUp({ purpose: 'run' });
  for (const name of BUNDLES) {
    const watcher = await buildBundle(name, { watch: {} });
    watcher.on('event', ({ code, error }) => {
      if (code === 'END') reopenSoon();
      if (code === 'ERROR') say(`${name}: ${error.message}`);
    });
  }
});

function reopenSoon() {
  clearTimeout(settling);
  settling = setTimeout(reopen, SETTLE_MS);
}

function reopen() {
  const previous = window;
  const open = () => {
    window = spawn(electronPath(), [...electronArguments(), root], { stdio: 'inherit' });
    window.once('exit', (code) => {
      if (code !== null && window?.exitCode === code) process.exit(code); // closed by hand
    });
  };
  if (previous === null) return open();
  previous.removeAllListeners('exit');
  previous.once('exit', open);
  previous.kill('SIGTERM');
}
