import { dirname, join } from 'path';
import { assertNever } from '../contract/exhaustive';
import type { HistoryEntry } from '../contract/runs/history';
import type { Job } from '../contract/jobs/job';
import type { IncludeRule } from '../contract/runs/options';
import { stemOf } from '../runs/new-folder';
import type { SavedJob } from './saved-jobs';
import { folderOfSetup } from '../runs/setup';

/** The list entry of a job, with its newest run from the history (newest first). */
export function jobOf({ id, name, setup, keep }: SavedJob, history: readonly HistoryEntry[]): Job {
  const last = history.find(({ job }) => job?.id === id);
  return {
    id,
    name,
    kind: setup.kind,
    server: setup.server.name,
    profileId: setup.server.profileId,
    source:
      setup.kind === 'migrate' ? { server: setup.source.name, profileId: setup.source.profileId } : null,
    folder: folderOfSetup(setup),
    what: whatOf(setup),
    threads: setup.options.threads,
    requireComplete: setup.kind === 'load' ? null : setup.options.requireComplete,
    keep,
    last: last === undefined ? null : { runId: last.runId, state: last.state, startedAt: last.startedAt },
  };
}

/** The pattern of a job's folders, out of the folder that one dump was to have. */
export function folderPattern(folder: string): string {
  return join(dirname(folder), stemOf(folder));
}

function whatOf(setup: SavedJob['setup']): string {
  switch (setup.kind) {
    case 'dump':
      return includedText(setup.options.selection.include);
    case 'load':
      return mapText(setup.options.schemaMap);
    case 'migrate': {
      const renames = mapText(setup.options.schemaMap);
      const taken = includedText(setup.options.selection.include);
      return renames === '' ? taken : `${taken} (${renames})`;
    }
    default:
      return assertNever(setup);
  }
}

function includedText(rules: readonly IncludeRule[]): string {
  return rules.map(ruleText).join(', ');
}

function ruleText(rule: IncludeRule): string {
  switch (rule.kind) {
    case 'schema':
      return rule.schema;
    case 'table':
    case 'routine':
    case 'event':
      return `${rule.schema}.${rule.name}`;
    default:
      return assertNever(rule);
  }
}

function mapText(schemaMap: Readonly<Record<string, string>>): string {
  return Object.entries(schemaMap)
    .map(([from, to]) => `${from} → ${to}`)
    .join(', ');
}
