import type { LoadOptions, LoadSelection } from '../../../app/contract/runs/options';

/** Options that the user sets; selection and names are kept elsewhere. */
export type LoadChoices = Pick<
  LoadOptions,
  | 'threads'
  | 'memoryLimitBytes'
  | 'onExisting'
  | 'indexes'
  | 'prefer'
  | 'method'
  | 'binlog'
  | 'gtid'
  | 'verify'
  | 'eventStatus'
  | 'definers'
  | 'missingPrimaryKey'
  | 'fixes'
  | 'runUnknownStatements'
  | 'fastUnsafe'
  | 'follow'
  | 'users'
  | 'excludeUsers'
> &
  Pick<LoadSelection, 'content'>;
