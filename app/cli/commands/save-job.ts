import type { Command } from 'commander';
import { jobNameSchema } from '../../contract/jobs/job';
import { folderPattern } from '../../jobs/job-list';
import { SavedJobs, type SavedJob } from '../../jobs/saved-jobs';
import { jobsFile } from '../../storage/places';
import { groups } from '../../text/cli/groups';
import { jobFailures, saveJobText } from '../../text/cli/saved/jobs';
import type { ExitCode } from '../exit';
import { printLines } from '../output/printable';

export interface SaveArguments {
  readonly saveAsJob?: string;
  readonly proveEvery?: number;
  readonly json: boolean;
}

export function addSaveOption(command: Command): Command {
  return command.optionsGroup(groups.saving).option('--save-as-job <name>', saveJobText.option);
}

/** Saves what a command would do. A dump's folder becomes the pattern of its folders: each run makes a new one. */
export async function saveAsJob(
  { saveAsJob: name = '', proveEvery, json }: SaveArguments,
  setup: SavedJob['setup'],
): Promise<ExitCode> {
  if (!jobNameSchema.safeParse(name).success) throw jobFailures.badName();
  const kept = setup.kind === 'dump' ? { ...setup, folder: folderPattern(setup.folder) } : setup;
  const { id } = await new SavedJobs(jobsFile()).add({ name, keep: null, proveEvery, setup: kept });
  printLines([json ? JSON.stringify({ id, name }) : saveJobText.saved(name)]);
  return 0;
}

/** Refuses options that are for one run. */
export function assertRepeatable(given: Readonly<Record<string, boolean>>): void {
  const [option] = Object.entries(given).find(([, isGiven]) => isGiven) ?? [];
  if (option !== undefined) throw jobFailures.onceOnly({ option });
}
