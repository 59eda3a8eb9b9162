import { tlsModes } from '../../../../app/contract/connections/connection';
import { Field } from '../../../parts/controls/Field';
import { Select } from '../../../parts/controls/Select';
import { text } from '../../../text';
import type { Draft } from './draft';
import { FileField } from './FileField';

interface TlsFieldsProps {
  readonly draft: Draft;
  readonly problem: string | undefined;
  readonly onChange: (part: Partial<Draft>) => void;
}

export function TlsFields({ draft, problem, onChange }: TlsFieldsProps) {
  return (
    <>
      <Field label={text.connections.tls} problem={problem}>
        {(ids) => (
          <Select
            {...ids}
            testId="field-tls"
            value={draft.tls}
            options={tlsModes.map((value) => ({ value, text: text.common.tls[value] }))}
            onValue={(value) => {
              onChange({ tls: tlsModes.find((mode) => mode === value) ?? draft.tls });
            }}
          />
        )}
      </Field>
      {draft.tls !== 'disabled' &&
        (['ca', 'cert', 'key'] as const).map((file) => (
          <FileField
            key={file}
            label={text.connections[file]}
            testId={`field-${file}`}
            purpose="certificate"
            value={draft[file]}
            onValue={(path) => {
              onChange({ [file]: path });
            }}
          />
        ))}
    </>
  );
}
