import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { changesSince } from '../../../build/test/changes.mjs';

const folders = [];
let folder = '';
const git = (...argv) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', '-c', 'commit.gpgsign=false', ...argv], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();
const write = (name, text = name) => writeFileSync(join(folder, name), text);
const commit = (...names) => {
  for (const name of names) write(name);
  git('add', '--all');
  git('commit', '--quiet', '--message', names.join(' '));
  return git('rev-parse', 'HEAD');
};

/** On a branch that leaves main at `kept`, `gone` and `ignored`. */
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-changes-'));
  folders.push(folder);
  git('init', '--quiet', '--initial-branch', 'main');
  write('.gitignore', '*.log\n');
  commit('kept', 'gone');
  git('checkout', '--quiet', '-b', 'work');
});
afterAll(() => {
  for (const each of folders) rmSync(each, { recursive: true, force: true });
});

it('is nothing where nothing differs', async () => {
  expect(await changesSince(undefined, folder)).toEqual({ base: git('rev-parse', 'main'), files: [] });
});

it('is what was committed, staged, left unstaged, never added and removed', async () => {
  commit('committed');
  write('staged');
  git('add', 'staged');
  write('kept', 'other');
  write('ünadded file');
  write('ignored.log');
  unlinkSync(join(folder, 'gone'));
  const { files } = await changesSince(undefined, folder);
  expect(files).toEqual(['committed', 'gone', 'kept', 'staged', 'ünadded file']);
});

it('is both names of a file that was renamed', async () => {
  git('mv', 'kept', 'renamed');
  expect((await changesSince(undefined, folder)).files).toEqual(['kept', 'renamed']);
});

it('does not hold what main has got since', async () => {
  const base = git('rev-parse', 'main');
  git('checkout', '--quiet', 'main');
  commit('of main');
  git('checkout', '--quiet', 'work');
  commit('of work');
  expect(await changesSince(undefined, folder)).toEqual({ base, files: ['of work'] });
});

it('counts from the revision that is named', async () => {
  const since = commit('first');
  commit('second');
  expect(await changesSince(since, folder)).toEqual({ base: since, files: ['second'] });
});

it('asks for main at the origin where there is none here', async () => {
  git('update-ref', 'refs/remotes/origin/main', 'main');
  git('branch', '--quiet', '-D', 'main');
  commit('new');
  expect((await changesSince(undefined, folder)).files).toEqual(['new']);
});

it('refuses a revision that is not there', async () => {
  await expect(changesSince('nobody', folder)).rejects.toThrow(/no commit nobody here.*--since/);
});
