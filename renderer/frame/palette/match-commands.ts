import type { MenuCommand } from '../../../app/contract/channels';

export interface Command {
  readonly id: string;
  /** The item of the menu that does the same, and has a shortcut. */
  readonly key?: MenuCommand;
  readonly label: string;
  readonly run: () => void;
}

/** The commands that hold every word of the query, in their order. */
export function matchCommands(commands: readonly Command[], query: string): readonly Command[] {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return commands.filter((command) => words.every((word) => command.label.toLowerCase().includes(word)));
}
