import type { Option } from 'commander';
import { suitableThreads, THREADS_BOUNDS } from '../engine/threads';
import { DUMP_DEFAULTS, type Compression } from '../contract/runs/options';
import { programText } from '../text/cli/program';

const THREADS = programText.threadsDefault(THREADS_BOUNDS.least, THREADS_BOUNDS.most);
const MIB = 1_048_576;
const MB = 1_000_000;

/** Values that are objects, written as the command line reads them. */
const WORDS: ReadonlyMap<unknown, string> = new Map<unknown, string>([
  [DUMP_DEFAULTS.compression, compressionText(DUMP_DEFAULTS.compression)],
  [DUMP_DEFAULTS.definers, DUMP_DEFAULTS.definers.kind],
]);

/** Describes an option for `--help`, with its choices and its default as a person writes them. */
export function describeOption(option: Option): string {
  const { description, argChoices, flags } = option;
  const value = defaultText(flags, option.defaultValue as unknown);
  const extra = [
    ...(argChoices === undefined ? [] : [programText.choices(argChoices)]),
    ...(value === null ? [] : [programText.default(value)]),
  ];
  return extra.length === 0 ? description : `${description} (${extra.join('; ')})`;
}

/** Formats a default as the option would read it; null for switches and empty lists, where it says nothing. */
function defaultText(flags: string, value: unknown): string | null {
  const word = WORDS.get(value);
  if (word !== undefined) return word;
  if (flags.includes('--threads') && value === suitableThreads()) return THREADS;
  if (typeof value === 'number') return flags.includes('<size>') ? sizeText(value) : String(value);
  return typeof value === 'string' && value !== '' ? value : null;
}

function compressionText(compression: Compression): string {
  return compression.kind === 'none' ? 'none' : `zstd:${compression.level}`;
}

function sizeText(bytes: number): string {
  if (bytes % MIB === 0) return `${bytes / MIB}MiB`;
  return bytes % MB === 0 ? `${bytes / MB}MB` : String(bytes);
}
