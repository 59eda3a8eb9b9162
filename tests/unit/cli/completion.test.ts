import { describe, expect, it } from 'vitest';
import { bashCompletion } from '../../../app/cli/completion/bash';
import { fishCompletion } from '../../../app/cli/completion/fish';
import { completedCommands } from '../../../app/cli/completion/tree';
import { zshCompletion } from '../../../app/cli/completion/zsh';
import { newProgram } from '../../../app/cli/program';

const commands = completedCommands(newProgram(() => undefined));
const find = (path: string) => commands.find((command) => command.path === path);
const optionOf = (path: string, flag: string) =>
  find(path)?.options.find(({ flags }) => flags.includes(flag));

describe('completedCommands', () => {
  it('knows the values of options by their placeholders', () => {
    expect(optionOf('dump', '--source')?.values).toEqual({ kind: 'connections' });
    expect(optionOf('dump', '--out')?.values).toEqual({ kind: 'folders' });
    expect(optionOf('load', '--on-existing')?.values).toMatchObject({ kind: 'choices' });
    expect(optionOf('load', '--json')?.values).toEqual({ kind: 'none' });
    expect(optionOf('load', '--threads')?.values).toEqual({ kind: 'free' });
    expect(find('run')?.argument).toEqual({ kind: 'jobs' });
  });

  it('hides what only scripts call', () => {
    expect(find('completion')?.commands).toEqual([]);
  });
});

const SCRIPTS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion } as const;

describe.each(Object.entries(SCRIPTS))('the script for %s', (shell, script) => {
  const text = script(commands);

  it('has each command and each option', () => {
    const spelled = (flag: string) =>
      shell === 'fish' ? flag.replace(/^--/, '-l ').replace(/^-(?=\w$)/, '-s ') : flag;
    for (const { path, options } of commands) {
      for (const word of path.split(' ')) expect(text).toContain(word);
      for (const flag of options.flatMap(({ flags }) => flags))
        expect(text, `${path} ${flag}`).toContain(spelled(flag));
    }
  });

  it('asks for the names of connections and jobs', () => {
    expect(text).toMatch(/sluice completion names/);
  });
});
