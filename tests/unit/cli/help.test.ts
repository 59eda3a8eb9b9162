import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { newProgram } from '../../../app/cli/program';

function helpOf(name: string): string {
  const command = newProgram(() => undefined).commands.find((child) => child.name() === name);
  if (command === undefined) throw new Error(`There is no command ${name}`);
  return command.helpInformation().replace(/\s+/g, ' ');
}

function descendants(command: Command): readonly Command[] {
  return command.commands.flatMap((child) => [child, ...descendants(child)]);
}

describe('help', () => {
  it.each([
    ['--memory-limit', '(default: 256MiB)'],
    ['--compression', '(default: zstd:1)'],
    ['--chunk-bytes', '(default: 64MB)'],
    ['--definers', '(default: keep)'],
    ['--threads', '(default: one per core, 4 to 16)'],
    ['--consistency', '(choices: auto, lock-tables, none; default: auto)'],
  ])('prints the default of %s as it is typed', (flag, text) => {
    const help = helpOf('dump');
    expect(help.slice(help.indexOf(`${flag} <`))).toMatch(
      new RegExp(`^[^(]*${text.replace(/[()]/g, '\\$&')}`),
    );
  });

  it('prints no default that says nothing', () => {
    for (const command of descendants(newProgram(() => undefined))) {
      expect(command.helpInformation()).not.toMatch(/default: (?:\[|\{|"|false|true|\))/);
    }
  });

  it('begins each command’s description with a verb', () => {
    for (const command of descendants(newProgram(() => undefined))) {
      expect(command.description()).toMatch(/^(?!The |What )[A-Z][a-z]+ /);
    }
  });
});
