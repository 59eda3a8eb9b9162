import { useMemo, useState } from 'react';
import type { Profile } from '../../../app/contract/connections/connection';
import type { FolderChoice } from '../../../app/contract/runs/folder-choice';
import {
  DUMP_DEFAULTS,
  type Compression,
  type DumpOptions,
  type Selection,
} from '../../../app/contract/runs/options';
import { Button } from '../../parts/controls/Button';
import { SaveJob } from '../../features/job-dialog/SaveJob';
import { OtherActions, Steps } from '../../parts/layout/Steps';
import stepStyles from '../../parts/layout/Steps.module.css';
import { request } from '../../state/remote/bridge';
import { useRememberedForm } from '../../state/app/remembered-form';
import { isReachable, useConnections } from '../../state/servers/connections';
import { NO_RULES, rulesOf, type RuleTexts } from '../../state/objects/selection-rules';
import { showDump, useNavigation } from '../../state/app/navigation';
import { openRun } from '../../state/runs/runs';
import {
  countRules,
  selectionOf,
  sumSelected,
  type Conditions,
  type SelectedObjects,
  type SelectedSum,
} from '../../state/objects/selection';
import { useSettings } from '../../state/app/settings';
import { notifyFailure } from '../../state/app/toasts';
import { withPassword } from '../../state/servers/unlock';
import { useRemote } from '../../state/remote/use-remote';
import { text } from '../../text';
import { extensionOf, type DumpOutput } from '../../../app/contract/dump-output';
import { formatBytes } from '../../../app/contract/quantities';
import { ObjectSelection } from '../../features/object-tree/ObjectSelection';
import { SelectionRules } from '../../features/object-tree/SelectionRules';
import { DumpSettings } from './DumpSettings';
import { ReviewDialog } from './ReviewDialog';

/** All that a person sets in the form. */
interface DumpFormState {
  readonly selected: SelectedObjects;
  readonly threads: number;
  readonly compression: Compression;
  readonly output: DumpOutput;
  readonly consistency: DumpOptions['consistency'];
  readonly nonTransactional: DumpOptions['nonTransactional'];
  readonly longQueries: DumpOptions['longQueries'];
  readonly definers: DumpOptions['definers'];
  readonly ruleTexts: RuleTexts;
  readonly conditions: Conditions;
  /** Null for the suggested place. */
  readonly chosen: FolderChoice | null;
}

/** One connection's dump in the making. A change of connection starts a new one. */
export function DumpForm({ profile }: { readonly profile: Profile | null }) {
  const practice = useConnections((state) => state.practice);
  const reachable = profile !== null && isReachable(profile, practice);
  const settings = useSettings((state) => state.settings);
  const [reading, setReading] = useState(0);
  const [form, set] = useRememberedForm<DumpFormState>(`dump ${profile?.id ?? ''}`, () => ({
    selected: new Map(),
    threads: settings.threads,
    compression: DUMP_DEFAULTS.compression,
    output: DUMP_DEFAULTS.output,
    consistency: DUMP_DEFAULTS.consistency,
    nonTransactional: DUMP_DEFAULTS.nonTransactional,
    longQueries: DUMP_DEFAULTS.longQueries,
    definers: DUMP_DEFAULTS.definers,
    ruleTexts: { take: '', leave: '' },
    conditions: new Map(),
    chosen: null,
  }));
  const { selected, threads, compression, output, ruleTexts, conditions, chosen } = form;
  const { consistency, nonTransactional, longQueries, definers } = form;
  const [reviewing, setReviewing] = useState(false);
  const [starting, setStarting] = useState(false);

  const tree = useRemote(reachable ? `${profile.id} ${String(reading)}` : null, () =>
    withPassword(profile?.id ?? '', () => request('catalog/tree', { profileId: profile?.id ?? '' })),
  );
  const rules = useMemo(() => rulesOf(ruleTexts), [ruleTexts]);
  const selection = rules === null ? null : selectionOf(selected, rules, conditions);
  const shown = rules ?? NO_RULES;
  const sum = useMemo(
    () => (tree.kind === 'ready' ? sumSelected(selected, tree.value, shown) : null),
    [selected, tree, shown],
  );
  const names = selection === null ? [] : nameParts(selection);
  const name = selection === null ? null : names.join('-').slice(0, 80);
  const extension = extensionOf(output);
  const suggested = useRemote(name === null ? null : `${name}${extension}`, () =>
    request('folders/suggest-output', { name: name ?? '', extension }),
  );
  const folder = chosen ?? (suggested.kind === 'ready' ? suggested.value : null);
  const options: DumpOptions | null =
    selection === null
      ? null
      : {
          ...DUMP_DEFAULTS,
          memoryLimitBytes: settings.memoryLimitBytes,
          ...{
            selection,
            threads,
            output,
            compression,
            consistency,
            nonTransactional,
            longQueries,
            definers,
          },
        };
  const canStart =
    options !== null && folder !== null && folder.writable && folder.empty && reachable && !starting;

  const start = async (): Promise<void> => {
    if (profile === null || options === null || folder === null) return;
    setStarting(true);
    try {
      await openRun(() =>
        withPassword(profile.id, () =>
          request('dump/start', { profileId: profile.id, folder: folder.handle, options }),
        ),
      );
      // The next dump needs a folder of its own.
      set({ chosen: null });
    } catch (thrown) {
      notifyFailure(thrown);
    }
    setStarting(false);
  };

  return (
    <Steps
      main={
        <ObjectSelection
          profile={profile}
          tree={tree}
          selected={selected}
          onSelected={(selected) => set({ selected })}
          rules={shown}
          conditions={conditions}
          onConditions={(conditions) => set({ conditions })}
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
          onThreads={(threads) => set({ threads })}
          compression={compression}
          onCompression={(compression) => set({ compression })}
          output={output}
          onOutput={(next) =>
            // A file's name tells its format and its compression.
            set(extensionOf(next) === extension ? { output: next } : { output: next, chosen: null })
          }
          consistency={consistency}
          onConsistency={(consistency) => set({ consistency })}
          nonTransactional={nonTransactional}
          onNonTransactional={(nonTransactional) => set({ nonTransactional })}
          longQueries={longQueries}
          onLongQueries={(longQueries) => set({ longQueries })}
          definers={definers}
          onDefiners={(definers) => set({ definers })}
          rules={
            <SelectionRules
              texts={ruleTexts}
              onTexts={(texts) => set({ ruleTexts: texts })}
              counts={tree.kind === 'ready' ? countRules(tree.value, shown) : null}
            />
          }
          dataBytes={selection === null ? 0 : (sum?.bytes ?? 0)}
          folder={folder}
          isSuggested={chosen === null}
          onFolder={(folder) => set({ chosen: folder })}
        />
      }
      start={
        <>
          <p className={stepStyles.sum}>{sumText(selection === null ? null : sum)}</p>
          {output.kind !== 'shell' && (
            <p className={stepStyles.sum} data-testid="dump-no-job">
              {text.dump.noJob}
            </p>
          )}
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
                profile === null || options === null || folder === null || output.kind !== 'shell'
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

/** Parts of a dump's name: the selected schemas, without wildcards. */
function nameParts({ include }: Selection): readonly string[] {
  const schemas = new Set(include.map(({ schema }) => schema.replace(/[\\%*]/g, '')));
  return [...schemas].filter((schema) => schema !== '');
}

function sumText(sum: SelectedSum | null): string {
  if (sum === null) return text.dump.nothingSelected;
  return text.dump.selected(text.dump.tables(sum.tables), formatBytes(sum.bytes));
}
