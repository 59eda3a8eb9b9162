import { useId } from 'react';
import { Field, TextInput } from '../../../parts/controls/Field';
import { useConnections } from '../../../state/servers/connections';
import { groupNames } from '../../../state/connections/connection-groups';
import { text } from '../../../text';
import type { Draft } from './draft';

interface GroupFieldProps {
  readonly draft: Draft;
  readonly problem: string | undefined;
  readonly onChange: (part: Partial<Draft>) => void;
}

/** Group of the connection: an existing or a new one. */
export function GroupField({ draft, problem, onChange }: GroupFieldProps) {
  const listId = useId();
  const profiles = useConnections((state) => state.profiles);
  return (
    <Field label={text.connections.group} problem={problem}>
      {(ids) => (
        <>
          <TextInput
            {...ids}
            data-testid="field-group"
            list={listId}
            placeholder={text.connections.groupPlaceholder}
            value={draft.group}
            aria-invalid={problem !== undefined}
            onChange={(event) => {
              onChange({ group: event.target.value });
            }}
          />
          <datalist id={listId}>
            {groupNames(profiles).map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
        </>
      )}
    </Field>
  );
}
