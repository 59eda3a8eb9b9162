import type { CatalogTree } from '../../../app/contract/catalog';
import type { Profile } from '../../../app/contract/connections/connection';
import type { DumpSummary } from '../../../app/contract/runs/dump-folder';
import type { LoadOptions } from '../../../app/contract/runs/options';
import type { Remote } from '../../state/remote/remote';
import { text } from '../../text';

interface Progress {
  readonly target: Profile | null;
  readonly tree: Remote<CatalogTree>;
  readonly isNamed: boolean;
  readonly isThere: boolean;
  readonly summary: DumpSummary;
  readonly options: LoadOptions | null;
}

/** First missing input before the load can start, in the order of the screen. */
export function blockingReason({
  target,
  tree,
  isNamed,
  isThere,
  summary,
  options,
}: Progress): string | null {
  const { notYet } = text.load;
  if (!isThere && summary.stillToCome !== null) return notYet.follow;
  if (!isThere) return summary.end === null ? notYet.unfinished : notYet.refused;
  if (target === null) return notYet.target;
  if (tree.kind === 'failed') return notYet.unread;
  if (tree.kind !== 'ready') return tree.kind === 'loading' ? notYet.reading : null;
  if (!isNamed) return notYet.names;
  return options === null ? null : notYet.confirm;
}
