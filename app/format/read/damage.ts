import { FAILURE_CODES, type Failure } from '../../contract/failure';

/** Failure for damage to one file of a dump, and its table; a load of it is refused. */
export function damage(chunk: string, message: string, table?: string): Failure {
  return {
    code: 'dump-damaged',
    message,
    hint: FAILURE_CODES['dump-damaged'].remedy,
    chunk,
    table,
    retryable: false,
  };
}
