import type { FolderChoice } from '../../../app/contract/runs/folder-choice';
import type { Profile } from '../../../app/contract/connections/connection';
import type { Packing } from '../../../app/contract/dump-output';
import type { DumpOptions, ExcludeRule } from '../../../app/contract/runs/options';
import { Button } from '../../parts/controls/Button';
import { CommandLine, CopyCommand } from '../../features/command-line/CommandLine';
import { Dialog } from '../../parts/overlays/Dialog';
import { request } from '../../state/remote/bridge';
import { useRemote } from '../../state/remote/use-remote';
import { text } from '../../text';
import { Consistency } from '../../features/consistency/Consistency';
import styles from './ReviewDialog.module.css';

interface ReviewDialogProps {
  readonly profile: Profile;
  readonly folder: FolderChoice;
  readonly options: DumpOptions;
  /** Summary of the selection: "8 tables selected, about 1 MB". */
  readonly sum: string;
  readonly canStart: boolean;
  readonly onStart: () => void;
  readonly onClose: () => void;
}

/** All that a dump will do, before it does it; also as the command line that does the same. */
export function ReviewDialog(props: ReviewDialogProps) {
  const { profile, folder, options, sum, canStart, onStart, onClose } = props;
  const command = useRemote('command', () =>
    request('dump/command', { profileId: profile.id, folder: folder.handle, options }),
  );
  const { include, exclude, where } = options.selection;
  const facts: readonly (readonly [string, readonly string[]])[] = [
    [text.dump.reviewFrom, [profile.name]],
    [text.dump.reviewWhat, [include.map(ruleText).join(', '), sum]],
    [text.dump.reviewLeft, exclude.length === 0 ? [] : [exclude.map(ruleText).join(', ')]],
    [
      text.dump.reviewRows,
      where.map(({ schema, table, condition }) => `${schema}.${table} ${text.dump.where(condition)}`),
    ],
    [text.dump.reviewFormat, [text.dump.formats[options.output.kind].name]],
    [options.output.kind === 'sql' ? text.dump.file : text.dump.reviewWhere, [folder.display]],
    [text.dump.reviewHow, [howText(options)]],
  ];
  return (
    <Dialog
      title={text.dump.reviewTitle}
      open
      onClose={onClose}
      onSubmit={onStart}
      testId="review-dialog"
      actions={
        <>
          <CopyCommand command={command} testId="review-copy" />
          <Button onClick={onClose}>{text.common.cancel}</Button>
          <Button look="primary" type="submit" disabled={!canStart} data-testid="review-start" autoFocus>
            {text.dump.start}
          </Button>
        </>
      }
    >
      <dl className={styles.facts} data-testid="review-facts">
        {facts.flatMap(([name, lines]) =>
          lines.length === 0
            ? []
            : [
                <dt key={name}>{name}</dt>,
                <dd key={`${name} lines`}>
                  {lines.map((line) => (
                    <span key={line}>{line}</span>
                  ))}
                </dd>,
              ],
        )}
      </dl>
      <Consistency profile={profile} options={options} />
      <CommandLine command={command} testId="review-command" />
    </Dialog>
  );
}

function howText({ threads, output, compression, consistency }: DumpOptions): string {
  const mode = text.dump.modes[consistency];
  return text.dump.reviewHowText(
    threads,
    compressionText(output.kind === 'shell' ? compression : output.packing),
    mode.toLowerCase(),
  );
}

function ruleText(rule: ExcludeRule): string {
  return rule.kind === 'schema' ? rule.schema : `${rule.schema}.${rule.name}`;
}

function compressionText(packing: Packing): string {
  return packing.kind === 'none' ? text.dump.compressions.none : `${packing.kind} ${String(packing.level)}`;
}
