import type { Command, Option } from 'commander';
import { isRepeatable } from './arguments';
import { usageFailures } from '../../text/cli/usage';

/**
 * Makes a second value of an option that takes one a usage error, in a command and all below it: commander would pass over
 * the first in silence.
 */
export function refuseSecondValues(command: Command): void {
  for (const option of command.options) if (takesOneValue(option)) refuseSecond(command, option);
  command.commands.forEach(refuseSecondValues);
}

export function takesOneValue({ required, optional, variadic, parseArg }: Option): boolean {
  const isAdding = variadic || (parseArg !== undefined && isRepeatable(parseArg));
  return (required || optional) && !isAdding;
}

function refuseSecond(command: Command, option: Option): void {
  let given = false;
  command.on(`option:${option.name()}`, () => {
    if (given) throw usageFailures.givenTwice({ option: option.flags });
    given = true;
  });
}
