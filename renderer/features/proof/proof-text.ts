import type { DumpProof } from '../../../app/contract/proof/certificate';
import { formatEta } from '../../../app/contract/quantities';
import { formatAgo } from '../../parts/display/date-time';
import { text } from '../../text';

/** `Proved 2 days ago, restore takes about 14 min`. */
export function proofText({ provedAt, loadSeconds }: DumpProof, now = Date.now()): string {
  const ms = loadSeconds * 1000;
  return text.common.proved(formatAgo(provedAt, now), formatEta({ low: ms, high: ms }));
}
