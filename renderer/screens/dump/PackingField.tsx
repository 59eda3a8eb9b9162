import type { Packing } from '../../../app/contract/dump-output';
import { ChoiceField } from '../../parts/controls/ChoiceField';
import { text } from '../../text';
import { PACKINGS } from './packings';

const kinds = ['none', 'gzip', 'zstd'] as const;

interface PackingFieldProps {
  readonly value: Packing;
  readonly onValue: (packing: Packing) => void;
}

/** Compression of a dump in a format of others: each program that reads it must know it. */
export function PackingField({ value, onValue }: PackingFieldProps) {
  return (
    <ChoiceField
      label={text.dump.compression}
      testId="dump-packing"
      value={value.kind}
      values={kinds}
      texts={text.dump.packings}
      onValue={(kind) => {
        onValue(PACKINGS[kind]);
      }}
    />
  );
}
