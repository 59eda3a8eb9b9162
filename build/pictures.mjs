/**
 * `npm run pictures`: puts the README's pictures in place, out of those that the end-to-end tests took of the window
 * (dist/screenshots): run them first.
 */
import { copyFileSync, existsSync, mkdirSync, statSync } from 'node:fs';
import { runMain } from './setup.mjs';
import { inRoot } from './setup/places.mjs';
import { say } from './setup/step.mjs';

/** Most bytes of a picture in the README. */
const MOST_BYTES = 250_000;

/** By the names under renderer/pictures: the screenshot, and the test that takes it. */
const PICTURES = {
  connections: { screenshot: 'connections-groups-dark', test: 'connections' },
  dump: { screenshot: 'dump-ready-dark', test: 'journey' },
  run: { screenshot: 'runs-timeline-dark', test: 'journey' },
  result: { screenshot: 'result-load-dark', test: 'journey' },
  migrate: { screenshot: 'migrate-blocked-dark', test: 'migrate' },
};

await runMain(() => {
  mkdirSync(inRoot('renderer', 'pictures'), { recursive: true });
  for (const [name, { screenshot, test }] of Object.entries(PICTURES)) put(name, screenshot, test);
});

function put(name, screenshot, test) {
  const source = inRoot('dist', 'screenshots', `${screenshot}.png`);
  if (!existsSync(source)) throw new Error(`${source} is missing: tests/e2e/${test}.test.ts takes it.`);
  const { size } = statSync(source);
  if (size > MOST_BYTES) throw new Error(`${source} has ${size} bytes, more than ${MOST_BYTES}.`);
  copyFileSync(source, inRoot('renderer', 'pictures', `${name}.png`));
  say(`renderer/pictures/${name}.png, ${Math.round(size / 1000)} kB`);
}
