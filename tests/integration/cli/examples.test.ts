import { execFile } from 'child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import { join, resolve } from 'path';
import { promisify } from 'util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newProgram } from '../../../app/cli/program';
import { testServer } from '../../servers/test-server';
import { connectToFresh, dropSchemas } from '../harness/servers';

const CLI = resolve(import.meta.dirname, '../../../dist/cli.cjs');
/** In the order in which the examples build on one another. */
const STORY = [
  ...['dump', 'load', 'migrate', 'verify', 'inspect', 'inspect-dump', 'convert', 'grants'],
  ...['jobs', 'run', 'schedule', 'history', 'connections', 'settings'],
  ...['restore-server-settings', 'schema', 'completion'],
];
/** They start and fill a server of their own: tests/integration/sandbox, …/prove and `npm start` do that. */
const ELSEWHERE = ['practice', 'demo', 'prove'];

/** The first two examples in a command's help, as lines of a shell. */
function examplesOf(name: string): readonly string[] {
  const command = newProgram(() => undefined).commands.find((child) => child.name() === name);
  let help = '';
  command?.configureOutput({ writeOut: (text) => (help += text) }).outputHelp();
  const [, examples = ''] = help.split('\nExamples:\n');
  return examples
    .split('\n')
    .filter((line) => /^ {2}\S/.test(line))
    .map((line) => line.trim())
    .slice(0, 2);
}

/** Each command's help begins its examples with two that work on the practice server, as anybody types them. */
describe('the first two examples', () => {
  const { host, port, user, password } = testServer('mysql');
  let home = '';
  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'sluice-examples-'));
    mkdirSync(join(home, 'bin'));
    const program = join(home, 'bin', 'sluice');
    writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${CLI}" "$@"\n`);
    chmodSync(program, 0o755);
    const connection = await connectToFresh('mysql', 'shop');
    await connection.query('CREATE TABLE orders (id INT PRIMARY KEY, note VARCHAR(99))');
    await connection.query('CREATE TABLE order_items (id INT PRIMARY KEY)');
    await connection.query("INSERT INTO orders VALUES (1, 'a'), (2, 'b')");
    await connection.end();
    // The shared test server stands in for the practice server, under its name.
    await shell(`sluice connections add "Practice server" mysql://${user}@${host}:${port}`);
  });
  afterAll(async () => {
    await dropSchemas('mysql', 'shop', 'shop_copy', 'shop_moved');
    rmSync(home, { recursive: true, force: true });
  });

  const shell = async (line: string) =>
    await promisify(execFile)('bash', ['-c', line], {
      cwd: home,
      env: {
        ...process.env,
        PATH: `${join(home, 'bin')}:${process.env.PATH ?? ''}`,
        SLUICE_PASSWORD: password,
        XDG_CONFIG_HOME: join(home, 'config'),
        XDG_STATE_HOME: join(home, 'state'),
        XDG_CACHE_HOME: join(home, 'cache'),
        // No server that could be the practice server of its name.
        SLUICE_CACHE: join(home, 'cache'),
      },
    });

  it('are there for each command', () => {
    const names = newProgram(() => undefined).commands.map((command) => command.name());
    expect([...STORY, ...ELSEWHERE].sort()).toEqual(names.sort());
    for (const name of STORY) expect(examplesOf(name), name).toHaveLength(2);
  });

  it.each(STORY)('of sluice %s work', async (name) => {
    for (const line of examplesOf(name)) {
      const { stdout } = await shell(line);
      expect(stdout, line).not.toContain('Failed');
    }
  });
});
