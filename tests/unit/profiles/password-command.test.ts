import { mkdtempSync, rmSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { commandLine } from '../../../app/contract/commands/command-line';
import { passwordOfCommand } from '../../../app/profiles/password-command';

const SECRET = 'only-the-program-knows';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-password-command-'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

/** A program of the user's with this body, as he would name it. */
function program(body: string): string {
  const file = join(folder, 'give password');
  writeFileSync(file, `#!/bin/sh\n${body}\n`, { mode: 0o700 });
  return commandLine([file]);
}

async function failureOfCommand(command: string, patienceMs?: number): Promise<string> {
  const error: unknown = await passwordOfCommand(command, patienceMs).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ failure: { code: 'password-unavailable' } });
  return (error as Error).message;
}

describe('a program that gives a password', () => {
  it('prints it as its first line, with whatever else it knows below', async () => {
    expect(await passwordOfCommand(program(`printf '%s\\nuser: anna\\n' '${SECRET}'`))).toBe(SECRET);
  });

  it('may print it without a line’s end, with blanks at its ends and beyond ASCII', async () => {
    expect(await passwordOfCommand(program(`printf ' pä$s '`))).toBe(' pä$s ');
  });

  it('gets its arguments as they are written, from no shell', async () => {
    expect(await passwordOfCommand(`printf '%s' 'a b' '$HOME'`)).toBe('a b$HOME');
  });

  it('has none of our own passwords in its environment', async () => {
    vi.stubEnv('SLUICE_PASSWORD', 'ours');
    vi.stubEnv('SLUICE_TARGET_PASSWORD', 'ours');
    expect(await passwordOfCommand(program('env | grep -c ours; echo none'))).toBe('0');
  });

  it('has nothing to read, and is not waited for because of that', async () => {
    expect(await passwordOfCommand(program(`cat; echo ${SECRET}`))).toBe(SECRET);
  });

  it('fails: that is said, and nothing of what it printed', async () => {
    const message = await failureOfCommand(program(`echo ${SECRET}; echo ${SECRET} >&2; exit 3`));
    expect(message).toContain('has ended with 3');
    expect(message).not.toContain(SECRET);
  });

  it('is not there', async () => {
    expect(await failureOfCommand(join(folder, 'none'))).toContain('ENOENT');
  });

  it('prints nothing', async () => {
    expect(await failureOfCommand(program('exit 0'))).toContain('has printed no password');
  });

  it('prints for ever, and is ended', async () => {
    expect(await failureOfCommand(program('exec yes'))).toContain('more than any password');
  });

  it('is left where neither it nor its child ends', async () => {
    expect(await failureOfCommand(program('sleep 30 & sleep 30'), 50)).toContain('has not ended within');
  });

  it('can’t be carried out without a shell', async () => {
    expect(await failureOfCommand(`cat ${folder}/x | head -1`)).toContain('without a shell');
  });
});
