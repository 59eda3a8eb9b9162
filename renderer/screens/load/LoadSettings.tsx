import type { CatalogTree } from '../../../app/contract/catalog';
import type { Profile } from '../../../app/contract/connection';
import {
  indexPolicies,
  loadPreferences,
  onExistingPolicies,
  type OnExisting,
} from '../../../app/contract/options';
import { ConnectionSelect } from '../../parts/ConnectionSelect';
import { FailureNotice } from '../../parts/FailureNotice';
import { Field } from '../../parts/Field';
import { ProductionGuard } from '../../parts/ProductionGuard';
import { Select } from '../../parts/Select';
import { StartPractice } from '../../parts/StartPractice';
import { Group } from '../../parts/Steps';
import { ThreadsField } from '../../parts/ThreadsField';
import { isReachable, useConnections } from '../../state/connections';
import { showLoadInto } from '../../state/navigation';
import type { Remote } from '../../state/remote';
import { text } from '../../text';
import type { LoadChoices } from './LoadForm';
import styles from './LoadScreen.module.css';

const warnings: Readonly<Partial<Record<OnExisting, string>>> = {
  drop: text.load.policyDanger,
  truncate: text.load.policyTruncate,
};

interface LoadSettingsProps {
  readonly target: Profile | null;
  readonly tree: Remote<CatalogTree>;
  readonly choices: LoadChoices;
  readonly onChoices: (choices: LoadChoices) => void;
  readonly confirmed: string;
  readonly onConfirmed: (typed: string) => void;
}

export function LoadSettings({
  target,
  tree,
  choices,
  onChoices,
  confirmed,
  onConfirmed,
}: LoadSettingsProps) {
  const practice = useConnections((state) => state.practice);
  const warning = warnings[choices.onExisting];
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
        {target !== null && !isReachable(target, practice) && <StartPractice profile={target} />}
        {target?.environment === 'production' && (
          <ProductionGuard
            explain={text.load.guardExplain(target.name)}
            confirmed={confirmed}
            onConfirmed={onConfirmed}
          />
        )}
      </Group>
      <Group title={text.load.options}>
        <Field label={text.load.policy}>
          {(ids) => (
            <Select
              {...ids}
              testId="load-policy"
              value={choices.onExisting}
              options={onExistingPolicies.map((value) => ({ value, text: text.load.policies[value] }))}
              onValue={(value) => {
                const onExisting = onExistingPolicies.find((policy) => policy === value);
                if (onExisting !== undefined) onChoices({ ...choices, onExisting });
              }}
            />
          )}
        </Field>
        {warning !== undefined && <p className={styles.danger}>{warning}</p>}
        <Field label={text.load.indexes}>
          {(ids) => (
            <Select
              {...ids}
              testId="load-indexes"
              value={choices.indexes}
              options={indexPolicies.map((value) => ({ value, text: text.load.indexModes[value] }))}
              onValue={(value) => {
                const indexes = indexPolicies.find((policy) => policy === value);
                if (indexes !== undefined) onChoices({ ...choices, indexes });
              }}
            />
          )}
        </Field>
        <Field label={text.load.prefer}>
          {(ids) => (
            <Select
              {...ids}
              testId="load-prefer"
              value={choices.prefer}
              options={loadPreferences.map((value) => ({ value, text: text.load.preferences[value] }))}
              onValue={(value) => {
                const prefer = loadPreferences.find((preference) => preference === value);
                if (prefer !== undefined) onChoices({ ...choices, prefer });
              }}
            />
          )}
        </Field>
        <ThreadsField
          value={choices.threads}
          testId="load-threads"
          onValue={(threads) => {
            onChoices({ ...choices, threads });
          }}
        />
      </Group>
    </>
  );
}
