import {
  outputKinds,
  type DumpOutput,
  type OutputKind,
  type Packing,
} from '../../../app/contract/dump-output';
import { Field } from '../../parts/controls/Field';
import { Select } from '../../parts/controls/Select';
import { text } from '../../text';
import { PACKINGS } from './packings';

interface FormatFieldProps {
  readonly value: DumpOutput;
  readonly onValue: (output: DumpOutput) => void;
}

/** Format of the dump, with what each is for and what it loses. */
export function FormatField({ value, onValue }: FormatFieldProps) {
  return (
    <Field label={text.dump.format} hint={wordsOf(value.kind)}>
      {(ids) => (
        <Select
          {...ids}
          testId="dump-format"
          value={value.kind}
          options={outputKinds.map((kind) => ({
            value: kind,
            text: text.dump.formats[kind].name,
            under: wordsOf(kind),
          }))}
          onValue={(chosen) => {
            const kind = outputKinds.find((candidate) => candidate === chosen);
            if (kind !== undefined) onValue(outputOf(kind, packingFor(kind, value)));
          }}
        />
      )}
    </Field>
  );
}

function wordsOf(kind: OutputKind): string {
  const { purpose, loses } = text.dump.formats[kind];
  return `${purpose} ${loses}`;
}

/** Keeps what was chosen; every reader of Parquet knows zstd. */
function packingFor(kind: OutputKind, before: DumpOutput): Packing {
  const isPacked = before.kind !== 'shell' && before.packing.kind !== 'none';
  if (kind === 'parquet' && !isPacked) return PACKINGS.zstd;
  return before.kind === 'shell' ? { kind: 'none' } : before.packing;
}

function outputOf(kind: OutputKind, packing: Packing): DumpOutput {
  return kind === 'shell' ? { kind } : { kind, packing };
}
