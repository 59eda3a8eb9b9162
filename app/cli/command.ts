import { Command, InvalidArgumentError, type Argument, type Option } from 'commander';
import { similarTo } from '../catalog/selection/similar-names';
import { takes, usageFailures } from '../text/cli/usage';
import { withoutDsnPassword } from './options/dsn';
import { otherToolsTopic } from './options/other-tools';

/**
 * A command whose usage errors are failures with sentences of the catalogue. It overrides what commander calls for each
 * kind of error, whose own sentences are English; an error of another kind keeps commander's sentence.
 */
export class SluiceCommand extends Command {
  override createCommand(name?: string): Command {
    return new SluiceCommand(name);
  }

  override error(message: string): never {
    throw usageFailures.other({ message });
  }

  missingArgument(name: string): never {
    throw usageFailures.argumentMissing({ name, usage: `${pathOf(this)} ${this.usage()}` });
  }

  optionMissingArgument({ flags }: Option): never {
    throw usageFailures.valueMissing({ option: flags });
  }

  /**
   * Names all that are missing, for commander stops at the first. A word that belongs nowhere comes before them: it may
   * be one of them, misspelt, or the value of one.
   */
  missingMandatoryOptionValue(): never {
    const unknown = this.args.find((word) => /^-./.test(word));
    if (unknown !== undefined) this.unknownOption(unknown);
    const missing = this.options.filter(
      (option) => option.mandatory && this.getOptionValue(option.attributeName()) === undefined,
    );
    const options = missing.map(({ flags }) => flags);
    if (this.args.length > this.registeredArguments.length) this.#refuseExcess(this.args, options);
    throw usageFailures.optionsMissing({ options, command: pathOf(this) });
  }

  _conflictingOption(one: Option, other: Option): never {
    throw usageFailures.conflict({ one: one.flags, other: other.flags });
  }

  /**
   * Prints the help that is asked for; for mysqldump's users -h is the host, and help that is taken for success would be a
   * backup that nobody has made.
   */
  _outputHelpIfRequested(unknown: readonly string[]): void {
    if (this.commands.length === 0 && !unknown.includes('--help')) this.#refuseHost(unknown);
    if (unknown.some((word) => word === '-h' || word === '--help')) this.help();
  }

  #refuseHost(unknown: readonly string[]): void {
    const at = unknown.findIndex((word) => word.startsWith('-h'));
    if (at < 0) return;
    const other = unknown.findIndex((word) => /^-./.test(word) && !word.startsWith('-h'));
    const host = unknown[at]?.slice('-h'.length) || unknown[at + 1];
    const isHost = host !== undefined && !host.startsWith('-');
    if (other >= 0 && (other < at || !isHost)) this.unknownOption(unknown[other] ?? '');
    if (isHost) throw usageFailures.helpAlone({ command: pathOf(this), word: withoutDsnPassword(host) });
  }

  unknownOption(word: string): never {
    const option = nameInOption(word);
    const known = this.createHelp()
      .visibleOptions(this)
      .flatMap(({ long }) => long ?? []);
    const near = option.startsWith('--') ? similarTo(option, known) : undefined;
    throw usageFailures.unknownOption({
      option,
      near,
      elsewhere: otherToolsTopic(option),
      usage: this.registeredArguments.length === 0 ? undefined : `${pathOf(this)} ${this.usage()}`,
      command: pathOf(this),
    });
  }

  unknownCommand(name = this.args[0] ?? ''): never {
    const known = this.createHelp()
      .visibleCommands(this)
      .map((command) => command.name());
    throw usageFailures.unknownCommand({ name, near: similarTo(name, known), command: pathOf(this) });
  }

  /** Prints the help that `help NAME` asks for; without a name, and for itself, it is that of all commands. */
  _dispatchHelpCommand(name = 'help'): never {
    const asked = name === 'help' ? this : this.commands.find((command) => command.name() === name);
    return asked === undefined ? this.unknownCommand(name) : asked.help();
  }

  _excessArguments(args: readonly string[]): never {
    this.#refuseExcess(args, []);
  }

  #refuseExcess(args: readonly string[], missing: readonly string[]): never {
    const expected = this.registeredArguments.length;
    const first = withoutDsnPassword(args[expected] ?? '');
    throw usageFailures.tooManyArguments({ command: pathOf(this), expected, first, missing });
  }

  /** Reads a value, of which the parser's message says what it must be. */
  _callParseArg(target: Option | Argument, value: string, previous: unknown): unknown {
    try {
      return target.parseArg?.(value, previous);
    } catch (error) {
      if (!(error instanceof InvalidArgumentError)) throw error;
      const { argChoices } = target;
      const problem = argChoices === undefined ? error.message : takes.oneOf(argChoices);
      throw usageFailures.badValue({ option: nameOf(target), value, problem });
    }
  }
}

/** Words that call a command, `sluice jobs remove`. */
function pathOf(command: Command): string {
  return command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`;
}

/** Returns an option without its value, which may be a password: `--password=x`, and `-px` where another tool has `-p`. */
function nameInOption(word: string): string {
  const [name = ''] = word.split('=');
  const short = word.slice(0, 2);
  return !word.startsWith('--') && otherToolsTopic(short) !== undefined ? short : name;
}

function nameOf(target: Option | Argument): string {
  return 'flags' in target ? target.flags : `<${target.name()}>`;
}
