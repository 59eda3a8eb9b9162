import { useState } from 'react';
import type { Profile } from '../../../app/contract/connection';
import type { FolderChoice } from '../../../app/contract/channels';
import { DUMP_DEFAULTS, type Compression, type DumpOptions } from '../../../app/contract/options';
import { Button } from '../../parts/Button';
import { SaveJob } from '../../parts/SaveJob';
import { Steps } from '../../parts/Steps';
import stepStyles from '../../parts/Steps.module.css';
import { request } from '../../state/bridge';
import { isReachable, useConnections } from '../../state/connections';
import type { Remote } from '../../state/remote';
import { openRun } from '../../state/runs';
import { selectionOf, sumPicked, type Picked } from '../../state/selection';
import { notifyFailure } from '../../state/toasts';
import { withPassword } from '../../state/unlock';
import { useRemote } from '../../state/use-remote';
import { text } from '../../text';
import { formatBytes, formatCount } from '../../../app/contract/quantities';
import { DumpObjects } from './DumpObjects';
import { DumpSettings } from './DumpSettings';
import type { CatalogTree } from '../../../app/contract/catalog';

/** One connection's dump in the making. A change of connection starts a new one. */
export function DumpForm({ profile }: { readonly profile: Profile | null }) {
  const practice = useConnections((state) => state.practice);
  const reachable = profile !== null && isReachable(profile, practice);
  const [reading, setReading] = useState(0);
  const [picked, setPicked] = useState<Picked>(new Map());
  const [threads, setThreads] = useState<number>(DUMP_DEFAULTS.threads);
  const [compression, setCompression] = useState<Compression>(DUMP_DEFAULTS.compression);
  const [chosen, setChosen] = useState<FolderChoice | null>(null);
  const [starting, setStarting] = useState(false);

  const tree = useRemote(reachable ? `${profile.id} ${String(reading)}` : null, () =>
    withPassword(profile?.id ?? '', () => request('catalog/tree', { profileId: profile?.id ?? '' })),
  );
  const selection = selectionOf(picked);
  const name = selection === null ? null : [...picked.keys()].join('-').slice(0, 80);
  const suggested = useRemote(name, () => request('folders/suggest-output', { name: name ?? '' }));
  const folder = chosen ?? (suggested.kind === 'ready' ? suggested.value : null);
  const options: DumpOptions | null =
    selection === null ? null : { ...DUMP_DEFAULTS, selection, threads, compression };
  const canStart = options !== null && folder !== null && folder.empty && reachable && !starting;

  const start = async (): Promise<void> => {
    if (profile === null || options === null || folder === null) return;
    setStarting(true);
    try {
      await openRun(() =>
        withPassword(profile.id, () =>
          request('dump/start', { profileId: profile.id, folder: folder.handle, options }),
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
        <DumpObjects
          profile={profile}
          tree={tree}
          picked={picked}
          onPicked={setPicked}
          onReload={() => {
            setReading(reading + 1);
          }}
        />
      }
      groups={
        <DumpSettings
          profile={profile}
          options={options}
          threads={threads}
          onThreads={setThreads}
          compression={compression}
          onCompression={setCompression}
          folder={folder}
          isSuggested={chosen === null}
          onFolder={setChosen}
        />
      }
      start={
        <>
          <p className={stepStyles.sum}>{sumText(picked, tree)}</p>
          <Button
            look="primary"
            disabled={!canStart}
            data-testid="dump-start"
            onClick={() => {
              void start();
            }}
          >
            {starting ? text.dump.starting : text.dump.start}
          </Button>
          <SaveJob
            setup={
              profile === null || options === null || folder === null
                ? null
                : { profileId: profile.id, folder: folder.handle, work: { kind: 'dump', options } }
            }
            suggestedName={profile === null ? '' : `${[...picked.keys()].join(', ')} · ${profile.name}`}
          />
        </>
      }
    />
  );
}

function sumText(picked: Picked, tree: Remote<CatalogTree>): string {
  if (picked.size === 0 || tree.kind !== 'ready') return text.dump.nothingSelected;
  const sum = sumPicked(picked, tree.value);
  return text.dump.selected(
    text.dump.tables(formatCount(sum.tables), sum.tables === 1),
    formatBytes(sum.bytes),
  );
}
