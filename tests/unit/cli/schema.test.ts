import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { newProgram } from '../../../app/cli/program';
import { jsonSchemaOf, OUTPUT_LINES } from '../../../app/contract/output/schemas';

/** Commands below one with --json that print no JSON, or print a file of their own. */
const WITHOUT_LINES = new Set([
  'connections',
  'connections password',
  'connections export',
  'jobs',
  'jobs export',
]);

function commandsWithJson(command: Command, path: readonly string[], inherited = false): readonly string[] {
  const has = inherited || command.options.some(({ long }) => long === '--json');
  return [
    ...(has ? [path.join(' ')] : []),
    ...command.commands.flatMap((child) => commandsWithJson(child, [...path, child.name()], has)),
  ];
}

describe('the JSON schemas', () => {
  it('are of exactly the commands that have --json', () => {
    const commands = commandsWithJson(
      newProgram(() => undefined),
      [],
    ).filter((name) => !WITHOUT_LINES.has(name));
    expect(Object.keys(OUTPUT_LINES).sort()).toEqual([...commands].sort());
  });

  it.each(Object.keys(OUTPUT_LINES))('%s: lists each field that a line must have', (command) => {
    const schema = JSON.stringify(jsonSchemaOf(command));
    expect(schema).toContain('"required"');
    expect(schema).toContain('"const":"result"');
  });

  it('are none of what is no command', () => {
    expect(jsonSchemaOf('dumb')).toBeNull();
  });
});
