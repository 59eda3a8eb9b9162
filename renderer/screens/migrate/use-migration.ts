import { useEffect, useMemo, useState } from 'react';
import type { CatalogTree } from '../../../app/contract/catalog';
import type { Profile } from '../../../app/contract/connections/connection';
import type { Guard } from '../../../app/contract/connections/guard';
import {
  MIGRATE_DEFAULTS,
  type MigrateOptions,
  type MigrationPlan,
  type RepeatedMigrateOptions,
} from '../../../app/contract/runs/migrate';
import type { TableRename } from '../../../app/contract/runs/options';
import type { RequestArgument } from '../../../app/contract/requests';
import { request } from '../../state/remote/bridge';
import { isReachable, useConnections, useGuard } from '../../state/servers/connections';
import { NO_RULES, rulesOf, type Rules } from '../../state/objects/selection-rules';
import {
  draftOf,
  NOTHING_TAKEN,
  takenSchemas,
  targetNames,
  type MigrationStep,
  type SelectionDraft,
} from '../../state/migrate/migration';
import { takenOf } from '../../state/migrate/name-lines';
import { useRememberedForm } from '../../state/app/remembered-form';
import { migrateFormName, useNavigation } from '../../state/app/navigation';
import type { Remote } from '../../state/remote/remote';
import { renameProblems, schemaMapOf, type RenameProblem } from '../../state/objects/rename';
import { openRun } from '../../state/runs/runs';
import { selectionOf } from '../../state/objects/selection';
import { useSettings } from '../../state/app/settings';
import {
  readRenames,
  renamedSchemas,
  tableProblems,
  takenRenames,
  withRename,
  type TableRenames,
  type TakenObjects,
} from '../../state/objects/table-renames';
import { notifyFailure } from '../../state/app/toasts';
import { withPassword } from '../../state/servers/unlock';
import { useRemote } from '../../state/remote/use-remote';

/** Options that the user sets by fields; selection and names have their own places. */
export type MigrateChoices = Pick<
  MigrateOptions,
  | ('threads' | 'memoryLimitBytes' | 'onExisting' | 'indexes' | 'definers' | 'consistency' | 'fixes')
  | ('eventStatus' | 'missingPrimaryKey' | 'users' | 'excludeUsers')
>;

/** A migration in the making: what is set, what follows from it, and how to change it. */
export interface Wizard {
  readonly source: Profile | null;
  readonly target: Profile | null;
  readonly sourceTree: Remote<CatalogTree>;
  readonly targetTree: Remote<CatalogTree>;
  /** Accounts of the source, as `user@host`; empty where the connection may not see them. */
  readonly accounts: readonly string[];
  readonly taken: SelectionDraft;
  readonly take: (taken: SelectionDraft) => void;
  /** Null while something that is no rule is typed. */
  readonly rules: Rules | null;
  readonly selection: MigrateOptions['selection'] | null;
  readonly choices: MigrateChoices;
  readonly choose: (choices: Partial<MigrateChoices>) => void;
  /** The schemas that are taken, with the names they get. */
  readonly names: Readonly<Record<string, string>>;
  readonly problems: Readonly<Record<string, RenameProblem>>;
  /** The schemas of the target. */
  readonly existing: ReadonlySet<string>;
  readonly rename: (schema: string, name: string) => void;
  /** Other names of tables; those of tables that are not taken rest. */
  readonly renames: TableRenames;
  /** By `objectKey`. */
  readonly tableProblems: Readonly<Record<string, RenameProblem>>;
  readonly renameTable: (rename: TableRename) => void;
  readonly isSameServer: boolean;
  /** Guard of the target's server, whose name must be typed; null where there is none. */
  readonly guard: Guard | null;
  readonly confirmed: string;
  readonly confirm: (typed: string) => void;
  /** Request to main; null while something is missing. */
  readonly migration: RequestArgument<'migrate/plan'> | null;
  /** Asked for by the steps that show it. */
  readonly plan: Remote<MigrationPlan>;
  /** True if the user did not want to wait for the plan; {@link readAgain} asks for it again. */
  readonly isStopped: boolean;
  readonly stop: () => void;
  /** The steps that may be gone to now. */
  readonly open: Readonly<Record<MigrationStep, boolean>>;
  readonly readAgain: () => void;
  readonly starting: boolean;
  readonly start: () => void;
}

/** All that a person sets in the form. */
interface MigrateFormState {
  readonly taken: SelectionDraft;
  readonly choices: MigrateChoices;
  readonly typedNames: Readonly<Record<string, string>>;
  readonly renames: TableRenames;
}

/** `draft`: what a saved or an earlier migration was set up with; null for a new one. */
export function useMigration(
  source: Profile | null,
  draft: RepeatedMigrateOptions | null,
  step: MigrationStep,
): Wizard {
  const targetId = useNavigation((state) => state.migrateTargetId);
  const target = useConnections((state) => state.profiles.find(({ id }) => id === targetId)) ?? null;
  const { threads, memoryLimitBytes } = useSettings((state) => state.settings);
  const [{ taken, choices, typedNames, renames }, set] = useRememberedForm<MigrateFormState>(
    migrateFormName(source?.id ?? null, draft),
    () => ({
      taken: draft === null ? NOTHING_TAKEN : draftOf(draft.selection),
      choices: draft ?? { ...MIGRATE_DEFAULTS, threads, memoryLimitBytes },
      typedNames: draft?.schemaMap ?? {},
      renames: readRenames(draft?.tableRenames ?? []),
    }),
  );
  const [confirmed, confirm] = useState('');
  const [starting, setStarting] = useState(false);
  const [round, setRound] = useState(0);

  const sourceTree = useTree(source, round);
  const targetTree = useTree(target, round);
  const accounts = useAccounts(sourceTree.kind === 'ready' ? source : null);
  const rules = useMemo(() => rulesOf(taken.rules), [taken.rules]);
  const selection = useMemo(() => (rules === null ? null : migratedSelection(taken, rules)), [taken, rules]);
  const existing = schemasOf(targetTree);
  const schemas =
    sourceTree.kind === 'ready' ? takenSchemas(sourceTree.value, taken.selected, rules ?? NO_RULES) : [];
  const isSameServer = source !== null && source.id === target?.id;
  const names = targetNames(schemas, typedNames, isSameServer, existing);
  const problems = renameProblems(names);
  const besideRenames = useMemo(
    () => (sourceTree.kind === 'ready' ? takenBesideRenames(sourceTree.value, renames, taken, rules) : []),
    [sourceTree, renames, taken, rules],
  );
  const tableTrouble = tableProblems(renames, besideRenames);
  const guard = useGuard(target);
  const isNamed =
    sourceTree.kind === 'ready' &&
    targetTree.kind === 'ready' &&
    Object.keys(problems).length === 0 &&
    Object.keys(tableTrouble).length === 0 &&
    (guard === null || confirmed === guard.name);

  const migration =
    source === null || target === null || selection === null || !isNamed
      ? null
      : {
          sourceProfileId: source.id,
          targetProfileId: target.id,
          options: {
            ...MIGRATE_DEFAULTS,
            ...draft,
            ...choices,
            resume: false,
            selection,
            schemaMap: schemaMapOf(names),
            tableRenames: takenRenames(renames, besideRenames),
            ...(guard !== null && { confirmedTarget: confirmed }),
          },
        };
  const isLooking = step === 'check' || step === 'plan';
  const planKey = isLooking && migration !== null ? `${JSON.stringify(migration)} ${String(round)}` : null;
  const [stoppedKey, stopAt] = useState<string | null>(null);
  const isStopped = planKey !== null && planKey === stoppedKey;
  const answer = useRemote(isStopped ? null : planKey, () => {
    if (migration === null) throw new Error('Nothing to plan');
    return request('migrate/plan', migration);
  });
  useEffect(() => (isLooking ? cancelPlan : undefined), [isLooking]);
  // Without the trees nothing can be planned: their failure is the answer then.
  const plan = answer.kind === 'absent' ? ([sourceTree, targetTree].find(isFailed) ?? answer) : answer;
  const isClear = plan.kind === 'ready' && plan.value.findings.every(({ severity }) => severity !== 'blocks');

  const start = async (): Promise<void> => {
    if (migration === null) return;
    setStarting(true);
    try {
      await openRun(() => request('migrate/start', migration));
    } catch (thrown) {
      notifyFailure(thrown);
    }
    setStarting(false);
  };
  return {
    ...{ source, target, sourceTree, targetTree, accounts, taken, rules, selection, choices },
    ...{ names, problems, existing, isSameServer, guard, confirmed, confirm, migration, plan, starting },
    take: (next) => {
      set({ taken: next });
    },
    choose: (some) => {
      set({ choices: { ...choices, ...some } });
    },
    rename: (schema, name) => {
      set({ typedNames: { ...typedNames, [schema]: name } });
    },
    ...{ renames, tableProblems: tableTrouble },
    renameTable: (rename) => {
      set({ renames: withRename(renames, rename) });
    },
    open: {
      objects: true,
      target: selection !== null && schemas.length > 0,
      check: migration !== null && schemas.length > 0,
      plan: isClear,
    },
    isStopped,
    stop: () => {
      stopAt(planKey);
      cancelPlan();
    },
    readAgain: () => {
      setRound(round + 1);
    },
    start: () => {
      void start();
    },
  };
}

/** Nobody waits for it any more. */
function cancelPlan(): void {
  void request('migrate/cancel-plan', null).catch(notifyFailure);
}

/** Objects of a server once it can be reached; asks for its password where none is known. */
function useTree(profile: Profile | null, round: number): Remote<CatalogTree> {
  const practice = useConnections((state) => state.practice);
  const reachable = profile !== null && isReachable(profile, practice);
  return useRemote(reachable ? `${profile.id} ${String(round)}` : null, () =>
    withPassword(profile?.id ?? '', () => request('catalog/tree', { profileId: profile?.id ?? '' })),
  );
}

/** The accounts of a server that can be reached. */
function useAccounts(profile: Profile | null): readonly string[] {
  const found = useRemote(profile?.id ?? null, () =>
    request('catalog/accounts', { profileId: profile?.id ?? '' }),
  );
  return found.kind === 'ready' ? found.value : [];
}

/** Other selected objects of schemas with renamed tables. */
function takenBesideRenames(
  tree: CatalogTree,
  renames: TableRenames,
  { selected }: SelectionDraft,
  rules: Rules | null,
): readonly TakenObjects[] {
  return takenOf(tree, renamedSchemas(renames), { selected, rules: rules ?? NO_RULES });
}

function isFailed(tree: Remote<CatalogTree>): tree is Extract<Remote<CatalogTree>, { kind: 'failed' }> {
  return tree.kind === 'failed';
}

function schemasOf(tree: Remote<CatalogTree>): ReadonlySet<string> {
  return new Set(tree.kind === 'ready' ? tree.value.schemas.map(({ name }) => name) : []);
}

function migratedSelection(
  { selected, conditions, content, rest }: SelectionDraft,
  rules: Rules,
): MigrateOptions['selection'] | null {
  const shown = selectionOf(selected, rules, conditions);
  if (shown === null) return null;
  return {
    include: [...shown.include, ...rest.include],
    exclude: [...shown.exclude, ...rest.exclude],
    where: shown.where,
    partitions: rest.partitions,
    content,
  };
}
