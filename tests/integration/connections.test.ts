import { rmSync, writeFileSync } from 'fs';
import { join } from 'path';
import { describe, expect, it } from 'vitest';
import { commandLine } from '../../app/contract/commands/command-line';
import { ProfileStore } from '../../app/profiles/store';
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
      expect(refused.output).toMatch(/failed +sign in/);
    });
  });

  it('takes a password from a program, also without a terminal', async () => {
    await withFolder(async (folder) => {
      const { host, port, user, password } = testServer('mysql');
      const home = { XDG_CONFIG_HOME: folder };
      const run = (...args: readonly string[]) => runSluice(['connections', ...args], home);
      const file = join(folder, 'my.cnf');
      writeFileSync(file, `[client]\nhost=${host}\nport=${port}\nuser=${user}\n`);
      const vault = join(folder, 'the vault');
      writeFileSync(vault, `${password}\nof the test server\n`, { mode: 0o600 });
      await run('import', file);
      expect((await run('test', 'my.cnf')).output).toMatch(/failed +sign in/);

      const command = commandLine(['cat', vault]);
      expect((await run('password', 'my.cnf', '--command', command)).exitCode).toBe(0);
      const listed = await run('list');
      expect(listed.output).toContain('password from a program');
      const tested = await run('test', 'my.cnf');
      expect({ exitCode: tested.exitCode, output: tested.output }).toMatchObject({ exitCode: 0 });
      const exported = await run('export');
      expect(exported.output).not.toContain('cat');
      // A password given for this once comes first.
      const wrong = await runSluice(['connections', 'test', 'my.cnf'], { ...home, SLUICE_PASSWORD: 'wrong' });
      expect(wrong.output).toMatch(/failed +sign in/);
      for (const { output } of [listed, tested, exported]) expect(output).not.toContain(password);

      rmSync(vault);
      const failed = await runSluice(
        ['dump', '--source', 'my.cnf', '--out', join(folder, 'dump'), '--json'],
        home,
      );
      expect({ exitCode: failed.exitCode, code: failed.result.errors[0]?.code }).toEqual({
        exitCode: 5,
        code: 'password-unavailable',
      });
      expect((await run('password', 'my.cnf', '--ask')).exitCode).toBe(0);
      expect((await run('list')).output).not.toContain('program');
    });
  });

  it('refuses a program that only a shell could run, and two wishes at once', async () => {
    await withFolder(async (folder) => {
      const home = { XDG_CONFIG_HOME: folder };
      const file = join(folder, 'my.cnf');
      writeFileSync(file, '[client]\nhost=db1\nuser=anna\n');
      await runSluice(['connections', 'import', file], home);
      for (const wish of [['--command', 'cat x | head -1'], [], ['--ask', '--command', 'cat x']]) {
        const refused = await runSluice(['connections', 'password', 'my.cnf', ...wish], home);
        expect(refused.exitCode).toBe(2);
      }
      expect((await runSluice(['connections', 'password', 'nobody', '--ask'], home)).exitCode).toBe(2);
    });
  });

  it('says that the keychain’s password is for the window', async () => {
    await withFolder(async (folder) => {
      await new ProfileStore(join(folder, 'sluice', 'profiles.json')).save({
        id: 'p1',
        name: 'kept away',
        address: { kind: 'tcp', host: '127.0.0.1', port: 1 },
        user: 'anna',
        passwordFrom: { kind: 'keychain' },
        tls: { mode: 'preferred' },
        environment: 'development',
        colour: 'slate',
      });
      const refused = await runSluice(['connections', 'test', 'kept away'], { XDG_CONFIG_HOME: folder });
      expect(refused.exitCode).toBe(5);
      expect(refused.output).toContain("sluice connections password 'kept away' --command");
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
