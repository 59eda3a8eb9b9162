import { formatBytes } from '../../../app/contract/quantities';
import { Field } from '../../parts/controls/Field';
import { Select } from '../../parts/controls/Select';
import { text } from '../../text';

const MIB = 1_048_576;
const LIMITS = [64, 128, 256, 512, 1024, 2048, 4096].map((mebibytes) => mebibytes * MIB);

interface MemoryFieldProps {
  /** Bytes. */
  readonly value: number;
  readonly onValue: (bytes: number) => void;
}

export function MemoryField({ value, onValue }: MemoryFieldProps) {
  const limits = LIMITS.includes(value) ? LIMITS : [...LIMITS, value];
  return (
    <Field label={text.settings.memory} hint={text.settings.memoryHint}>
      {(ids) => (
        <Select
          {...ids}
          testId="settings-memory"
          value={String(value)}
          options={limits.map((limit) => ({
            value: String(limit),
            text: text.settings.mebibytes(limit / MIB, formatBytes(limit)),
          }))}
          onValue={(chosen) => {
            onValue(Number(chosen));
          }}
        />
      )}
    </Field>
  );
}
