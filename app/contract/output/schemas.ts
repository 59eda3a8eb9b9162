import { z } from 'zod';
import { settingsSchema } from '../settings';
import {
  addedLineSchema,
  certificateCheckLineSchema,
  changedServerLineSchema,
  comparisonLineSchema,
  connectionTestLineSchema,
  dumpSummaryLineSchema,
  grantsLineSchema,
  historyLineSchema,
  importLineSchema,
  inspectionLineSchema,
  jobDetailLineSchema,
  jobLineSchema,
  keepLineSchema,
  namedLineSchema,
  notRestoredLineSchema,
  profileLineSchema,
  removedLineSchema,
  restoredLineSchema,
  serverStateLineSchema,
  startedServerLineSchema,
  stoppedServerLineSchema,
} from './list-lines';
import { dumpPlanLineSchema, loadPlanLineSchema, migrationPlanLineSchema } from './plan-lines';
import { progressLineSchema, resultLineSchema } from './run-lines';

const RUN = [progressLineSchema, resultLineSchema];

/**
 * Lines that each command prints with `--json`. Any command that fails prints a result as its last line; that of a run
 * is in its list.
 */
export const OUTPUT_LINES: Readonly<Record<string, readonly z.ZodType[]>> = {
  dump: [dumpPlanLineSchema, addedLineSchema, ...RUN],
  load: [loadPlanLineSchema, addedLineSchema, ...RUN],
  migrate: [migrationPlanLineSchema, addedLineSchema, ...RUN],
  verify: [addedLineSchema, ...RUN],
  prove: [certificateCheckLineSchema, ...RUN],
  convert: [resultLineSchema],
  run: RUN,
  demo: RUN,
  inspect: [inspectionLineSchema, comparisonLineSchema],
  'inspect-dump': [dumpSummaryLineSchema],
  grants: [grantsLineSchema],
  'connections list': [profileLineSchema],
  'connections test': [connectionTestLineSchema],
  'connections add': [namedLineSchema],
  'connections change': [namedLineSchema],
  'connections remove': [namedLineSchema],
  'connections import': [importLineSchema],
  'jobs list': [jobLineSchema],
  'jobs show': [jobDetailLineSchema],
  'jobs import': [addedLineSchema],
  'jobs remove': [removedLineSchema],
  'jobs keep': [keepLineSchema],
  history: [historyLineSchema],
  'history show': [resultLineSchema],
  settings: [settingsSchema],
  'settings set': [settingsSchema],
  'restore-server-settings': [changedServerLineSchema, restoredLineSchema, notRestoredLineSchema],
  'practice start': [startedServerLineSchema],
  'practice stop': [stoppedServerLineSchema],
  'practice status': [startedServerLineSchema, serverStateLineSchema],
};

/** JSON schema (draft 2020-12) of every line that the command prints with `--json`; null for an unknown command. */
export function jsonSchemaOf(command: string): object | null {
  const lines = OUTPUT_LINES[command];
  if (lines === undefined) return null;
  const all = lines.includes(resultLineSchema) ? lines : [...lines, resultLineSchema];
  return { title: `A line of sluice ${command} --json`, ...z.toJSONSchema(z.union(all)) };
}
