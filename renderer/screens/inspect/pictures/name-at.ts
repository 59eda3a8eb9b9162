import type { Inspection } from '../../../../app/contract/pages/inspection';
import type { DrawnIndex } from '../../../state/inspect/before';
import { text } from '../../../text';
import { indexLabel } from './index-label';

/** The name of an index by its place among those of a file. */
export function nameAt({ indexes }: Inspection, { file }: DrawnIndex, place: number): string {
  const indexId = file.indexes[place]?.indexId;
  if (indexId === undefined) return text.inspect.otherPages;
  const index = indexes.find((candidate) => candidate.indexId === indexId);
  return index === undefined ? text.inspect.indexNumber(String(indexId)) : indexLabel(index);
}
