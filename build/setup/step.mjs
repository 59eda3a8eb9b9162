/**
 * Prints on standard error what set-up does: standard output belongs to the command that set-up runs for, and a
 * script may be reading it.
 */
export const say = (line) => process.stderr.write(`${line}\n`);

export const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

/** Runs one step and prints its title, its time and the line that it gives back. */
export async function step(title, work) {
  const begin = performance.now();
  try {
    const outcome = await work();
    say(`  ✓ ${title.padEnd(16)} ${seconds(begin).padStart(8)}  ${outcome ?? ''}`.trimEnd());
  } catch (error) {
    say(`  ✗ ${title.padEnd(16)} ${seconds(begin).padStart(8)}`);
    throw error;
  }
}
