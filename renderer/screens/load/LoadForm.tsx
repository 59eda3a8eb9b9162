import { useState } from 'react';
import type { ReadingChoices } from '../../../app/contract/commands/input';
import type { FolderChoice } from '../../../app/contract/runs/folder-choice';
import type { DumpSummary, DumpTablePlace } from '../../../app/contract/runs/dump-folder';
import { LOAD_DEFAULTS, type LoadOptions } from '../../../app/contract/runs/options';
import { formatBytes } from '../../../app/contract/quantities';
import { Button } from '../../parts/controls/Button';
import { ReplaceQuestion } from '../../features/existing-tables/ReplaceQuestion';
import { ProveButton } from '../../features/proof/ProveButton';
import { SaveJob } from '../../features/job-dialog/SaveJob';
import { OtherActions, Steps } from '../../parts/layout/Steps';
import stepStyles from '../../parts/layout/Steps.module.css';
import { request } from '../../state/remote/bridge';
import { isReachable, useConnections, useGuard } from '../../state/servers/connections';
import {
  EVERYTHING,
  isWhole,
  loadSelectionOf,
  dumpSelectionOf,
  schemaTick,
  sumTaken,
  takesObject,
  takenBesideRenames,
  type DumpSelection,
  type TakenSum,
} from '../../state/load/dump-selection';
import { useRememberedForm } from '../../state/app/remembered-form';
import { loadFormName, useNavigation } from '../../state/app/navigation';
import { namesOf, renameProblems, schemaMapOf, suggestNames } from '../../state/objects/rename';
import { removesRows, replacedTables } from '../../state/objects/replaced-tables';
import { openRun } from '../../state/runs/runs';
import { useSettings } from '../../state/app/settings';
import { newNameOf, tableProblems, takenRenames } from '../../state/objects/table-renames';
import { notifyFailure } from '../../state/app/toasts';
import { withPassword } from '../../state/servers/unlock';
import { useRemote } from '../../state/remote/use-remote';
import { text } from '../../text';
import { CompareDialog } from './CompareDialog';
import { DumpContents } from './contents/DumpContents';
import { DumpFacts } from './contents/DumpFacts';
import { FirstRowsDialog } from './contents/FirstRowsDialog';
import { madeChoices } from './reading/reading-draft';
import { LoadSettings } from './settings/LoadSettings';
import { PlanDialog } from './plan/PlanDialog';
import styles from './LoadScreen.module.css';
import { blockingReason } from './blocking-reason';
import type { LoadChoices } from './load-choices';

interface LoadFormProps {
  readonly folder: FolderChoice;
  /** Choices about its files of values, as the summary was read by. */
  readonly input: ReadingChoices;
  readonly summary: DumpSummary;
}

interface LoadFormState {
  readonly choices: LoadChoices;
  readonly dumpSelection: DumpSelection;
  readonly typedNames: Readonly<Record<string, string>>;
}

export function LoadForm({ folder, input, summary }: LoadFormProps) {
  const profileId = useNavigation((state) => state.loadProfileId);
  const target =
    useConnections((state) => state.profiles.find((profile) => profile.id === profileId)) ?? null;
  const reachable = useConnections((state) => target !== null && isReachable(target, state.practice));
  const draft = useNavigation((state) => state.loadOptions);
  const { threads, memoryLimitBytes } = useSettings((state) => state.settings);
  const [{ choices, dumpSelection, typedNames }, set] = useRememberedForm<LoadFormState>(
    loadFormName(folder.handle, draft),
    () => ({
      choices: choicesOf(draft ?? { ...LOAD_DEFAULTS, threads, memoryLimitBytes }),
      dumpSelection: draft === null ? EVERYTHING : dumpSelectionOf(summary, draft),
      typedNames: draft === null ? {} : namesOf(summary, draft.schemaMap),
    }),
  );
  const setDumpSelection = (next: DumpSelection): void => set({ dumpSelection: next });
  const [confirmed, setConfirmed] = useState('');
  const [starting, setStarting] = useState(false);
  const [planning, setPlanning] = useState(false);
  const [asking, setAsking] = useState(false);
  const [comparing, setComparing] = useState(false);
  const [peeked, setPeeked] = useState<DumpTablePlace | null>(null);

  const tree = useRemote(reachable && target !== null ? target.id : null, () =>
    withPassword(target?.id ?? '', () => request('catalog/tree', { profileId: target?.id ?? '' })),
  );
  const existing = new Set(tree.kind === 'ready' ? tree.value.schemas.map((schema) => schema.name) : []);
  const names = { ...suggestNames(summary, target, existing), ...typedNames };
  const problems = renameProblems(takenNames(names, dumpSelection, summary));
  const besideRenames = takenBesideRenames(dumpSelection, summary);
  const tableTrouble = tableProblems(dumpSelection.renames, besideRenames);
  const tableRenames = takenRenames(dumpSelection.renames, besideRenames);
  const guard = useGuard(target);
  const { content, ...ways } = choices;
  const selection = loadSelectionOf(dumpSelection, summary, content);
  const isNamed = Object.keys(problems).length === 0 && Object.keys(tableTrouble).length === 0;
  const setUp: LoadOptions | null =
    selection === null || !isNamed
      ? null
      : {
          ...LOAD_DEFAULTS,
          ...draft,
          ...ways,
          input: madeChoices(input),
          selection,
          tableRenames,
          schemaMap: schemaMapOf(takenNames(names, dumpSelection, summary)),
        };
  const options: LoadOptions | null =
    setUp === null || guard === null || confirmed === '' ? setUp : { ...setUp, confirmedTarget: confirmed };
  const canPlan = target !== null && tree.kind === 'ready' && options !== null;
  const isThere = summary.complete || (choices.follow && summary.stillToCome !== null);
  const canStart = canPlan && isThere && (guard === null || confirmed === guard.name) && !starting;

  const blocker =
    canStart || starting ? null : blockingReason({ target, tree, isNamed, isThere, summary, options });

  const hasNames = Object.keys({ ...renameProblems(names), ...tableTrouble }).length === 0;
  const canCompare = target !== null && tree.kind === 'ready' && hasNames && summary.complete;

  const replaced =
    tree.kind === 'ready' && removesRows(choices.onExisting)
      ? replacedTables(tree.value, targetTables(summary, dumpSelection, names))
      : [];
  const ask = (): void => {
    if (replaced.length > 0) setAsking(true);
    else void start();
  };

  const start = async (): Promise<void> => {
    if (target === null || options === null) return;
    setStarting(true);
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
          <DumpFacts folder={folder} input={input} summary={summary} />
          {dumpSelection.rules !== null && (
            <RulesNote
              onTakeAll={() => {
                setDumpSelection({ ...dumpSelection, rules: null });
              }}
            />
          )}
          <DumpContents
            summary={summary}
            names={names}
            problems={problems}
            dumpSelection={dumpSelection}
            tableProblems={tableTrouble}
            existing={existing}
            isBeingWritten={summary.stillToCome !== null}
            onDumpSelection={setDumpSelection}
            onName={(schema, name) => {
              set({ typedNames: { ...typedNames, [schema]: name } });
            }}
            onFirstRows={(schema, table) => {
              setPeeked({ schema, table });
            }}
          />
          {peeked !== null && (
            <FirstRowsDialog
              folder={folder.handle}
              input={madeChoices(input)}
              {...peeked}
              rowsInAll={rowsOf(summary, peeked)}
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
          dumpVendor={summary.vendor}
          accounts={summary.accounts}
          isBeingWritten={summary.stillToCome !== null}
          unknown={summary.unknownStatements}
          choices={choices}
          onChoices={(next) => {
            set({ choices: next });
          }}
          guard={guard}
          confirmed={confirmed}
          onConfirmed={setConfirmed}
        />
      }
      start={
        <>
          <p className={stepStyles.sum} data-testid="load-sum">
            {selection === null ? text.load.nothingTaken : sumText(sumTaken(dumpSelection, summary.schemas))}
          </p>
          {blocker !== null && (
            <p className={stepStyles.sum} data-testid="load-why-not">
              {blocker}
            </p>
          )}
          <Button
            look={guard !== null ? 'danger' : 'primary'}
            disabled={!canStart}
            data-testid="load-start"
            onClick={ask}
          >
            {starting ? text.load.starting : text.load.start}
          </Button>
          <OtherActions>
            <Button
              disabled={!canPlan}
              data-testid="load-review"
              onClick={() => {
                setPlanning(true);
              }}
            >
              {text.load.review}
            </Button>
            <SaveJob
              work={
                target === null || !isThere || setUp === null
                  ? null
                  : { kind: 'load', profileId: target.id, folder: folder.handle, options: setUp }
              }
              suggestedName={
                target === null
                  ? ''
                  : `${summary.schemas.map(({ name }) => name).join(', ')} → ${target.name}`
              }
            />
            <Button
              disabled={!canCompare}
              data-testid="load-compare"
              onClick={() => {
                setComparing(true);
              }}
            >
              {text.load.compareOpen}
            </Button>
            <ProveButton
              folder={() => Promise.resolve({ ...folder, input: madeChoices(input) })}
              disabled={!summary.complete}
              testId="load-prove"
            />
          </OtherActions>
          {comparing && target !== null && (
            <CompareDialog
              target={target}
              folder={folder}
              set={{
                threads: ways.threads,
                memoryLimitBytes: ways.memoryLimitBytes,
                schemaMap: schemaMapOf(names),
                tableRenames,
                users: ways.users,
                excludeUsers: ways.excludeUsers,
                definers: ways.definers,
                missingPrimaryKey: ways.missingPrimaryKey,
                input: madeChoices(input),
              }}
              isPart={!isWhole(dumpSelection)}
              onClose={() => {
                setComparing(false);
              }}
            />
          )}
          {target !== null && (
            <ReplaceQuestion
              target={target.name}
              policy={choices.onExisting}
              tables={replaced}
              open={asking}
              onConfirm={() => {
                void start();
              }}
              onClose={() => {
                setAsking(false);
              }}
            />
          )}
          {planning && target !== null && options !== null && (
            <PlanDialog
              target={target}
              folder={folder}
              options={options}
              canStart={canStart}
              onStart={() => {
                setPlanning(false);
                ask();
              }}
              onClose={() => {
                setPlanning(false);
              }}
            />
          )}
        </>
      }
    />
  );
}

function RulesNote({ onTakeAll }: { readonly onTakeAll: () => void }) {
  return (
    <p className={styles.rules} data-testid="load-rules">
      {text.load.byRules}
      <Button onClick={onTakeAll} data-testid="load-take-all">
        {text.load.takeAll}
      </Button>
    </p>
  );
}

function sumText({ tables, rows, bytes }: TakenSum): string {
  return text.load.sum(text.dump.tables(tables), rows, bytes === null ? null : formatBytes(bytes));
}

/** Size of one table; null where the dump does not record it. */
function rowsOf({ schemas }: DumpSummary, { schema, table }: DumpTablePlace): number | null {
  const tables = schemas.find(({ name }) => name === schema)?.tables;
  return tables?.find(({ name }) => name === table)?.rows ?? null;
}

function choicesOf({ selection, ...options }: Omit<LoadOptions, 'confirmedTarget'>): LoadChoices {
  const { threads, memoryLimitBytes, onExisting, indexes, prefer, method, binlog } = options;
  const { gtid, verify, eventStatus, definers, missingPrimaryKey, fixes } = options;
  const { fastUnsafe, follow, users, excludeUsers, runUnknownStatements } = options;
  const ways = { threads, memoryLimitBytes, onExisting, indexes, prefer, method, binlog, verify, fastUnsafe };
  return {
    ...ways,
    gtid,
    eventStatus,
    definers,
    missingPrimaryKey,
    fixes,
    runUnknownStatements,
    follow,
    users,
    excludeUsers,
    content: selection.content,
  };
}

/** The names of the schemas of which something is taken: those of the others are in nobody's way. */
function takenNames(
  names: Readonly<Record<string, string>>,
  dumpSelection: DumpSelection,
  { schemas }: DumpSummary,
): Readonly<Record<string, string>> {
  const taken = schemas.filter((schema) => schemaTick(dumpSelection, schema) !== 'none');
  return Object.fromEntries(taken.map(({ name }) => [name, names[name] ?? name]));
}

/** The tables that are taken, as `schema.table` on the target. */
function targetTables(
  summary: DumpSummary,
  dumpSelection: DumpSelection,
  names: Readonly<Record<string, string>>,
): readonly string[] {
  return summary.schemas.flatMap((schema) =>
    schema.tables
      .filter(({ name }) => takesObject(dumpSelection, schema.name, name))
      .map(
        ({ name }) =>
          `${names[schema.name] ?? schema.name}.${newNameOf(dumpSelection.renames, schema.name, name)}`,
      ),
  );
}
