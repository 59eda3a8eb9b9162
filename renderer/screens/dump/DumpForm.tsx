import { useMemo, useState } from 'react';
import type { Profile } from '../../../app/contract/connection';
import type { FolderChoice } from '../../../app/contract/folder-choice';
import {
  DUMP_DEFAULTS,
  type Compression,
  type DumpOptions,
  type Selection,
} from '../../../app/contract/options';
import { Button } from '../../parts/Button';
import { SaveJob } from '../../parts/SaveJob';
import { OtherActions, Steps } from '../../parts/Steps';
import stepStyles from '../../parts/Steps.module.css';
import { request } from '../../state/bridge';
import { isReachable, useConnections } from '../../state/connections';
import { NO_RULES, rulesOf, type RuleTexts } from '../../state/dump-rules';
import { showDump, useNavigation } from '../../state/navigation';
import { openRun } from '../../state/runs';
import {
  countRules,
  selectionOf,
  sumPicked,
  type Conditions,
  type Picked,
  type PickedSum,
} from '../../state/selection';
import { useSettings } from '../../state/settings';
import { notifyFailure } from '../../state/toasts';
import { withPassword } from '../../state/unlock';
import { useRemote } from '../../state/use-remote';
import { text } from '../../text';
import { formatBytes, formatCount } from '../../../app/contract/quantities';
import { DumpObjects } from './DumpObjects';
import { DumpRules } from './DumpRules';
import { DumpSettings } from './DumpSettings';
import { ReviewDialog } from './ReviewDialog';

/** One connection's dump in the making. A change of connection starts a new one. */
export function DumpForm({ profile }: { readonly profile: Profile | null }) {
  const practice = useConnections((state) => state.practice);
  const reachable = profile !== null && isReachable(profile, practice);
  const settings = useSettings((state) => state.settings);
  const [reading, setReading] = useState(0);
  const [picked, setPicked] = useState<Picked>(new Map());
  const [threads, setThreads] = useState(settings.threads);
  const [compression, setCompression] = useState<Compression>(DUMP_DEFAULTS.compression);
  const [consistency, setConsistency] = useState<DumpOptions['consistency']>(DUMP_DEFAULTS.consistency);
  const [nonTransactional, setNonTransactional] = useState<DumpOptions['nonTransactional']>(
    DUMP_DEFAULTS.nonTransactional,
  );
  const [ruleTexts, setRuleTexts] = useState<RuleTexts>({ take: '', leave: '' });
  const [conditions, setConditions] = useState<Conditions>(new Map());
  const [reviewing, setReviewing] = useState(false);
  const [chosen, setChosen] = useState<FolderChoice | null>(null);
  const [starting, setStarting] = useState(false);

  const tree = useRemote(reachable ? `${profile.id} ${String(reading)}` : null, () =>
    withPassword(profile?.id ?? '', () => request('catalog/tree', { profileId: profile?.id ?? '' })),
  );
  const rules = useMemo(() => rulesOf(ruleTexts), [ruleTexts]);
  const selection = rules === null ? null : selectionOf(picked, rules, conditions);
  const shown = rules ?? NO_RULES;
  const sum = useMemo(
    () => (tree.kind === 'ready' ? sumPicked(picked, tree.value, shown) : null),
    [picked, tree, shown],
  );
  const names = selection === null ? [] : nameParts(selection);
  const name = selection === null ? null : names.join('-').slice(0, 80);
  const suggested = useRemote(name, () => request('folders/suggest-output', { name: name ?? '' }));
  const folder = chosen ?? (suggested.kind === 'ready' ? suggested.value : null);
  const options: DumpOptions | null =
    selection === null
      ? null
      : {
          ...DUMP_DEFAULTS,
          memoryLimitBytes: settings.memoryLimitBytes,
          ...{ selection, threads, compression, consistency, nonTransactional },
        };
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
          rules={shown}
          conditions={conditions}
          onConditions={setConditions}
          onSource={showDump}
          onLeave={() => {
            useNavigation.setState({ dumpProfileId: null });
          }}
          sourceTestId="dump-connection"
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
          consistency={consistency}
          onConsistency={setConsistency}
          nonTransactional={nonTransactional}
          onNonTransactional={setNonTransactional}
          rules={
            <DumpRules
              texts={ruleTexts}
              onTexts={setRuleTexts}
              counts={tree.kind === 'ready' ? countRules(tree.value, shown) : null}
            />
          }
          dataBytes={selection === null ? 0 : (sum?.bytes ?? 0)}
          folder={folder}
          isSuggested={chosen === null}
          onFolder={setChosen}
        />
      }
      start={
        <>
          <p className={stepStyles.sum}>{sumText(selection === null ? null : sum)}</p>
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
          <OtherActions>
            <Button
              disabled={options === null || folder === null || profile === null}
              data-testid="dump-review"
              onClick={() => {
                setReviewing(true);
              }}
            >
              {text.dump.review}
            </Button>
            <SaveJob
              work={
                profile === null || options === null || folder === null
                  ? null
                  : { kind: 'dump', profileId: profile.id, folder: folder.handle, options }
              }
              suggestedName={profile === null ? '' : `${names.join(', ')} · ${profile.name}`}
            />
          </OtherActions>
          {reviewing && profile !== null && options !== null && folder !== null && (
            <ReviewDialog
              profile={profile}
              folder={folder}
              options={options}
              sum={sumText(sum)}
              canStart={canStart}
              onStart={() => {
                setReviewing(false);
                void start();
              }}
              onClose={() => {
                setReviewing(false);
              }}
            />
          )}
        </>
      }
    />
  );
}

/** What a dump is named after: the schemas that it takes something of, without their wildcards. */
function nameParts({ include }: Selection): readonly string[] {
  const schemas = new Set(include.map(({ schema }) => schema.replace(/[\\%*]/g, '')));
  return [...schemas].filter((schema) => schema !== '');
}

function sumText(sum: PickedSum | null): string {
  if (sum === null) return text.dump.nothingSelected;
  return text.dump.selected(
    text.dump.tables(formatCount(sum.tables), sum.tables === 1),
    formatBytes(sum.bytes),
  );
}
