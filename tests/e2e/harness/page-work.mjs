/**
 * Work of the window's page while something runs, counted in the page itself. Plain JavaScript, for the benchmarks
 * use it too.
 */

/** Counts from a fresh page on. React tells its commits to what its developer tools put there before it starts. */
export async function countPageWork({ page }) {
  await page.context().addInitScript(() => {
    const work = { updates: 0, commits: 0, nodes: 0 };
    const hook = {
      supportsFiber: true,
      inject: () => 1,
      onCommitFiberRoot: () => (work.commits += 1),
      onCommitFiberUnmount: () => undefined,
    };
    Object.assign(window, { work, __REACT_DEVTOOLS_GLOBAL_HOOK__: hook });
  });
  await page.reload();
  await page.getByTestId('screen-connections').waitFor();
  await page.evaluate(() => {
    window.sluice.subscribe('runs/update', () => {
      window.work.updates += 1;
      window.work.nodes = Math.max(window.work.nodes, document.querySelectorAll('*').length);
    });
  });
}

/** Returns the work since the last call; counting begins anew. */
export async function takePageWork({ page }) {
  return await page.evaluate(() => {
    const done = { ...window.work };
    Object.assign(window.work, { updates: 0, commits: 0, nodes: 0 });
    return done;
  });
}
