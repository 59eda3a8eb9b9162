import { useState } from 'react';
import { EyeOff, RotateCw } from 'lucide-react';
import type { CatalogTree } from '../../../app/contract/catalog';
import type { Profile } from '../../../app/contract/connections/connection';
import { Button, IconButton } from '../../parts/controls/Button';
import { ConnectionSelect } from '../connection/ConnectionSelect';
import { SearchInput } from '../../parts/controls/Field';
import list from '../../parts/grid/list.module.css';
import { Empty } from '../../parts/layout/Panel';
import { ServerContents } from '../server-contents/ServerContents';
import type { Remote } from '../../state/remote/remote';
import type { Rules } from '../../state/objects/selection-rules';
import { objectKey } from '../../state/objects/object-key';
import { selectShown, type Conditions, type SelectedObjects } from '../../state/objects/selection';
import { text } from '../../text';
import { ConditionDialog } from './ConditionDialog';
import styles from './ObjectSelection.module.css';
import { ObjectTree } from './ObjectTree';

interface ObjectSelectionProps {
  readonly profile: Profile | null;
  readonly tree: Remote<CatalogTree>;
  readonly selected: SelectedObjects;
  readonly onSelected: (selected: SelectedObjects) => void;
  readonly rules: Rules;
  readonly conditions: Conditions;
  readonly onConditions: (conditions: Conditions) => void;
  readonly onReload: () => void;
  readonly onSource: (profileId: string) => void;
  /** Leaves the connection. */
  readonly onLeave: () => void;
  /** Label of the connection select. */
  readonly sourceTestId: string;
}

/** Selects a connection and objects of its server. */
export function ObjectSelection(props: ObjectSelectionProps) {
  const { profile, tree, selected, onSelected, rules, conditions, onConditions, onReload } = props;
  const { onSource, onLeave, sourceTestId } = props;
  const [asked, setAsked] = useState<{ readonly schema: string; readonly table: string } | null>(null);
  const keepCondition = ({ schema, table }: NonNullable<typeof asked>, condition: string): void => {
    const next = new Map(conditions);
    if (condition === '') next.delete(objectKey(schema, table));
    else next.set(objectKey(schema, table), { schema, table, condition });
    onConditions(next);
    setAsked(null);
  };
  const [filter, setFilter] = useState('');
  const isReady = tree.kind === 'ready';
  return (
    <div className={styles.main}>
      <div className={styles.bar}>
        <ConnectionSelect
          aria-label={text.dump.source}
          testId={sourceTestId}
          value={profile?.id ?? null}
          onValue={onSource}
        />
        <SearchInput
          label={text.dump.filter}
          placeholder={text.dump.filterShort}
          value={filter}
          onValue={setFilter}
          data-testid="tree-filter"
          disabled={!isReady}
        />
        <div className={styles.bulk}>
          <Button
            look="quiet"
            disabled={!isReady || tree.value.schemas.length === 0}
            data-testid="tree-select-all"
            onClick={() => {
              if (isReady) onSelected(selectShown(selected, tree.value, filter));
            }}
          >
            {text.dump.selectAll}
          </Button>
          <Button
            look="quiet"
            disabled={selected.size === 0}
            data-testid="tree-select-none"
            onClick={() => {
              onSelected(new Map());
            }}
          >
            {text.dump.selectNone}
          </Button>
          <IconButton label={text.dump.reload} disabled={profile === null} onClick={onReload}>
            <RotateCw size={14} aria-hidden />
          </IconButton>
        </div>
      </div>
      <ServerContents
        profile={profile}
        tree={tree}
        choose={text.dump.chooseSource}
        onReload={onReload}
        onLeave={onLeave}
      >
        {(held) =>
          held.schemas.length === 0 ? (
            <NothingSeen onReload={onReload} />
          ) : (
            <ObjectTree
              tree={held}
              filter={filter}
              selected={selected}
              onSelected={onSelected}
              rules={rules}
              conditions={conditions}
              onCondition={(schema, table) => {
                setAsked({ schema, table });
              }}
            />
          )
        }
      </ServerContents>
      {isReady && tree.value.schemas.length > 0 && <p className={list.foot}>{text.dump.estimated}</p>}
      {asked !== null && profile !== null && (
        <ConditionDialog
          profileId={profile.id}
          {...asked}
          condition={conditions.get(objectKey(asked.schema, asked.table))?.condition ?? ''}
          onKeep={(condition) => {
            keepCondition(asked, condition);
          }}
          onClose={() => {
            setAsked(null);
          }}
        />
      )}
    </div>
  );
}

/** Placeholder for an account that sees no schema. */
function NothingSeen({ onReload }: { readonly onReload: () => void }) {
  return (
    <div className={styles.center}>
      <Empty
        icon={<EyeOff size={22} aria-hidden />}
        title={text.dump.empty}
        explain={text.dump.emptyExplain}
        action={<Button onClick={onReload}>{text.dump.reload}</Button>}
      />
    </div>
  );
}
