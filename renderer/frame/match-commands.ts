export interface Command {
  readonly id: string;
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
