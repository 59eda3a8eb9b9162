import type { ExpectedSize } from '../../../app/contract/channels';
import type { Profile } from '../../../app/contract/connections/connection';
import type { Compression, DumpOptions } from '../../../app/contract/runs/options';
import { formatBytes } from '../../../app/contract/quantities';
import { Field } from '../../parts/controls/Field';
import { formatDateTime } from '../../parts/display/date-time';
import { Select } from '../../parts/controls/Select';
import { request } from '../../state/remote/bridge';
import { useRemote } from '../../state/remote/use-remote';
import { text } from '../../text';

const compressions = [
  { value: 'zstd1', text: text.dump.compressions.zstd1, compression: { kind: 'zstd', level: 1 } },
  { value: 'zstd3', text: text.dump.compressions.zstd3, compression: { kind: 'zstd', level: 3 } },
  { value: 'zstd6', text: text.dump.compressions.zstd6, compression: { kind: 'zstd', level: 6 } },
  { value: 'none', text: text.dump.compressions.none, compression: { kind: 'none' } },
] as const;

interface CompressionFieldProps {
  readonly value: Compression;
  readonly onValue: (compression: Compression) => void;
  readonly profile: Profile | null;
  readonly options: DumpOptions | null;
  /** Bytes of data that are about to be written, as the statistics have it, before compression. */
  readonly dataBytes: number;
}

/** Compression, with the size expected from earlier dumps. */
export function CompressionField({ value, onValue, profile, options, dataBytes }: CompressionFieldProps) {
  const wish = profile === null || options === null ? null : { profileId: profile.id, options, dataBytes };
  const expected = useRemote(wish === null ? null : keyOf(wish), () => {
    if (wish === null) throw new Error('Nothing to expect');
    return request('dump/expected-size', wish);
  });
  return (
    <Field
      label={text.dump.compression}
      hint={expected.kind === 'ready' ? expectedText(expected.value) : undefined}
    >
      {(ids) => (
        <Select
          {...ids}
          testId="dump-compression"
          value={value.kind === 'none' ? 'none' : `zstd${String(value.level)}`}
          options={compressions}
          onValue={(chosen) => {
            const found = compressions.find((candidate) => candidate.value === chosen);
            if (found !== undefined) onValue(found.compression);
          }}
        />
      )}
    </Field>
  );
}

/** Nothing else of the options changes the answer. */
function keyOf({ profileId, options, dataBytes }: Wish): string {
  return JSON.stringify([profileId, options.selection, options.compression, dataBytes]);
}

interface Wish {
  readonly profileId: string;
  readonly options: DumpOptions;
  readonly dataBytes: number;
}

function expectedText(expected: ExpectedSize | null): string {
  if (expected === null) return text.dump.expectedUnknown;
  const { bytes, basis, startedAt } = expected;
  return text.dump.expected[basis](formatBytes(bytes), formatDateTime(startedAt));
}
