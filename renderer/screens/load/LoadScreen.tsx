import { useState } from 'react';
import { FileCode2, FolderOpen } from 'lucide-react';
import { hasChoices } from '../../../app/contract/commands/input';
import type { FolderChoice } from '../../../app/contract/runs/folder-choice';
import { assertNever } from '../../../app/contract/exhaustive';
import { Actions } from '../../parts/layout/Actions';
import { Button } from '../../parts/controls/Button';
import { FailureNotice } from '../../parts/notices/FailureNotice';
import { Empty, ScreenFrame } from '../../parts/layout/Panel';
import { Waiting } from '../../parts/notices/Waiting';
import { request } from '../../state/remote/bridge';
import { showLoadOf, useNavigation } from '../../state/app/navigation';
import { notifyFailure } from '../../state/app/toasts';
import { useRemote } from '../../state/remote/use-remote';
import { text } from '../../text';
import { LoadForm } from './LoadForm';
import { ReadAs } from './reading/ReadAs';
import { RecentDumps } from './RecentDumps';
import styles from './LoadScreen.module.css';

export function LoadScreen() {
  const folder = useNavigation((state) => state.loadFolder);
  const draft = useNavigation((state) => state.loadOptions);
  return (
    <ScreenFrame
      title={text.load.title}
      subtitle={text.load.subtitle}
      testId="screen-load"
      actions={
        folder === null ? null : (
          <>
            <ChooseScript />
            <ChooseFolder folder={folder} />
          </>
        )
      }
    >
      {folder === null ? (
        <NoFolder />
      ) : (
        <Summary key={`${folder.handle} ${JSON.stringify(draft)}`} folder={folder} />
      )}
    </ScreenFrame>
  );
}

interface ChooseFolderProps {
  readonly folder: FolderChoice | null;
  readonly testId?: string;
}

function ChooseFolder({ folder, testId = 'load-choose' }: ChooseFolderProps) {
  return (
    <Button
      look={folder === null ? 'primary' : 'plain'}
      data-testid={testId}
      onClick={() => {
        void choose().catch(notifyFailure);
      }}
    >
      <FolderOpen size={14} aria-hidden />
      {folder === null ? text.load.choose : text.load.chooseOther}
    </Button>
  );
}

async function choose(): Promise<void> {
  const choice = await request('folders/choose-dump', null);
  if (choice !== null) showLoadOf(choice);
}

function ChooseScript() {
  return (
    <Button
      data-testid="load-choose-script"
      onClick={() => {
        void chooseScript().catch(notifyFailure);
      }}
    >
      <FileCode2 size={14} aria-hidden />
      {text.load.chooseScript}
    </Button>
  );
}

async function chooseScript(): Promise<void> {
  const choice = await request('folders/choose-script', null);
  if (choice !== null) showLoadOf(choice);
}

function NoFolder() {
  return (
    <div className={styles.choose}>
      <div className={styles.drop}>
        <Empty
          icon={<FolderOpen size={26} aria-hidden />}
          title={text.load.chooseTitle}
          explain={text.load.chooseExplain}
          action={
            <Actions>
              <ChooseFolder folder={null} />
              <ChooseScript />
            </Actions>
          }
        />
      </div>
      <RecentDumps />
    </div>
  );
}

/** A large script takes a while to read; its first bytes say at once what it is. */
function Reading({ folder }: { readonly folder: FolderChoice }) {
  const glimpse = useRemote(folder.handle, () => request('load/glimpse', { folder: folder.handle }));
  const sentence = glimpse.kind === 'ready' ? glimpse.value : null;
  return <Waiting title={text.load.reading} explain={sentence ?? folder.display} />;
}

function Summary({ folder }: { readonly folder: FolderChoice }) {
  const [looks, setLooks] = useState(0);
  const input = useNavigation((state) => state.loadInput);
  const summary = useRemote(JSON.stringify([folder.handle, looks, input]), () =>
    request('load/summary', { folder: folder.handle, input }),
  );
  switch (summary.kind) {
    case 'absent':
    case 'loading':
      return (
        <div className={styles.choose}>
          <Reading folder={folder} />
        </div>
      );
    case 'failed':
      return (
        <div className={styles.choose}>
          <FailureNotice
            failure={summary.failure}
            tone="failed"
            action={<ChooseFolder folder={folder} testId="load-choose-instead" />}
          />
          {hasChoices(input) && (
            <Actions>
              <ReadAs folder={folder} input={input} />
            </Actions>
          )}
          {summary.failure.code === 'dump-incomplete' && (
            <Actions>
              <Button
                data-testid="load-look-again"
                onClick={() => {
                  setLooks(looks + 1);
                }}
              >
                {text.load.refresh}
              </Button>
            </Actions>
          )}
        </div>
      );
    case 'ready':
      return <LoadForm folder={folder} input={input} summary={summary.value} />;
    default:
      return assertNever(summary);
  }
}
