import type { IndexLayout } from '../../../../app/contract/pages/inspection';
import { text } from '../../../text';

/** Name of an index; its number where only a file was read. */
export function indexLabel({ name, indexId, partition }: IndexLayout): string {
  const own = name ?? text.inspect.indexNumber(String(indexId ?? ''));
  return partition === undefined ? own : text.inspect.inPartition(own, partition);
}
