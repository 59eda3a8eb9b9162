import { changed, renameWords, schemaMapWords } from '../contract/command-words';
import { DEFAULT_MEMORY_LIMIT_BYTES, type ComparisonOptions } from '../contract/options';

/** How many files or tables are read at once, where nobody says. */
export const VERIFY_THREADS = 4;

/** The words of the command line that does exactly such a comparison, without any secret. What is as by default is left out. */
export function compareCommand(
  target: string,
  folder: string,
  options: ComparisonOptions,
): readonly string[] {
  const { schemaMap, verify, threads, memoryLimitBytes } = options;
  return [
    ...['sluice', 'verify', '--dump', folder, '--target', target],
    ...schemaMapWords(schemaMap),
    ...renameWords(options),
    ...(verify === 'checksum' ? ['--checksum'] : []),
    ...changed('--threads', threads, VERIFY_THREADS),
    ...changed('--memory-limit', memoryLimitBytes, DEFAULT_MEMORY_LIMIT_BYTES),
  ];
}
