import { copyFileSync, existsSync, rmSync } from 'node:fs';
import { run } from '../../build/setup/command.mjs';
import { inRoot } from '../../build/setup/places.mjs';
import { say } from '../../build/setup/step.mjs';
import { onDisplay } from './window.mjs';

/** Draws a table before and after with the window's own code, a caption below, on a display of its own where there is none. */
export async function savePicture({ before, after, file, picture, caption }) {
  rmSync(picture, { force: true });
  copyFileSync(before, file);
  const script = inRoot('tests', 'bench', 'draw-picture.mjs');
  const command = onDisplay([process.execPath, script, file, after, picture, caption]);
  await run(command[0], command.slice(1), { timeoutMs: 15 * 60_000 });
  if (!existsSync(picture)) throw new Error(`${picture} was not drawn.`);
  say(`drawn: ${picture}`);
}
