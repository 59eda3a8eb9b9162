import type { DumpProof } from '../../../app/contract/proof/certificate';
import type { FolderChoice } from '../../../app/contract/runs/folder-choice';
import { request } from '../remote/bridge';
import { useRemote } from '../remote/use-remote';

/** A dump of a list: the run that wrote it, or the folder that was found. */
export type ListedDump =
  | { readonly kind: 'history'; readonly runId: string }
  | { readonly kind: 'folder'; readonly choice: FolderChoice };

/**
 * Asks for the proof of a dump, which lies beside it; null while nobody knows, and where there is none. A folder that is gone
 * or does not answer has none.
 *
 * @param from null where there is no dump
 */
export function useProof(from: ListedDump | null, madeAt: number): DumpProof | null {
  const proof = useRemote(keyOf(from, madeAt), async () => {
    if (from === null) return null;
    const { handle } =
      from.kind === 'folder' ? from.choice : await request('runs/folder', { runId: from.runId });
    return await request('folders/proof', { handle, madeAt });
  });
  return proof.kind === 'ready' ? proof.value : null;
}

function keyOf(from: ListedDump | null, madeAt: number): string | null {
  if (from === null) return null;
  return `${from.kind === 'folder' ? from.choice.display : from.runId} ${String(madeAt)}`;
}
