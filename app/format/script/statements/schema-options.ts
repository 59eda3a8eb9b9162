import { withoutComments } from '../../sql/outside-quotes';
import { CREATE_SCHEMA } from './statement';

const VERSION_COMMENT = /\/\*M?!/g;

/**
 * Returns the options of a CREATE DATABASE as they stand behind its name, without comments that no server reads; empty for
 * none. Pure.
 */
export function schemaOptions(create: string): string {
  const [head = ''] = CREATE_SCHEMA.exec(create) ?? [];
  const options = withoutComments(create.slice(head.length)).trim();
  const opened = options.match(VERSION_COMMENT)?.length ?? 0;
  const closed = options.match(/\*\//g)?.length ?? 0;
  // The statement, or IF NOT EXISTS and the name, may stand in a version comment.
  const [first, last] = [/^\*\//, /\*\/$/];
  const whole = closed > opened ? options.replace(first.test(options) ? first : last, '').trim() : options;
  return whole === '' ? '' : ` ${whole}`;
}
