import type { FolderChoice } from '../../../app/contract/channels';
import type { Profile } from '../../../app/contract/connection';
import type { Compression, DumpOptions } from '../../../app/contract/options';
import { Field } from '../../parts/Field';
import { FolderField } from '../../parts/FolderField';
import { Select } from '../../parts/Select';
import { Group } from '../../parts/Steps';
import { ThreadsField } from '../../parts/ThreadsField';
import { request } from '../../state/bridge';
import { notifyFailure } from '../../state/toasts';
import { text } from '../../text';
import { Consistency } from './Consistency';

const compressions = [
  { value: 'zstd1', text: text.dump.compressions.zstd1, compression: { kind: 'zstd', level: 1 } },
  { value: 'zstd3', text: text.dump.compressions.zstd3, compression: { kind: 'zstd', level: 3 } },
  { value: 'zstd6', text: text.dump.compressions.zstd6, compression: { kind: 'zstd', level: 6 } },
  { value: 'none', text: text.dump.compressions.none, compression: { kind: 'none' } },
] as const;

interface DumpSettingsProps {
  readonly profile: Profile | null;
  readonly options: DumpOptions | null;
  readonly threads: number;
  readonly onThreads: (threads: number) => void;
  readonly compression: Compression;
  readonly onCompression: (compression: Compression) => void;
  readonly folder: FolderChoice | null;
  readonly isSuggested: boolean;
  readonly onFolder: (folder: FolderChoice) => void;
}

export function DumpSettings(props: DumpSettingsProps) {
  const { profile, options, threads, onThreads, compression, onCompression, folder, isSuggested, onFolder } =
    props;
  const choose = async (): Promise<void> => {
    try {
      const choice = await request('folders/choose-output', null);
      if (choice !== null) onFolder(choice);
    } catch (thrown) {
      notifyFailure(thrown);
    }
  };
  return (
    <>
      <Group title={text.dump.destination}>
        <FolderField
          folder={folder}
          isSuggested={isSuggested}
          onChoose={() => {
            void choose();
          }}
        />
      </Group>
      <Group title={text.dump.options}>
        <ThreadsField value={threads} onValue={onThreads} testId="dump-threads" />
        <Field label={text.dump.compression}>
          {(ids) => (
            <Select
              {...ids}
              testId="dump-compression"
              value={compression.kind === 'none' ? 'none' : `zstd${String(compression.level)}`}
              options={compressions}
              onValue={(value) => {
                const found = compressions.find((candidate) => candidate.value === value);
                if (found !== undefined) onCompression(found.compression);
              }}
            />
          )}
        </Field>
      </Group>
      <Group title={text.dump.consistency}>
        <Consistency profile={profile} options={options} />
      </Group>
    </>
  );
}
