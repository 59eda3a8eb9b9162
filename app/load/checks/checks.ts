import { decideAccounts } from '../../target/accounts/plan';
import type { Check, PlannedRun } from '../../target/checks';
import { assertMethodFits, type MethodDecision } from '../../target/rows/method';
import { assertPacketsSuffice } from '../../target/rows/packet-size';
import { assertHistoryFits } from '../../target/tables/row-versions';
import { loadedAccounts } from '../definitions/accounts';
import { assertStatementsWanted } from '../statements';
import type { DumpSource } from '../dump-source/dump-source';
import { planGtid } from '../gtid';
import { assertTriggersFit } from './fired-triggers';
import { assertTimeZonesKnown } from './time-zones';

/** A load from a dump. */
export interface PlannedLoad extends PlannedRun {
  readonly source: DumpSource;
  readonly method: () => Promise<MethodDecision>;
}

/** Checks of a load alone, in their order; the dry run collects the failures of all of them. */
export const LOAD_CHECKS: readonly Check<PlannedLoad>[] = [
  ({ source, dump }) => {
    source.assertSound(dump);
  },
  async ({ dump, options }) => {
    // A damaged file of checksums is found before the rows are loaded.
    if (options.verify === 'checksum') await dump.recordedChecksums?.read();
  },
  ({ dump, options }) => {
    assertStatementsWanted(dump, options);
  },
  ({ dump, options }) => {
    assertTriggersFit(dump, options);
  },
  async ({ dump, method }) => {
    assertMethodFits(dump, await method());
  },
  ({ session, dump, options }) => assertPacketsSuffice(session, dump, options),
  ({ session, dump }) => assertHistoryFits(session, dump),
  ({ session, dump }) => assertTimeZonesKnown(session, dump),
  async ({ session, dump, options }) => {
    await planGtid(session, dump.manifest, options);
  },
  async ({ session, dump, options }) => {
    const { accounts } = await loadedAccounts(session, dump, options);
    await decideAccounts(session, { dump, options, accounts });
  },
];
