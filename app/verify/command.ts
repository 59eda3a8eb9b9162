import { inputWords } from '../contract/commands/input';
import {
  accountWords,
  changed,
  definersWords,
  threadsWords,
  renameWords,
  schemaMapWords,
} from '../contract/commands/words';
import { DEFAULT_MEMORY_LIMIT_BYTES, LOAD_DEFAULTS, type ComparisonOptions } from '../contract/runs/options';

/**
 * Returns the words of the command line that makes exactly this comparison, without any secret; options at their
 * defaults are left out.
 */
export function compareCommand(
  target: string,
  folder: string,
  options: ComparisonOptions,
): readonly string[] {
  const { schemaMap, verify, threads, memoryLimitBytes, definers, missingPrimaryKey, input } = options;
  return [
    'sluice',
    'verify',
    '--dump',
    folder,
    ...inputWords(input),
    '--target',
    target,
    ...schemaMapWords(schemaMap),
    ...renameWords(options),
    ...accountWords(options),
    ...definersWords(definers),
    ...changed('--missing-primary-key', missingPrimaryKey, LOAD_DEFAULTS.missingPrimaryKey),
    ...(verify === 'checksum' ? ['--checksum'] : []),
    ...threadsWords(threads),
    ...changed('--memory-limit', memoryLimitBytes, DEFAULT_MEMORY_LIMIT_BYTES),
  ];
}
