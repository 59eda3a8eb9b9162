import type { ReactNode } from 'react';
import type { FolderChoice } from '../../../app/contract/runs/folder-choice';
import type { Profile } from '../../../app/contract/connections/connection';
import {
  consistencies,
  longQueryPolicies,
  nonTransactionals,
  type Compression,
  type Consistency,
  type DumpOptions,
  type LongQueries,
  type NonTransactional,
} from '../../../app/contract/runs/options';
import { extensionOf, type DumpOutput } from '../../../app/contract/dump-output';
import { formatBytes } from '../../../app/contract/quantities';
import { Caution } from '../../parts/notices/Caution';
import { ChoiceField } from '../../parts/controls/ChoiceField';
import { DefinersField } from '../../features/definers/DefinersField';
import { FolderField } from './FolderField';
import { Group } from '../../parts/layout/Steps';
import stepStyles from '../../parts/layout/Steps.module.css';
import { ThreadsField } from '../../features/threads/ThreadsField';
import { request } from '../../state/remote/bridge';
import { notifyFailure } from '../../state/app/toasts';
import { text } from '../../text';
import { CompressionField } from './CompressionField';
import { FormatField } from './FormatField';
import { PackingField } from './PackingField';
import { Consistency as ConsistencyAnswer } from '../../features/consistency/Consistency';

interface DumpSettingsProps {
  readonly profile: Profile | null;
  readonly options: DumpOptions | null;
  readonly threads: number;
  readonly onThreads: (threads: number) => void;
  readonly compression: Compression;
  readonly onCompression: (compression: Compression) => void;
  readonly output: DumpOutput;
  readonly onOutput: (output: DumpOutput) => void;
  readonly consistency: Consistency;
  readonly onConsistency: (consistency: Consistency) => void;
  readonly nonTransactional: NonTransactional;
  readonly onNonTransactional: (nonTransactional: NonTransactional) => void;
  readonly longQueries: LongQueries;
  readonly onLongQueries: (longQueries: LongQueries) => void;
  readonly definers: DumpOptions['definers'];
  readonly onDefiners: (definers: DumpOptions['definers']) => void;
  readonly rules: ReactNode;
  /** Bytes of data that are about to be written, as the statistics have it, before compression. */
  readonly dataBytes: number;
  readonly folder: FolderChoice | null;
  readonly isSuggested: boolean;
  readonly onFolder: (folder: FolderChoice) => void;
}

export function DumpSettings(props: DumpSettingsProps) {
  const { profile, options, threads, onThreads, compression, onCompression, folder, isSuggested, onFolder } =
    props;
  const { output, onOutput } = props;
  const extension = extensionOf(output);
  const isFile = extension !== '';
  const { consistency, onConsistency, nonTransactional, onNonTransactional } = props;
  const { longQueries, onLongQueries, definers, onDefiners, rules, dataBytes } = props;
  const free = folder?.freeBytes ?? null;
  const choose = async (): Promise<void> => {
    try {
      const choice = await request(
        'folders/choose-output',
        isFile ? { kind: 'file', extension, suggested: folder?.handle ?? null } : { kind: 'folder' },
      );
      if (choice !== null) onFolder(choice);
    } catch (thrown) {
      notifyFailure(thrown);
    }
  };
  return (
    <>
      <Group title={text.dump.destination}>
        <FormatField value={output} onValue={onOutput} />
        <FolderField
          folder={folder}
          isSuggested={isSuggested}
          isFile={isFile}
          onChoose={() => {
            void choose();
          }}
        />
        {dataBytes > 0 && (
          <div className={stepStyles.underField} data-testid="dump-estimate">
            {free !== null && free < dataBytes ? (
              <Caution>{text.dump.tight(formatBytes(dataBytes))}</Caution>
            ) : (
              text.dump.estimate(formatBytes(dataBytes))
            )}
          </div>
        )}
      </Group>
      {rules}
      <Group title={text.dump.options}>
        <ThreadsField value={threads} onValue={onThreads} testId="dump-threads" />
        {output.kind === 'shell' ? (
          <CompressionField
            value={compression}
            onValue={onCompression}
            profile={profile}
            options={options}
            dataBytes={dataBytes}
          />
        ) : (
          <PackingField
            value={output.packing}
            onValue={(packing) => {
              onOutput({ ...output, packing });
            }}
          />
        )}
        <DefinersField
          testId="dump-definers"
          value={definers}
          texts={text.dump.definerModes}
          onValue={onDefiners}
        />
      </Group>
      <Group title={text.dump.consistency}>
        <ChoiceField
          label={text.dump.mode}
          testId="dump-mode"
          value={consistency}
          values={consistencies}
          texts={text.dump.modes}
          onValue={onConsistency}
        />
        <ChoiceField
          label={text.dump.nonTransactional}
          hint={text.dump.nonTransactionalHint}
          testId="dump-non-transactional"
          value={nonTransactional}
          values={nonTransactionals}
          texts={text.dump.nonTransactionals}
          onValue={onNonTransactional}
        />
        <ChoiceField
          label={text.dump.longQueries}
          hint={text.dump.longQueriesHint}
          testId="dump-long-queries"
          value={longQueries}
          values={longQueryPolicies}
          texts={text.dump.longQueriesChoices}
          onValue={onLongQueries}
        />
        <ConsistencyAnswer profile={profile} options={options} />
      </Group>
    </>
  );
}
