import { create } from 'zustand';
import type { ReadingChoices } from '../../../app/contract/commands/input';
import type { LoadDraft } from '../../../app/contract/channels';
import type { FileChoice, FolderChoice } from '../../../app/contract/runs/folder-choice';
import type { MigrateDraft } from '../../../app/contract/runs/migrate';
import { forgetForm } from './remembered-form';

export type Screen =
  | 'connections'
  | 'dump'
  | 'load'
  | 'migrate'
  | 'inspect'
  | 'runs'
  | 'jobs'
  | 'history'
  | 'settings';

/** Subject of an inspection: one table of a server, or a file. */
export type Subject =
  | { readonly kind: 'table'; readonly profileId: string; readonly schema: string; readonly table: string }
  | { readonly kind: 'file'; readonly file: FileChoice };

interface NavigationState {
  readonly screen: Screen;
  /** The connection the dump screen works on. */
  readonly dumpProfileId: string | null;
  /** The connection the load screen loads into. */
  readonly loadProfileId: string | null;
  /** The dump folder the load screen has open. */
  readonly loadFolder: FolderChoice | null;
  /** The options that a load is set up with again; null for a new one. */
  readonly loadOptions: LoadDraft['options'] | null;
  /** Choices about the reading of that dump, where it is files of values. */
  readonly loadInput: ReadingChoices;
  /** True from when other choices were made until the screen that was read by them is there. */
  readonly isReread: boolean;
  /** The connections that a migration reads and fills. */
  readonly migrateSourceId: string | null;
  readonly migrateTargetId: string | null;
  /** The options that a migration is set up with again; null for a new one. */
  readonly migrateOptions: MigrateDraft['options'] | null;
  /** The connection whose tables are listed, which of them, and the one that is looked at by itself. */
  readonly inspectProfileId: string | null;
  readonly inspectFilter: string;
  readonly inspectSubject: Subject | null;
  /** The run whose tab is in front. */
  readonly runId: string | null;
  /** The run of the history whose result is open. */
  readonly historyRunId: string | null;
  readonly aboutOpen: boolean;
  readonly licencesOpen: boolean;
  readonly paletteOpen: boolean;
  /** The profile in the form: an id, 'new', or null while the form is closed. */
  readonly editing: string | null;
}

export const useNavigation = create<NavigationState>(() => ({
  screen: 'connections',
  dumpProfileId: null,
  loadProfileId: null,
  loadFolder: null,
  loadOptions: null,
  loadInput: {},
  isReread: false,
  migrateSourceId: null,
  migrateTargetId: null,
  migrateOptions: null,
  inspectProfileId: null,
  inspectFilter: '',
  inspectSubject: null,
  runId: null,
  historyRunId: null,
  aboutOpen: false,
  licencesOpen: false,
  paletteOpen: false,
  editing: null,
}));

export function show(screen: Screen): void {
  useNavigation.setState({ screen });
}

export function showDump(profileId: string): void {
  useNavigation.setState({ screen: 'dump', dumpProfileId: profileId });
}

export function showLoadInto(profileId: string): void {
  useNavigation.setState({ screen: 'load', loadProfileId: profileId });
}

export function showLoadOf(folder: FolderChoice): void {
  const { input = {} } = folder;
  useNavigation.setState({ screen: 'load', loadFolder: folder, loadOptions: null, loadInput: input });
}

/** Reads the files of values that the load screen has open in another way. */
export function readAs(choices: ReadingChoices): void {
  useNavigation.setState({ loadInput: choices, isReread: true });
}

/** Returns whether the screen was read anew just now, once. */
export function takeReread(): boolean {
  const { isReread } = useNavigation.getState();
  if (isReread) useNavigation.setState({ isReread: false });
  return isReread;
}

/** The load form of a folder, set up as a draft says or anew, as what is set in it is kept by. */
export function loadFormName(folder: string, draft: LoadDraft['options'] | null): string {
  return `load ${folder} ${JSON.stringify(draft)}`;
}

/** A load as it was done before, for another look. */
export function showLoadDraft({ profileId, folder, options }: LoadDraft): void {
  forgetForm(loadFormName(folder.handle, options));
  useNavigation.setState({
    screen: 'load',
    loadProfileId: profileId,
    loadFolder: folder,
    loadOptions: options,
    loadInput: options.input ?? {},
  });
}

/** A new migration from a connection; what was set up for another source goes. */
export function showMigrateFrom(profileId: string): void {
  useNavigation.setState({ screen: 'migrate', migrateSourceId: profileId, migrateOptions: null });
}

export function showMigrateInto(profileId: string): void {
  useNavigation.setState({ screen: 'migrate', migrateTargetId: profileId });
}

/** The migration form of a source, set up as a draft says or anew, as what is set in it is kept by. */
export function migrateFormName(sourceId: string | null, draft: MigrateDraft['options'] | null): string {
  return `migrate ${sourceId ?? ''} ${JSON.stringify(draft)}`;
}

/** A migration as it was done before, for another look. */
export function showMigrateDraft({ sourceProfileId, targetProfileId, options }: MigrateDraft): void {
  forgetForm(migrateFormName(sourceProfileId, options));
  useNavigation.setState({
    screen: 'migrate',
    migrateSourceId: sourceProfileId,
    migrateTargetId: targetProfileId,
    migrateOptions: options,
  });
}

/** The history's list, or the result of one of its runs. */
export function showHistory(runId: string | null = null): void {
  useNavigation.setState({ screen: 'history', historyRunId: runId });
}

export function showRun(runId: string): void {
  useNavigation.setState({ screen: 'runs', runId });
}

export function editConnection(profileId: string | null): void {
  useNavigation.setState({ screen: 'connections', editing: profileId });
}

/** Lists the tables of a connection, those whose name holds `filter`. */
export function showInspect(profileId: string, filter = ''): void {
  useNavigation.setState({
    screen: 'inspect',
    inspectProfileId: profileId,
    inspectFilter: filter,
    inspectSubject: null,
  });
}

export function showSubject(subject: Subject | null): void {
  useNavigation.setState({ screen: 'inspect', inspectSubject: subject });
}
