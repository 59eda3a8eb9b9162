import {
  CONTENT_WORDS,
  accountWords,
  changed,
  definersWords,
  threadsWords,
  objectWords,
  renameWords,
  schemaMapWords,
} from '../contract/commands/words';
import { inputWords } from '../contract/commands/input';
import { LOAD_DEFAULTS, type LoadOptions, type LoadSelection } from '../contract/runs/options';

/**
 * Returns the words of the command line for this load, with the typed name of a production target. Options at their
 * default are left out, and so is every secret: the command line reads the password from its usual sources.
 */
export function loadCommand(target: string, folder: string, options: LoadOptions): readonly string[] {
  return [
    ...['sluice', 'load', '--target', target, '--dump', folder],
    ...inputWords(options.input),
    ...schemaMapWords(options.schemaMap),
    ...selectionWords(options.selection),
    ...accountWords(options),
    ...renameWords(options),
    ...threadsWords(options.threads),
    ...changed('--memory-limit', options.memoryLimitBytes, LOAD_DEFAULTS.memoryLimitBytes),
    ...changed('--on-existing', options.onExisting, LOAD_DEFAULTS.onExisting),
    ...changed('--indexes', options.indexes, LOAD_DEFAULTS.indexes),
    ...changed('--prefer', options.prefer, LOAD_DEFAULTS.prefer),
    ...changed('--method', options.method, LOAD_DEFAULTS.method),
    ...changed('--sort-rows', options.sortRows, LOAD_DEFAULTS.sortRows),
    ...changed('--binlog', options.binlog, LOAD_DEFAULTS.binlog),
    ...changed('--gtid', options.gtid, LOAD_DEFAULTS.gtid),
    ...(options.verify === 'checksum' ? ['--checksum'] : []),
    ...changed('--event-status', options.eventStatus, LOAD_DEFAULTS.eventStatus),
    ...changed('--missing-primary-key', options.missingPrimaryKey, LOAD_DEFAULTS.missingPrimaryKey),
    ...definersWords(options.definers),
    ...changed('--retry-for', options.reconnectMs / 1000, LOAD_DEFAULTS.reconnectMs / 1000),
    ...(options.fixes.length === 0 ? [] : ['--fix', options.fixes.join(',')]),
    ...(options.runUnknownStatements ? ['--run-unknown-statements'] : []),
    ...(options.fastUnsafe.length === 0 ? [] : ['--fast-unsafe', options.fastUnsafe.join(',')]),
    ...(options.resume ? ['--resume'] : []),
    ...(options.follow ? ['--follow'] : []),
    ...(options.confirmedTarget === undefined ? [] : ['--confirm-target', options.confirmedTarget]),
  ];
}

/** Returns the words of the selection: a load takes all of its dump by default. */
function selectionWords({ include, exclude, content }: LoadSelection): readonly string[] {
  const includesAll = include.some((rule) => rule.kind === 'schema' && /^[%*]+$/.test(rule.schema));
  return [...objectWords({ include: includesAll ? [] : include, exclude }), ...CONTENT_WORDS[content]];
}
