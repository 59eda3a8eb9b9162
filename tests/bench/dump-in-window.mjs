/**
 * A dump by the window, as a person makes one: `dump-in-window SPEC FIGURES` saves the connection of SPEC, dumps its
 * schema, and writes as JSON to FIGURES what the run and the page came to. SPEC is JSON: { profile, schema, threads,
 * compression }; the password is in SLUICE_PASSWORD.
 */
import { writeFileSync } from 'node:fs';
import { countPageWork, takePageWork } from '../e2e/harness/page-work.mjs';
import { withWindow } from './window.mjs';

const [specText, figuresFile] = process.argv.slice(2);
const { profile, schema, threads, compression } = JSON.parse(specText);
const password = process.env.SLUICE_PASSWORD;
const began = performance.now();

await withWindow(async ({ electron, page }) => {
  const startSeconds = (performance.now() - began) / 1000;
  const ask = (name, argument) =>
    page.evaluate(
      async ([theName, theArgument]) => {
        const reply = await window.sluice.request(theName, theArgument);
        if (reply.kind !== 'ok') throw new Error(reply.failure.message);
        return reply.value;
      },
      [name, argument],
    );
  await ask('profiles/save', { profile, password });
  await countPageWork({ page });
  await page.getByTestId(`connection-dump-${profile.id}`).click();
  const tree = page.getByTestId('object-tree');
  await tree.locator('[data-testid^="tree-row-"]').first().waitFor();
  const check = page.getByTestId(`tree-check-${schema}`);
  // Rows out of view are not there: the schema before it is folded.
  if (await check.isHidden()) {
    await tree.press('Home');
    await tree.press('ArrowLeft');
  }
  await check.click();
  await page.getByTestId('dump-threads').fill(String(threads));
  await page.getByTestId('dump-compression').click();
  await page.getByTestId(`option-${compression}`).click();
  const start = page.locator('[data-testid="dump-start"]:not([disabled])');
  await start.waitFor();
  await takePageWork({ page });
  await start.click();
  await untilEnded(page);
  const [{ runId }] = await ask('runs/list', null);
  const { result } = await ask('runs/view', { runId });
  if (!result.ok) throw new Error(`The dump ended as ${result.state}: ${JSON.stringify(result.errors)}`);
  const kibibytes = await electron.evaluate(({ app }) =>
    app.getAppMetrics().reduce((sum, { memory }) => sum + memory.workingSetSize, 0),
  );
  const { updates, commits, nodes } = await takePageWork({ page });
  const figures = {
    runSeconds: result.seconds,
    startSeconds,
    updatesPerSecond: updates / result.seconds,
    commitsPerUpdate: commits / updates,
    mostNodes: nodes,
    appMiB: kibibytes / 1024,
  };
  writeFileSync(figuresFile, JSON.stringify(figures));
});

/** Playwright's own waiting may look at every frame, which is drawn for it alone: what is measured is the window. */
async function untilEnded(page) {
  await page.evaluate(
    () =>
      new Promise((ended) => {
        const look = () => {
          if (document.querySelector('[data-testid="result-state"][data-kind="dump"]') === null)
            setTimeout(look, 100);
          else ended();
        };
        look();
      }),
  );
}
