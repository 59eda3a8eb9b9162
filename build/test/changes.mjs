import { run, SetupError } from '../setup/command.mjs';
import { root } from '../setup/places.mjs';

/**
 * Files that differ from a commit in this working tree: committed, staged, unstaged, untracked and deleted ones.
 * @param since a revision; without one `main`
 * @param folder of the working tree
 * @returns `base`, the newest commit that this one and the revision have in common, and the `files`
 */
export async function changesSince(since, folder = root) {
  const git = gitIn(folder);
  const base = await baseOf(since, git);
  const changed = await git('diff', '--name-only', '--no-renames', '-z', base);
  const untracked = await git('ls-files', '--others', '--exclude-standard', '-z');
  return { base, files: [...new Set([...split(changed), ...split(untracked)])].sort() };
}

/** Files that this working tree has or that git knows of. */
export async function allFiles() {
  return split(await gitIn(root)('ls-files', '--cached', '--others', '--exclude-standard', '-z'));
}

/** A clone that was made of another branch knows main only as its origin's. */
async function baseOf(since, git) {
  for (const revision of since === undefined ? ['main', 'origin/main'] : [since]) {
    const base = await git('merge-base', '--', revision, 'HEAD').catch(() => null);
    if (base !== null) return base.trim();
  }
  throw new SetupError(
    `There is no commit ${since ?? 'main'} here that this one comes from. Name one by --since.`,
  );
}

const gitIn =
  (cwd) =>
  (...argv) =>
    run('git', argv, { cwd });
const split = (text) => text.split('\0').filter(Boolean);
