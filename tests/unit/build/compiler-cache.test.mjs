import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';

const folders = [];
afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** The module reads its folders once, as it is loaded. */
async function withCache(folder) {
  vi.stubEnv('SLUICE_CACHE', folder);
  vi.stubEnv('PATH', join(folder, 'bin'));
  vi.resetModules();
  return await import('../../../build/setup/compiler-cache.mjs');
}

function newFolder() {
  folders.push(mkdtempSync(join(tmpdir(), 'sluice-test-')));
  return folders[0];
}

describe('the compiler cache', () => {
  it('is left out where there is none', async () => {
    const { compilerCache } = await withCache(newFolder());
    expect(compilerCache()).toEqual({ options: [], env: process.env });
  });

  it('is the unpacked program, run by its own loader', async () => {
    const folder = newFolder();
    const program = join(folder, 'servers', 'ccache-4.7');
    mkdirSync(program, { recursive: true });
    const { compilerCache } = await withCache(folder);
    expect(compilerCache().options).toEqual([
      `-DCMAKE_CXX_COMPILER_LAUNCHER=${program}/loader;--library-path;${program};${program}/ccache`,
    ]);
    expect(compilerCache().env).toMatchObject({ CCACHE_DIR: join(folder, 'compiler') });
  });

  it('is the system’s own otherwise, with the settings of its user', async () => {
    const folder = newFolder();
    mkdirSync(join(folder, 'bin'));
    writeFileSync(join(folder, 'bin', 'ccache'), '', { mode: 0o755 });
    const { compilerCache } = await withCache(folder);
    vi.stubEnv('CCACHE_DIR', '/elsewhere');
    expect(compilerCache().options).toEqual([`-DCMAKE_CXX_COMPILER_LAUNCHER=${folder}/bin/ccache`]);
    expect(compilerCache().env).toMatchObject({ CCACHE_DIR: '/elsewhere', CCACHE_MAXSIZE: '2G' });
  });
});
