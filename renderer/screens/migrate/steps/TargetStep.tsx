import { contents, indexPolicies } from '../../../../app/contract/runs/options';
import { Accounts } from '../../../features/accounts/Accounts';
import { ChoiceField } from '../../../parts/controls/ChoiceField';
import { ConnectionSelect } from '../../../features/connection/ConnectionSelect';
import { DefinersField } from '../../../features/definers/DefinersField';
import { ExistingField } from '../../../features/existing-tables/ExistingField';
import { FailureNotice } from '../../../parts/notices/FailureNotice';
import { Field } from '../../../parts/controls/Field';
import { MissingPrimaryKeyField } from '../../../features/missing-primary-key/MissingPrimaryKeyField';
import { ProductionGuard } from '../../../features/production-guard/ProductionGuard';
import { StartPractice } from '../../../features/connection/StartPractice';
import { Group, Steps } from '../../../parts/layout/Steps';
import stepStyles from '../../../parts/layout/Steps.module.css';
import { ThreadsField } from '../../../features/threads/ThreadsField';
import { isReachable, useConnections } from '../../../state/servers/connections';
import { showMigrateInto } from '../../../state/app/navigation';
import { text } from '../../../text';
import type { StepProps } from '../step-props';
import { Names } from '../names/Names';
import { StepButtons } from './StepButtons';
import type { Wizard } from '../use-migration';

/** Target, names and options of the migration. */
export function TargetStep({ wizard, onStep }: StepProps) {
  return (
    <Steps
      main={<Names wizard={wizard} />}
      groups={
        <>
          <Target wizard={wizard} />
          <Settings wizard={wizard} />
          {wizard.accounts.length > 0 && (
            <Accounts
              accounts={wizard.accounts}
              chosen={wizard.choices}
              explain={text.migrate.accountsExplain}
              allLabel={text.migrate.accountsAll}
              testId="migrate"
              onChosen={wizard.choose}
            />
          )}
        </>
      }
      start={<StepButtons step="target" wizard={wizard} onStep={onStep} />}
    />
  );
}

function Target({ wizard }: { readonly wizard: Wizard }) {
  const { target, targetTree, isSameServer, guard, confirmed, confirm } = wizard;
  const practice = useConnections((state) => state.practice);
  return (
    <Group title={text.migrate.target}>
      <Field label={text.load.targetServer} hint={isSameServer ? text.migrate.same : undefined}>
        {(ids) => (
          <ConnectionSelect
            {...ids}
            testId="migrate-target"
            value={target?.id ?? null}
            onValue={showMigrateInto}
          />
        )}
      </Field>
      {targetTree.kind === 'failed' && <FailureNotice failure={targetTree.failure} tone="failed" />}
      {targetTree.kind === 'loading' && <p className={stepStyles.under}>{text.common.readingServer}</p>}
      {target !== null && !isReachable(target, practice) && <StartPractice profile={target} />}
      {guard !== null && (
        <ProductionGuard
          explain={text.migrate.guardExplain(guard.name)}
          guard={guard}
          confirmed={confirmed}
          onConfirmed={confirm}
        />
      )}
    </Group>
  );
}

const MIGRATED_EVENTS = ['disabled', 'source'] as const;

function Settings({ wizard: { taken, take, choices, choose } }: { readonly wizard: Wizard }) {
  return (
    <Group title={text.load.options}>
      <ChoiceField
        label={text.load.content}
        testId="migrate-content"
        value={taken.content}
        values={contents}
        texts={text.load.contentKinds}
        onValue={(content) => {
          take({ ...taken, content });
        }}
      />
      <ExistingField
        testId="migrate-policy"
        value={choices.onExisting}
        content={taken.content}
        onValue={(onExisting) => {
          choose({ onExisting });
        }}
      />
      {taken.content !== 'structure' && (
        <ChoiceField
          label={text.load.indexes}
          testId="migrate-indexes"
          value={choices.indexes}
          values={indexPolicies}
          texts={text.load.indexModes}
          onValue={(indexes) => {
            choose({ indexes });
          }}
        />
      )}
      <DefinersField
        testId="migrate-definers"
        value={choices.definers}
        texts={text.migrate.definerModes}
        onValue={(definers) => {
          choose({ definers });
        }}
      />
      {taken.content !== 'data' && (
        <MissingPrimaryKeyField
          testId="migrate-missing-primary-key"
          value={choices.missingPrimaryKey}
          onValue={(missingPrimaryKey) => {
            choose({ missingPrimaryKey });
          }}
        />
      )}
      {taken.content !== 'data' && (
        <ChoiceField
          label={text.migrate.events}
          hint={text.migrate.eventsHint}
          testId="migrate-event-status"
          value={choices.eventStatus === 'source' ? 'source' : 'disabled'}
          values={MIGRATED_EVENTS}
          texts={text.migrate.eventStatuses}
          onValue={(eventStatus) => {
            choose({ eventStatus });
          }}
        />
      )}
      <ThreadsField
        value={choices.threads}
        testId="migrate-threads"
        onValue={(threads) => {
          choose({ threads });
        }}
      />
    </Group>
  );
}
