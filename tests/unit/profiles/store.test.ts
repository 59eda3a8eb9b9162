import { spawn } from 'child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Profile } from '../../../app/contract/connections/connection';
import { ProfileStore } from '../../../app/profiles/store';
import { bundleProgram, runProgram } from '../harness/program';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-profiles-'));
  file = join(folder, 'config', 'profiles.json');
});
afterEach(() => rmSync(folder, { recursive: true }));

function profile(id: string, name = id): Profile {
  return {
    id,
    name,
    address: { kind: 'tcp', host: 'db.example', port: 3306 },
    user: 'anna',
    tls: { mode: 'preferred' },
    environment: 'staging',
    colour: 'teal',
  };
}

const ids = async (store: ProfileStore) => (await store.list()).map(({ id }) => id);
const refusedWith = (code: string): unknown =>
  expect.objectContaining({ failure: expect.objectContaining({ code }) as unknown });

describe('ProfileStore', () => {
  it('is empty before anything is saved', async () => {
    expect(await new ProfileStore(file).list()).toEqual([]);
  });

  it('adds, replaces in place and removes', async () => {
    const store = new ProfileStore(file);
    for (const id of ['a', 'b', 'c']) await store.save(profile(id));
    await store.save(profile('b', 'renamed'));
    await store.remove('a');
    await store.remove('never-there');
    expect(await new ProfileStore(file).list()).toEqual([profile('b', 'renamed'), profile('c')]);
  });

  it('is for its owner only', async () => {
    await new ProfileStore(file).save(profile('a'));
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, 'config')).mode & 0o777).toBe(0o700);
    await new ProfileStore(file).save(profile('b'));
    expect(statSync(`${file}.previous`).mode & 0o777).toBe(0o600);
  });

  it('falls back on the document before the last change when the last one is torn', async () => {
    const store = new ProfileStore(file);
    await store.save(profile('a'));
    await store.save(profile('b'));
    const whole = readFileSync(file, 'utf8');
    writeFileSync(file, whole.slice(0, whole.length / 2));
    expect(await ids(store)).toEqual(['a']);

    await store.save(profile('c'));
    expect(await ids(store)).toEqual(['a', 'c']);
    expect(readFileSync(`${file}.damaged`, 'utf8')).toBe(whole.slice(0, whole.length / 2));
  });

  it('never touches a document of a newer Sluice', async () => {
    await new ProfileStore(file).save(profile('a'));
    const newer = JSON.stringify({ version: 2, connections: {} });
    writeFileSync(file, newer);
    await expect(new ProfileStore(file).list()).rejects.toThrow(refusedWith('file-failed'));
    await expect(new ProfileStore(file).save(profile('b'))).rejects.toThrow(refusedWith('file-failed'));
    expect(readFileSync(file, 'utf8')).toBe(newer);
  });

  it('is not stopped by what a crash left behind', async () => {
    const store = new ProfileStore(file);
    await store.save(profile('a'));
    writeFileSync(`${file}.new`, 'left behind by a crash');
    await store.save(profile('b'));
    expect(await ids(store)).toEqual(['a', 'b']);
  });

  it('takes over the lock of a process that died', async () => {
    await new ProfileStore(file).save(profile('a'));
    const dead = spawn(process.execPath, ['-e', '']);
    await new Promise((resolve) => dead.once('exit', resolve));
    writeFileSync(`${file}.lock`, `${String(dead.pid)} 0000000000000000`);
    await new ProfileStore(file).save(profile('b'));
    expect(await ids(new ProfileStore(file))).toEqual(['a', 'b']);
  });

  it('loses nothing that several processes save at once', async () => {
    const module_ = JSON.stringify(join(import.meta.dirname, '../../../app/profiles/store'));
    const program = await bundleProgram(
      folder,
      `import { ProfileStore } from ${module_};
       const [file, name, count] = process.argv.slice(2);
       const store = new ProfileStore(file);
       const template = ${JSON.stringify(profile('x'))};
       (async () => {
         for (let i = 0; i < Number(count); i += 1) await store.save({ ...template, id: name + i });
       })().catch((error) => { console.error(error); process.exit(1); });`,
    );
    const writers = ['p', 'q', 'r', 's'];
    const codes = await Promise.all(writers.map((writer) => runProgram([program, file, writer, '10'])));
    expect(codes).toEqual(writers.map(() => 0));
    const expected = writers.flatMap((writer) =>
      Array.from({ length: 10 }, (_, index) => `${writer}${index}`),
    );
    expect((await ids(new ProfileStore(file))).slice().sort()).toEqual(expected.sort());
  });
});
