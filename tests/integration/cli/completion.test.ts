import { execFileSync } from 'child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import { join, resolve } from 'path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { which } from '../../../build/setup/command.mjs';

const CLI = resolve(import.meta.dirname, '../../../dist/cli.cjs');

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-completion-'));
  mkdirSync(join(folder, 'bin'));
  const program = join(folder, 'bin', 'sluice');
  writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${CLI}" "$@"\n`);
  chmodSync(program, 0o755);
  writeFileSync(join(folder, 'my.cnf'), '[client_orders]\nhost=db1\nuser=app\n');
  run('sh', `sluice connections import ${join(folder, 'my.cnf')}`);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (shell: string, script: string) =>
  execFileSync(shell, ['-c', script], {
    encoding: 'utf8',
    env: { ...process.env, PATH: `${folder}/bin:${process.env.PATH ?? ''}`, XDG_CONFIG_HOME: folder },
  });

describe('bash', () => {
  const complete = (...words: readonly string[]) => {
    const quoted = words.map((word) => `'${word}'`).join(' ');
    const script = `source <(sluice completion bash); COMP_WORDS=(sluice ${quoted}); COMP_CWORD=${words.length}; _sluice; printf '%s\\n' "\${COMPREPLY[@]}"`;
    return run('bash', script).trim().split('\n');
  };

  it.each([
    [['lo'], ['load']],
    [['jobs', 'ke'], ['keep']],
    [['load', '--on-ex'], ['--on-existing']],
    [
      ['load', '--on-existing', ''],
      ['fail', 'skip', 'drop', 'truncate', 'append'],
    ],
    [['dump', '--source', 'or'], ['orders']],
    [
      ['completion', ''],
      ['bash', 'zsh', 'fish'],
    ],
  ])('completes %j to %j', (words, expected) => {
    expect(complete(...words)).toEqual(expected);
  });
});

describe('fish', () => {
  it.skipIf(which('fish') === null)('completes a choice and a name (needs fish)', () => {
    const script =
      'source (sluice completion fish | psub); complete -C "sluice load --on-existing tr"; complete -C "sluice dump --source or"';
    const words = run('fish', script)
      .split('\n')
      .map((line) => line.split('\t')[0]);
    expect(words).toEqual(expect.arrayContaining(['truncate', 'orders']));
  });
});

describe('zsh', () => {
  it.skipIf(which('zsh') === null)('reads the script (needs zsh)', () => {
    expect(
      run(
        'zsh',
        'autoload -U compinit; compinit -D -u; eval "$(sluice completion zsh)"; print $+functions[_sluice_jobs_keep]',
      ),
    ).toBe('1\n');
  });
});
