import type { CatalogTree } from '../../../../app/contract/catalog';
import type { Profile, Vendor } from '../../../../app/contract/connections/connection';
import type { DumpSummary } from '../../../../app/contract/runs/dump-folder';
import type { Guard } from '../../../../app/contract/connections/guard';
import {
  binlogChoices,
  contents,
  eventStatuses,
  gtidChoices,
  indexPolicies,
  loadMethods,
  loadPreferences,
  loadVerifications,
} from '../../../../app/contract/runs/options';
import { Accounts } from '../../../features/accounts/Accounts';
import { DefinersField } from '../../../features/definers/DefinersField';
import { ConnectionSelect } from '../../../features/connection/ConnectionSelect';
import { FailureNotice } from '../../../parts/notices/FailureNotice';
import { ChoiceField } from '../../../parts/controls/ChoiceField';
import { ExistingField } from '../../../features/existing-tables/ExistingField';
import { Field } from '../../../parts/controls/Field';
import { MissingPrimaryKeyField } from '../../../features/missing-primary-key/MissingPrimaryKeyField';
import { ProductionGuard } from '../../../features/production-guard/ProductionGuard';
import { StartPractice } from '../../../features/connection/StartPractice';
import { Group } from '../../../parts/layout/Steps';
import { ThreadsField } from '../../../features/threads/ThreadsField';
import { isReachable, useConnections } from '../../../state/servers/connections';
import { showLoadInto } from '../../../state/app/navigation';
import type { Remote } from '../../../state/remote/remote';
import { text } from '../../../text';
import { OtherVendor } from './OtherVendor';
import { Follow } from './Follow';
import type { LoadChoices } from '../load-choices';
import { ConversionRules } from './ConversionRules';
import { SpeedUps } from './SpeedUps';
import { UnknownStatements } from './UnknownStatements';

interface LoadSettingsProps {
  readonly target: Profile | null;
  readonly tree: Remote<CatalogTree>;
  /** Vendor of the server that was dumped. */
  readonly dumpVendor: Vendor;
  /** Content of the dump. */
  readonly accounts: readonly string[];
  /** True if the dump is not finished, and somebody goes on writing it. */
  readonly isBeingWritten: boolean;
  readonly unknown: DumpSummary['unknownStatements'];
  readonly choices: LoadChoices;
  readonly onChoices: (choices: LoadChoices) => void;
  /** Guard of the target's server; null where there is none. */
  readonly guard: Guard | null;
  readonly confirmed: string;
  readonly onConfirmed: (typed: string) => void;
}

export function LoadSettings({
  target,
  tree,
  dumpVendor,
  accounts,
  isBeingWritten,
  unknown,
  choices,
  onChoices,
  guard,
  confirmed,
  onConfirmed,
}: LoadSettingsProps) {
  const practice = useConnections((state) => state.practice);
  return (
    <>
      <Group title={text.load.target}>
        <Field label={text.load.targetServer}>
          {(ids) => (
            <ConnectionSelect
              {...ids}
              testId="load-target"
              value={target?.id ?? null}
              onValue={showLoadInto}
            />
          )}
        </Field>
        {tree.kind === 'failed' && <FailureNotice failure={tree.failure} tone="failed" />}
        {target !== null && tree.kind === 'ready' && tree.value.vendor !== dumpVendor && (
          <OtherVendor target={target} dump={dumpVendor} server={tree.value.vendor} />
        )}
        {target !== null && !isReachable(target, practice) && <StartPractice profile={target} />}
        {guard !== null && (
          <ProductionGuard
            explain={text.load.guardExplain(guard.name)}
            guard={guard}
            confirmed={confirmed}
            onConfirmed={onConfirmed}
          />
        )}
      </Group>
      {(isBeingWritten || choices.follow) && (
        <Follow
          follows={choices.follow}
          onFollows={(follow) => {
            onChoices({ ...choices, follow });
          }}
        />
      )}
      {unknown.count > 0 && (
        <UnknownStatements
          statements={unknown}
          runs={choices.runUnknownStatements}
          onRuns={(runUnknownStatements) => {
            onChoices({ ...choices, runUnknownStatements });
          }}
        />
      )}
      <Group title={text.load.options}>
        <ChoiceField
          label={text.load.content}
          testId="load-content"
          value={choices.content}
          values={contents}
          texts={text.load.contentKinds}
          onValue={(content) => {
            onChoices({ ...choices, content });
          }}
        />
        <ExistingField
          testId="load-policy"
          value={choices.onExisting}
          content={choices.content}
          onValue={(onExisting) => {
            onChoices({ ...choices, onExisting });
          }}
        />
        <ChoiceField
          label={text.load.indexes}
          testId="load-indexes"
          value={choices.indexes}
          values={indexPolicies}
          texts={text.load.indexModes}
          onValue={(indexes) => {
            onChoices({ ...choices, indexes });
          }}
        />
        <ChoiceField
          label={text.load.prefer}
          hint={text.load.preferHint}
          testId="load-prefer"
          value={choices.prefer}
          values={loadPreferences}
          texts={text.load.preferences}
          onValue={(prefer) => {
            onChoices({ ...choices, prefer });
          }}
        />
        <ChoiceField
          label={text.load.method}
          testId="load-method"
          value={choices.method}
          values={loadMethods}
          texts={text.load.methods}
          onValue={(method) => {
            onChoices({ ...choices, method });
          }}
        />
        <ChoiceField
          label={text.load.binlog}
          testId="load-binlog"
          value={choices.binlog}
          values={binlogChoices}
          texts={text.load.binlogs}
          onValue={(binlog) => {
            onChoices({ ...choices, binlog });
          }}
        />
        <ChoiceField
          label={text.load.gtid}
          testId="load-gtid"
          value={choices.gtid}
          values={gtidChoices}
          texts={text.load.gtids}
          onValue={(gtid) => {
            onChoices({ ...choices, gtid });
          }}
        />
        <ChoiceField
          label={text.load.verify}
          testId="load-verify"
          value={choices.verify}
          values={loadVerifications}
          texts={text.load.verifications}
          onValue={(verify) => {
            onChoices({ ...choices, verify });
          }}
        />
        {choices.content !== 'data' && (
          <DefinersField
            testId="load-definers"
            value={choices.definers}
            texts={text.load.definerModes}
            onValue={(definers) => {
              onChoices({ ...choices, definers });
            }}
          />
        )}
        {choices.content !== 'data' && (
          <MissingPrimaryKeyField
            testId="load-missing-primary-key"
            value={choices.missingPrimaryKey}
            onValue={(missingPrimaryKey) => {
              onChoices({ ...choices, missingPrimaryKey });
            }}
          />
        )}
        {choices.content !== 'data' && (
          <ChoiceField
            label={text.load.events}
            hint={text.load.eventsHint}
            testId="load-event-status"
            value={choices.eventStatus}
            values={eventStatuses}
            texts={text.load.eventStatuses}
            onValue={(eventStatus) => {
              onChoices({ ...choices, eventStatus });
            }}
          />
        )}
        <ThreadsField
          value={choices.threads}
          testId="load-threads"
          onValue={(threads) => {
            onChoices({ ...choices, threads });
          }}
        />
      </Group>
      {choices.content !== 'data' && (
        <ConversionRules
          chosen={choices.fixes}
          onChosen={(fixes) => {
            onChoices({ ...choices, fixes });
          }}
        />
      )}
      {accounts.length > 0 && (
        <Accounts
          accounts={accounts}
          chosen={choices}
          explain={text.load.accountsExplain}
          allLabel={text.load.accountsAll}
          testId="load"
          onChosen={(chosen) => {
            onChoices({ ...choices, ...chosen });
          }}
        />
      )}
      <SpeedUps
        chosen={choices.fastUnsafe}
        onChosen={(fastUnsafe) => {
          onChoices({ ...choices, fastUnsafe });
        }}
      />
    </>
  );
}
