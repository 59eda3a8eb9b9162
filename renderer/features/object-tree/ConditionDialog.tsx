import { useState } from 'react';
import type { Failure } from '../../../app/contract/failure';
import { DUMP_DEFAULTS, selecting } from '../../../app/contract/runs/options';
import { patternOf } from '../../../app/contract/commands/pattern';
import { Button } from '../../parts/controls/Button';
import { Dialog } from '../../parts/overlays/Dialog';
import { FailureNotice } from '../../parts/notices/FailureNotice';
import { Field, TextInput } from '../../parts/controls/Field';
import { failureOf, request } from '../../state/remote/bridge';
import { text } from '../../text';
import styles from './ObjectSelection.module.css';

interface ConditionDialogProps {
  readonly profileId: string;
  readonly schema: string;
  readonly table: string;
  readonly condition: string;
  /** Is given the condition when the server has taken it; empty for all rows. */
  readonly onKeep: (condition: string) => void;
  readonly onClose: () => void;
}

/** Asks which rows of a table are wanted. What the server refuses is not kept, and its words are shown. */
export function ConditionDialog(props: ConditionDialogProps) {
  const { profileId, schema, table, condition, onKeep, onClose } = props;
  const [typed, setTyped] = useState(condition);
  const [checking, setChecking] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const keep = async (): Promise<void> => {
    const wanted = typed.trim();
    if (wanted === '') {
      onKeep('');
      return;
    }
    setChecking(true);
    try {
      const selection = selecting([{ kind: 'table', schema: patternOf(schema), name: patternOf(table) }]);
      const where = [{ schema, table, condition: wanted }];
      await request('dump/preflight', {
        profileId,
        options: { ...DUMP_DEFAULTS, selection: { ...selection, where } },
      });
      onKeep(wanted);
    } catch (thrown) {
      setFailure(failureOf(thrown));
      setChecking(false);
    }
  };
  return (
    <Dialog
      title={text.dump.whereFor(`${schema}.${table}`)}
      explain={text.dump.whereExplain}
      open
      onClose={onClose}
      unsaved={typed !== condition}
      onSubmit={() => {
        void keep();
      }}
      testId="condition-dialog"
      actions={
        <>
          <span>
            <Button
              disabled={condition === ''}
              data-testid="condition-clear"
              onClick={() => {
                onKeep('');
              }}
            >
              {text.dump.whereClear}
            </Button>
          </span>
          <Button onClick={onClose}>{text.common.cancel}</Button>
          <Button look="primary" type="submit" disabled={checking} data-testid="condition-keep">
            {checking ? text.dump.whereChecking : text.dump.whereKeep}
          </Button>
        </>
      }
    >
      <div className={styles.stack}>
        <Field label={text.dump.whereLabel}>
          {(ids) => (
            <TextInput
              {...ids}
              autoFocus
              aria-invalid={failure !== null}
              data-testid="condition-text"
              placeholder={text.dump.wherePlaceholder}
              value={typed}
              maxLength={65_536}
              onChange={(event) => {
                setTyped(event.target.value);
                setFailure(null);
              }}
            />
          )}
        </Field>
        {failure !== null && <FailureNotice failure={saidOnce(failure)} tone="failed" />}
      </div>
    </Dialog>
  );
}

/** The dialog itself says of which table, what to write, and what was written. */
function saidOnce({ code, message, errno, sqlstate, retryable }: Failure): Failure {
  return {
    ...{ code, message, retryable, hint: '' },
    ...(errno !== undefined && { errno }),
    ...(sqlstate !== undefined && { sqlstate }),
  };
}
