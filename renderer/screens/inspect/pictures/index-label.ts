import type { IndexLayout } from '../../../../app/contract/inspection';
import { text } from '../../../text';

/** What an index is called: a file alone does not tell names. */
export function indexLabel({ name, indexId, partition }: IndexLayout): string {
  const own = name ?? text.inspect.indexNumber(String(indexId ?? ''));
  return partition === undefined ? own : text.inspect.inPartition(own, partition);
}
