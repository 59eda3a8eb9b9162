import { changed, threadsWords, definersWords, dumpSelectionWords } from '../contract/commands/words';
import { DUMP_DEFAULTS, type Compression, type DumpOptions } from '../contract/runs/options';

/**
 * Returns the words of the command line that makes exactly this dump. Options at their defaults are left out, and so is
 * every secret: the command line gets the password as usual.
 */
export function dumpCommand(source: string, folder: string, options: DumpOptions): readonly string[] {
  return [
    'sluice',
    'dump',
    '--source',
    source,
    '--out',
    folder,
    ...dumpSelectionWords(options.selection),
    ...threadsWords(options.threads),
    ...changed(
      '--compression',
      compressionWord(options.compression),
      compressionWord(DUMP_DEFAULTS.compression),
    ),
    ...changed('--chunk-bytes', options.bytesPerChunk, DUMP_DEFAULTS.bytesPerChunk),
    ...changed('--memory-limit', options.memoryLimitBytes, DUMP_DEFAULTS.memoryLimitBytes),
    ...changed('--consistency', options.consistency, DUMP_DEFAULTS.consistency),
    ...changed('--non-transactional', options.nonTransactional, DUMP_DEFAULTS.nonTransactional),
    ...changed('--json-check', options.jsonCheck, DUMP_DEFAULTS.jsonCheck),
    ...changed('--row-versions', options.history, DUMP_DEFAULTS.history),
    ...definersWords(options.definers),
    ...changed(
      '--lock-wait-timeout',
      options.lockWaitTimeoutMs / 1000,
      DUMP_DEFAULTS.lockWaitTimeoutMs / 1000,
    ),
    ...changed('--long-queries', options.longQueries, DUMP_DEFAULTS.longQueries),
    ...(options.requireComplete ? ['--require-complete'] : []),
  ];
}

function compressionWord(compression: Compression): string {
  return compression.kind === 'none' ? 'none' : `zstd:${compression.level}`;
}
