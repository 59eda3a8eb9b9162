import { changed, threadsWords, definersWords, dumpSelectionWords } from '../contract/commands/words';
import type { Packing } from '../contract/dump-output';
import { DUMP_DEFAULTS, type DumpOptions } from '../contract/runs/options';

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
    ...formatWords(options),
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

function formatWords({ output, compression }: DumpOptions): readonly string[] {
  if (output.kind !== 'shell')
    return ['--format', output.kind, '--compression', compressionWord(output.packing)];
  return changed('--compression', compressionWord(compression), compressionWord(DUMP_DEFAULTS.compression));
}

function compressionWord(compression: Packing): string {
  return compression.kind === 'none' ? 'none' : `${compression.kind}:${compression.level}`;
}
