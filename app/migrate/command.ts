import {
  CONTENT_WORDS,
  changed,
  threadsWords,
  definersWords,
  dumpSelectionWords,
  renameWords,
  schemaMapWords,
} from '../contract/commands/words';
import { MIGRATE_DEFAULTS, type MigrateOptions } from '../contract/runs/migrate';

/**
 * Returns the words of the command line for this migration. Options at their default are left out, and so is every
 * secret: the command line reads the passwords from its usual sources.
 */
export function migrateCommand(source: string, target: string, options: MigrateOptions): readonly string[] {
  const { fixes, confirmedTarget, users, excludeUsers } = options;
  return [
    ...['sluice', 'migrate', '--source', source, '--target', target],
    ...dumpSelectionWords({ ...options.selection, content: 'everything', users, excludeUsers }),
    ...CONTENT_WORDS[options.selection.content],
    ...schemaMapWords(options.schemaMap),
    ...renameWords(options),
    ...changed('--on-existing', options.onExisting, MIGRATE_DEFAULTS.onExisting),
    ...threadsWords(options.threads),
    ...changed('--memory-limit', options.memoryLimitBytes, MIGRATE_DEFAULTS.memoryLimitBytes),
    ...changed('--indexes', options.indexes, MIGRATE_DEFAULTS.indexes),
    ...changed('--event-status', options.eventStatus, MIGRATE_DEFAULTS.eventStatus),
    ...changed('--missing-primary-key', options.missingPrimaryKey, MIGRATE_DEFAULTS.missingPrimaryKey),
    ...changed('--consistency', options.consistency, MIGRATE_DEFAULTS.consistency),
    ...changed('--row-versions', options.history, MIGRATE_DEFAULTS.history),
    ...definersWords(options.definers),
    ...changed(
      '--lock-wait-timeout',
      options.lockWaitTimeoutMs / 1000,
      MIGRATE_DEFAULTS.lockWaitTimeoutMs / 1000,
    ),
    ...changed('--long-queries', options.longQueries, MIGRATE_DEFAULTS.longQueries),
    ...changed('--retry-for', options.reconnectMs / 1000, MIGRATE_DEFAULTS.reconnectMs / 1000),
    ...(fixes.length === 0 ? [] : ['--fix', fixes.join()]),
    ...(confirmedTarget === undefined ? [] : ['--confirm-target', confirmedTarget]),
    ...(options.requireComplete ? ['--require-complete'] : []),
    ...(options.resume ? ['--resume'] : []),
  ];
}
