import { useState } from 'react';
import type { FolderChoice } from '../../../app/contract/folder-choice';
import type { DumpSummary } from '../../../app/contract/dump-folder';
import { LOAD_DEFAULTS, type LoadOptions } from '../../../app/contract/options';
import { Button } from '../../parts/Button';
import { SaveJob } from '../../parts/SaveJob';
import { Steps } from '../../parts/Steps';
import { request } from '../../state/bridge';
import { isReachable, useConnections } from '../../state/connections';
import { useNavigation } from '../../state/navigation';
import { namesOf, renameProblems, schemaMapOf, suggestNames } from '../../state/rename';
import { openRun } from '../../state/runs';
import { useSettings } from '../../state/settings';
import { notifyFailure } from '../../state/toasts';
import { withPassword } from '../../state/unlock';
import { useRemote } from '../../state/use-remote';
import { text } from '../../text';
import { DumpContents } from './DumpContents';
import { DumpFacts } from './DumpFacts';
import { FirstRowsDialog } from './FirstRowsDialog';
import { LoadSettings } from './LoadSettings';
import styles from './LoadScreen.module.css';

interface LoadFormProps {
  readonly folder: FolderChoice;
  readonly summary: DumpSummary;
}

/** What of the options the user sets; the schema names have their own place. */
export type LoadChoices = Pick<
  LoadOptions,
  'threads' | 'memoryLimitBytes' | 'onExisting' | 'indexes' | 'prefer'
>;

export function LoadForm({ folder, summary }: LoadFormProps) {
  const profileId = useNavigation((state) => state.loadProfileId);
  const target =
    useConnections((state) => state.profiles.find((profile) => profile.id === profileId)) ?? null;
  const reachable = useConnections((state) => target !== null && isReachable(target, state.practice));
  const draft = useNavigation((state) => state.loadOptions);
  const { threads, memoryLimitBytes } = useSettings((state) => state.settings);
  const [choices, setChoices] = useState<LoadChoices>(
    draft ?? { ...LOAD_DEFAULTS, threads, memoryLimitBytes },
  );
  const [typedNames, setTypedNames] = useState<Readonly<Record<string, string>>>(
    draft === null ? {} : namesOf(summary, draft.schemaMap),
  );
  const [confirmed, setConfirmed] = useState('');
  const [starting, setStarting] = useState(false);
  const [peeked, setPeeked] = useState<{ readonly schema: string; readonly table: string } | null>(null);

  const tree = useRemote(reachable && target !== null ? target.id : null, () =>
    withPassword(target?.id ?? '', () => request('catalog/tree', { profileId: target?.id ?? '' })),
  );
  const existing = new Set(tree.kind === 'ready' ? tree.value.schemas.map((schema) => schema.name) : []);
  const names = { ...suggestNames(summary, target, existing), ...typedNames };
  const problems = renameProblems(names);
  const isGuarded = target?.environment === 'production';
  const canStart =
    target !== null &&
    tree.kind === 'ready' &&
    summary.complete &&
    Object.keys(problems).length === 0 &&
    (!isGuarded || confirmed === target.name) &&
    !starting;

  const setUp: LoadOptions = { ...LOAD_DEFAULTS, ...choices, schemaMap: schemaMapOf(names) };

  const start = async (): Promise<void> => {
    if (target === null) return;
    setStarting(true);
    const options: LoadOptions = { ...setUp, ...(isGuarded ? { confirmedTarget: confirmed } : {}) };
    try {
      await openRun(() =>
        withPassword(target.id, () =>
          request('load/start', { profileId: target.id, folder: folder.handle, options }),
        ),
      );
    } catch (thrown) {
      notifyFailure(thrown);
    }
    setStarting(false);
  };

  return (
    <Steps
      main={
        <div className={styles.main} data-testid="load-summary">
          <DumpFacts summary={summary} />
          <DumpContents
            summary={summary}
            names={names}
            problems={problems}
            existing={existing}
            onName={(schema, name) => {
              setTypedNames({ ...typedNames, [schema]: name });
            }}
            onFirstRows={(schema, table) => {
              setPeeked({ schema, table });
            }}
          />
          {peeked !== null && (
            <FirstRowsDialog
              folder={folder.handle}
              {...peeked}
              onClose={() => {
                setPeeked(null);
              }}
            />
          )}
        </div>
      }
      groups={
        <LoadSettings
          target={target}
          tree={tree}
          choices={choices}
          onChoices={setChoices}
          confirmed={confirmed}
          onConfirmed={setConfirmed}
        />
      }
      start={
        <>
          <Button
            look={isGuarded ? 'danger' : 'primary'}
            disabled={!canStart}
            data-testid="load-start"
            onClick={() => {
              void start();
            }}
          >
            {starting ? text.load.starting : text.load.start}
          </Button>
          <SaveJob
            work={
              target === null || !summary.complete || Object.keys(problems).length > 0
                ? null
                : { kind: 'load', profileId: target.id, folder: folder.handle, options: setUp }
            }
            suggestedName={
              target === null ? '' : `${summary.schemas.map(({ name }) => name).join(', ')} → ${target.name}`
            }
          />
        </>
      }
    />
  );
}
