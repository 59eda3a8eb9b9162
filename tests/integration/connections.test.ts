import { writeFileSync } from 'fs';
import { join } from 'path';
import { describe, expect, it } from 'vitest';
import { testServer } from '../servers/test-server';
import { runSluice } from './harness/command';
import { withFolder } from './harness/runs';

describe('sluice connections', () => {
  it('imports, lists, tests and exports, and keeps no password', async () => {
    await withFolder(async (folder) => {
      const { host, port, user, password } = testServer('mysql');
      const home = { XDG_CONFIG_HOME: folder };
      const run = (...args: readonly string[]) => runSluice(['connections', ...args], home);
      const file = join(folder, 'my.cnf');
      writeFileSync(file, `[client]\nhost=${host}\nport=${port}\nuser=${user}\npassword="${password}"\n`);

      expect((await run('import', file, '--dry-run')).output).toContain('would be imported');
      expect((await run('list')).output).toContain('No saved connections.');
      expect((await run('import', file)).exitCode).toBe(0);
      expect((await run('import', file)).output).toContain('saved as “my.cnf”');
      const listed = await run('list', '--json');
      expect(listed.result).toMatchObject({ name: 'my.cnf', user, address: { kind: 'tcp', host, port } });

      const tested = await run('test', 'my.cnf', '--option-file', file, '--json');
      expect(tested.exitCode).toBe(0);
      expect(tested.result).toMatchObject({ server: { vendor: 'mysql' } });
      const exported = await run('export');
      expect(exported.output).toContain('"sluice-connections"');
      for (const { output } of [listed, tested, exported]) expect(output).not.toContain(password);
      const refused = await runSluice(['connections', 'test', 'my.cnf'], {
        ...home,
        SLUICE_PASSWORD: 'wrong',
      });
      expect(refused.exitCode).toBe(1);
      expect(refused.output).toMatch(/failed +sign-in/);
    });
  });

  it('refuses a file that holds none, as wrong usage', async () => {
    await withFolder(async (folder) => {
      const file = join(folder, 'notes.txt');
      writeFileSync(file, 'nothing in here\n');
      expect((await runSluice(['connections', 'import', file], { XDG_CONFIG_HOME: folder })).exitCode).toBe(
        2,
      );
    });
  });
});
